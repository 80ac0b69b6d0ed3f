import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkKey, type FileStore, MissingFile } from './file-store.ts'

/**
 * Files in a folder, in 256 subfolders so that none grows too long to list. A file is written beside its place, made durable and
 * then moved there, so that what bears its final name is whole, also after a power cut.
 */
export function folderStore(root: string): FileStore {
  const unfinished = (key: string) => join(root, 'incoming', key)
  const finished = (key: string) => join(root, key.slice(0, 2), key)

  return {
    async put(key, stream) {
      checkKey(key)
      const [temporary, place] = [unfinished(key), finished(key)]
      await makeFolder(dirname(temporary))
      await makeFolder(dirname(place))
      try {
        await using handle = await open(temporary, 'wx', 0o600)
        await handle.writeFile(stream)
        await handle.sync()
        await rename(temporary, place)
        await syncFolder(dirname(place))
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },

    async open(key) {
      checkKey(key)
      // Opened before it is promised, so that a file that is not there is told here and not in the middle of an answer.
      const handle = await open(finished(key), 'r').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new MissingFile(key) : error
      })
      return handle.createReadStream()
    },

    async remove(key) {
      checkKey(key)
      await rm(unfinished(key), { force: true })
      await rm(finished(key), { force: true })
    },
  }
}

export async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  // The name of a new folder lies in its parent, which must survive a power cut as well.
  if (made !== undefined) await syncFolder(dirname(made))
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}

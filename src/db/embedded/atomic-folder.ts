import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isRunning, ownStart } from './processes.ts'
import { undefinedWhen } from './start-refusal.ts'

/**
 * Builds a folder under a temporary name beside its place and moves it there when it is complete, so that a
 * process killed in the middle leaves nothing that looks finished. When another process was faster, its
 * folder stays and ours is dropped.
 */
export async function buildFolder(place: string, build: (temporary: string) => Promise<void>): Promise<void> {
  await removeLeftovers(place)
  const temporary = `${place}.new-${process.pid}-${ownStart()}-${randomBytes(4).toString('hex')}`
  try {
    await mkdir(temporary, { mode: 0o700 })
    await build(temporary)
    await rename(temporary, place).catch(undefinedWhen('ENOTEMPTY', 'EEXIST'))
    await syncFolder(dirname(place))
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

async function removeLeftovers(place: string) {
  const parent = dirname(place)
  const prefix = `${basename(place)}.new-`
  for (const entry of await readdir(parent)) {
    if (!entry.startsWith(prefix)) continue
    const [pid, startedAt = ''] = entry.slice(prefix.length).split('-')
    if (!isRunning(Number(pid), startedAt)) await rm(join(parent, entry), { recursive: true, force: true })
  }
}

/** Without it a power cut could undo the rename after the database has promised to keep its first rows. */
async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

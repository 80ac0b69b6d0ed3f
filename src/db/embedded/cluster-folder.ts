import { lstat, mkdir, readdir, readFile, readlink, realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { linkClusterOutside } from './private-home.ts'
import { canEnter } from './run-as.ts'
import { accountForNewCluster, accountOfCluster, type ServerAccount } from './server-account.ts'
import { refusingFor, StartRefusal, undefinedWhen } from './start-refusal.ts'

/** The real path of the folder that holds, or will hold, the cluster of this data folder. */
export async function locateCluster(dataDir: string, isThrowaway: boolean): Promise<string> {
  return refusingFor(dataDir, async () => {
    await makeFolders(dataDir)
    const place = join(await realpath(dataDir), 'postgres')
    if (!(await lstat(place).catch(undefinedWhen('ENOENT')))) {
      const account = accountForNewCluster()
      if (!account.isThisProcess && !(await canEnter(account, dirname(place)))) {
        await linkClusterOutside(place, account, isThrowaway)
      }
    }
    return followLink(place)
  })
}

/** The recursive mkdir of Node hides that a disk is read-only behind "no such folder". */
async function makeFolders(folder: string): Promise<void> {
  const made = await mkdir(folder).then(() => true, undefinedWhen('EEXIST', 'ENOENT'))
  if (made || (await stat(folder).catch(undefinedWhen('ENOENT')))?.isDirectory()) return
  if (dirname(folder) !== folder) await makeFolders(dirname(folder))
  await mkdir(folder)
}

/** The target of the link may still be missing: the link is made first, then the cluster. */
async function followLink(place: string): Promise<string> {
  const target = await readlink(place).catch(undefinedWhen('ENOENT', 'EINVAL'))
  if (target === undefined) return place
  const real = resolve(dirname(place), target)
  return (await realpath(real).catch(undefinedWhen('ENOENT'))) ?? real
}

/** Who serves the cluster, and whether there is one already. Refuses a folder that cannot be served. */
export async function inspectCluster(
  folder: string,
  major: string,
): Promise<{ account: ServerAccount; exists: boolean }> {
  const found = await stat(folder).catch(undefinedWhen('ENOENT'))
  if (!found) return { account: accountForNewCluster(), exists: false }
  const entries = await readdir(folder).catch(undefinedWhen('EACCES', 'ENOTDIR'))
  if (entries?.length === 0) return { account: accountForNewCluster(), exists: false }
  const account = accountOfCluster(folder, found)
  await refuseOtherVersion(folder, major)
  if (!account.isThisProcess && !(await canEnter(account, folder))) {
    throw new StartRefusal(
      `The database folder ${folder} belongs to the user ${account.name}, who cannot enter it: one of the folders ` +
        'above it must let that user pass (chmod o+x).',
    )
  }
  return { account, exists: true }
}

async function refuseOtherVersion(folder: string, major: string) {
  const text = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(undefinedWhen('ENOENT', 'ENOTDIR'))
  if (text === undefined) {
    throw new StartRefusal(
      `${folder} is not a PostgreSQL cluster: move it to another place, or set DATA_DIR to another folder.`,
    )
  }
  const version = text.trim()
  if (version === major) return
  throw new StartRefusal(
    `The data folder ${folder} holds a PostgreSQL ${version} cluster, and this version of Caveau runs ` +
      `PostgreSQL ${major}: run the version of Caveau that made it, or serve it with PostgreSQL ${version} and set ` +
      'DATABASE_URL, or set DATA_DIR to another folder to begin with an empty database.',
  )
}

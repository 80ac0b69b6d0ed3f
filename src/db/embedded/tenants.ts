import { randomBytes } from 'node:crypto'
import { chown, mkdir, readdir, rmdir, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRunning, ownStart } from './processes.ts'
import type { ServerAccount } from './server-account.ts'
import { refusingFor, undefinedWhen } from './start-refusal.ts'

const tenantsFolder = (clusterFolder: string) => `${clusterFolder}.tenants`

/**
 * Several processes may use one server, and the last to leave turns off the light. Each use is an empty file
 * whose name says which process it is, beside the cluster; the random part lets one process come twice.
 */
export async function registerTenant(clusterFolder: string, account: ServerAccount): Promise<string> {
  const folder = tenantsFolder(clusterFolder)
  const name = `${process.pid}-${ownStart()}-${randomBytes(4).toString('hex')}`
  await refusingFor(folder, async () => {
    await mkdir(folder, { mode: 0o700 }).catch(undefinedWhen('EEXIST'))
    // Root and the owner of the cluster may take turns, so the owner must be able to clean up after root.
    if (!account.isThisProcess) await chown(folder, account.uid, account.gid)
    await writeFile(join(folder, name), '', { flag: 'wx' })
  })
  return name
}

export async function unregisterTenant(clusterFolder: string, name: string): Promise<void> {
  await unlink(join(tenantsFolder(clusterFolder), name)).catch(undefinedWhen('ENOENT'))
}

/** Processes that died without a word are struck off, also when their number was given to another one. */
export async function hasTenants(clusterFolder: string): Promise<boolean> {
  const names = (await readdir(tenantsFolder(clusterFolder)).catch(undefinedWhen('ENOENT'))) ?? []
  const living = names.filter((name) => {
    const [pid, startedAt = ''] = name.split('-')
    return isRunning(Number(pid), startedAt)
  })
  for (const name of names) {
    if (!living.includes(name)) await unregisterTenant(clusterFolder, name)
  }
  return living.length > 0
}

export async function removeTenantsFolder(clusterFolder: string): Promise<void> {
  await rmdir(tenantsFolder(clusterFolder)).catch(undefinedWhen('ENOENT'))
}

import { chown, lstat, mkdir, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shortHash } from './exclusive-section.ts'
import type { ServerAccount } from './server-account.ts'
import { refusingFor, StartRefusal, undefinedWhen } from './start-refusal.ts'

const longestSocketPath = 107
const socketFile = '/.s.PGSQL.5432'

/**
 * A folder for the server's socket that only the server's user (and root) can enter: who can reach the socket
 * needs no password. It is short, unlike the data folder, because the path of a socket has a length limit.
 */
export async function makeSocketFolder(clusterFolder: string, account: ServerAccount): Promise<string> {
  const folder = socketFolderOf(clusterFolder, account)
  await refusingFor(folder, async () => {
    await mkdir(folder, { mode: 0o700 }).catch(undefinedWhen('EEXIST'))
    await refuseStrangersFolder(folder, account)
    await chown(folder, account.uid, account.gid)
  })
  return folder
}

export function socketFolderOf(clusterFolder: string, account: ServerAccount, temporary = tmpdir()): string {
  const name = `caveau-${account.uid}-${shortHash(clusterFolder)}`
  const wanted = join(temporary, name)
  return Buffer.byteLength(wanted + socketFile) > longestSocketPath ? join('/tmp', name) : wanted
}

/** Anybody may make folders in /tmp, so one that was there already is looked at without following links. */
async function refuseStrangersFolder(folder: string, account: ServerAccount) {
  const found = await lstat(folder)
  const ownedByUs = found.uid === account.uid || found.uid === process.geteuid?.()
  const isPrivate = (found.mode & 0o077) === 0
  if (found.isDirectory() && ownedByUs && isPrivate) return
  throw new StartRefusal(
    `The folder ${folder}, which Caveau needs for the database's socket, was made by somebody else or is open ` +
      'to others: remove it, Caveau makes its own.',
  )
}

/** Removes it only when empty: PostgreSQL has removed its socket when it stopped in order. */
export async function removeSocketFolder(folder: string): Promise<void> {
  await rmdir(folder).catch(undefinedWhen('ENOENT', 'ENOTEMPTY', 'EACCES', 'EPERM'))
}

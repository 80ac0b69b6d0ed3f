import { readFileSync } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isPidTaken, isPostmasterOf, isRunning, mayHavePostgresIn, readProcess } from './processes.ts'
import { undefinedWhen } from './start-refusal.ts'
import { patienceMs, waitFor } from './wait-for.ts'

export type Postmaster = { pid: number; port: number; socketFolder: string; status: string }

/** The live server of a cluster, from the lock file that PostgreSQL keeps in it. */
export function findPostmaster(clusterFolder: string): Postmaster | undefined {
  const lines = readLockFile(clusterFolder)
  const pid = Number(lines[0])
  if (!(pid > 0) || !isPostmasterOf(clusterFolder, pid)) return undefined
  const [, , , port, socketFolder = '', , , status = ''] = lines
  return { pid, port: Number(port), socketFolder, status: status.trim() }
}

/**
 * True when a new server may be launched. PostgreSQL takes whoever has the number in an old lock file for a
 * live server, which after the restart of a container is often wrong, so such a file is removed, but never
 * while a process of the old server may be left. All other old lock files PostgreSQL judges itself.
 */
export async function isFreeToLaunch(clusterFolder: string): Promise<boolean> {
  const pid = Number(readLockFile(clusterFolder)[0])
  if (!(pid > 0) || !isPidTaken(pid)) return true
  if (mayHavePostgresIn(clusterFolder)) return false
  await unlink(lockFile(clusterFolder)).catch(undefinedWhen('ENOENT'))
  return true
}

/** Disconnects everybody, writes what is to be written and returns when the process is really gone. */
export async function stopPostmaster(clusterFolder: string): Promise<void> {
  const server = findPostmaster(clusterFolder)
  const startedAt = server && readProcess(server.pid)?.startedAt
  if (!server || !startedAt) return
  process.kill(server.pid, 'SIGINT')
  if (await waitFor(() => !isRunning(server.pid, startedAt) || undefined)) return
  throw new Error(
    `The database server (process ${server.pid}) is still stopping after ${patienceMs / 1000} seconds; it goes on ` +
      'by itself.',
  )
}

const lockFile = (clusterFolder: string) => join(clusterFolder, 'postmaster.pid')

function readLockFile(clusterFolder: string): string[] {
  try {
    return readFileSync(lockFile(clusterFolder), 'utf8').split('\n')
  } catch (error) {
    undefinedWhen('ENOENT')(error)
    return []
  }
}

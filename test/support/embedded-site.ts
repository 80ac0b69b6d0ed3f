import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, vi } from 'vitest'
import { openPool } from '../../src/db/database.ts'
import { findPostmaster, type Postmaster } from '../../src/db/embedded/postmaster.ts'
import { readProcess } from '../../src/db/embedded/processes.ts'

/**
 * A data folder of the calling test file's own, for an embedded PostgreSQL. Nothing of it stays behind. To be made before the
 * processes that use it, since what is made last is ended first.
 */
export async function embeddedSite() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'caveau-crash-')))
  // PostgreSQL does not run as root, and the user that it runs as then must be able to pass.
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'data')
  const cluster = join(dataDir, 'postgres')
  const socketFolders = new Set<string>()

  const postmaster = (): Postmaster => {
    const found = findPostmaster(cluster)
    if (!found) throw new Error(`No server runs in ${cluster}.`)
    socketFolders.add(found.socketFolder)
    return found
  }

  const openEmbeddedPool = () => {
    const { socketFolder, port } = postmaster()
    const connection = { host: socketFolder, port, user: 'caveau', database: 'caveau' }
    return openPool(connection, { max: 4, applicationName: 'caveau tests' })
  }

  /** Kills the server and every process of it with -9, the main one first so that it can start no other. */
  const killPostgres = async () => {
    const { pid } = postmaster()
    const children = childrenOf(pid)
    for (const each of [pid, ...children]) killIfThere(each)
    await vi.waitUntil(() => [pid, ...children].every((each) => !readProcess(each)), { timeout: 10_000 })
  }

  afterAll(async () => {
    if (findPostmaster(cluster)) await killPostgres()
    for (const each of [folder, ...socketFolders]) await rm(each, { recursive: true, force: true })
  })
  return { dataDir, openEmbeddedPool, killPostgres, hasPostgres: () => findPostmaster(cluster) !== undefined }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function childrenOf(parent: number): number[] {
  const parentOf = (pid: number) => {
    try {
      return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
    } catch {
      return undefined
    }
  }
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent)
}

import { appendFile, lstat, mkdir, readdir, symlink, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findShippedBinaries } from './binaries.ts'
import { startEmbeddedServer } from './embedded-server.ts'
import { accountForNewCluster } from './server-account.ts'
import { socketFolderOf } from './socket-folder.ts'
import { StartRefusal } from './start-refusal.ts'
import { freshSite } from './test-bench.ts'

const fastAndLossy = true

describe('refusals say what to do', { timeout: 60_000 }, () => {
  async function refusalOf(dataDir: string): Promise<string> {
    const refusal = await startEmbeddedServer({ dataDir, fastAndLossy }).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(refusal).toBeInstanceOf(StartRefusal)
    return (refusal as StartRefusal).message
  }

  test('a cluster of another version', async () => {
    const { dataDir, cluster } = await freshSite()
    await (await startEmbeddedServer({ dataDir, fastAndLossy })).stop()
    await writeFile(join(cluster, 'PG_VERSION'), '17\n')
    expect(await refusalOf(dataDir)).toBe(
      `The data folder ${cluster} holds a PostgreSQL 17 cluster, and this version of Caveau runs PostgreSQL 18: ` +
        'run the version of Caveau that made it, or serve it with PostgreSQL 17 and set DATABASE_URL, or set ' +
        'DATA_DIR to another folder to begin with an empty database.',
    )
  })

  test('a folder that holds something else', async () => {
    const { dataDir, cluster } = await freshSite()
    await mkdir(cluster, { recursive: true })
    await writeFile(join(cluster, 'holiday.jpg'), '')
    expect(await refusalOf(dataDir)).toMatch(/postgres (belongs to root|is not a PostgreSQL cluster)/)
  })

  test('a data folder that is a file', async () => {
    const { dataDir } = await freshSite()
    await writeFile(dataDir, '')
    expect(await refusalOf(dataDir)).toBe(
      `The folder ${dataDir} cannot be used for the database: a file with that name is in the way.`,
    )
  })

  test('a server that does not come up tells the end of its log and leaves nothing behind', async () => {
    const { dataDir, cluster } = await freshSite()
    await (await startEmbeddedServer({ dataDir, fastAndLossy })).stop()
    await appendFile(join(cluster, 'postgresql.conf'), '\nshared_buffers = plenty\n')
    expect(await refusalOf(dataDir)).toMatch(/did not come up\. The end of its log:\n[\s\S]*shared_buffers/)
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log', 'postgres.previous.log'])
  })

  test('a socket folder that somebody else has put in its place', async () => {
    const { dataDir, cluster } = await freshSite()
    const socketFolder = socketFolderOf(cluster, accountForNewCluster())
    await symlink(dataDir, socketFolder)
    onTestFinished(() => unlink(socketFolder))
    expect(await refusalOf(dataDir)).toContain(`The folder ${socketFolder}, which Caveau needs`)
    expect((await lstat(dataDir)).uid).toBe(process.getuid?.())
  })

  test('a platform without binaries', () => {
    expect(() => findShippedBinaries('plan9-mips')).toThrow(
      'There is no built-in PostgreSQL for plan9-mips here: set DATABASE_URL to a PostgreSQL server (15 or newer).',
    )
  })
})

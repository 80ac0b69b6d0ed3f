import { execFile, spawn } from 'node:child_process'
import {
  chown,
  lstat,
  mkdir,
  readFile,
  readlink,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findShippedBinaries, prepareBinaries } from './binaries.ts'
import { startEmbeddedServer } from './embedded-server.ts'
import { findPostmaster, isFreeToLaunch } from './postmaster.ts'
import { sharedFolder } from './private-home.ts'
import { canEnter, runAs } from './run-as.ts'
import { accountForNewCluster, accountOfCluster, credentialsOf } from './server-account.ts'
import { disposableFolder, freshSite, query, startInChild } from './test-bench.ts'

const run = promisify(execFile)
const fastAndLossy = true
const ordinary = { name: 'an ordinary user', uid: 65_534, gid: 65_534, isThisProcess: false }

const isRoot = process.getuid?.() === 0
const ordinaryMayRunThis =
  isRoot &&
  (await canEnter(ordinary, dirname(process.execPath))) &&
  (await canEnter(ordinary, import.meta.dirname))

describe.skipIf(!isRoot)(
  'as root (skipped for others, who cannot change the user)',
  { timeout: 60_000 },
  () => {
    test('the server runs as another user, who owns the cluster', async () => {
      const { dataDir, cluster } = await freshSite()
      const server = await startEmbeddedServer({ dataDir, fastAndLossy })
      const { uid } = accountForNewCluster()
      expect(uid).not.toBe(0)
      expect((await stat(cluster)).uid).toBe(uid)
      expect((await stat(`/proc/${findPostmaster(cluster)?.pid}`)).uid).toBe(uid)
      await server.stop()
    })

    test('data in a private folder: the cluster moves to a shared place, and a link leads there', async () => {
      const { dataDir, cluster } = await freshSite(0o700)
      const server = await startEmbeddedServer({ dataDir, fastAndLossy })
      onTestFinished(() => removeWhenEmpty(join(sharedFolder, 'clusters'), sharedFolder))
      const target = await readlink(cluster)
      expect(dirname(target)).toBe(join(sharedFolder, 'clusters'))
      expect(await readFile(`${target}.link`, 'utf8')).toBe(cluster)
      await query(server.connection, `create table cellar as select 'Musigny' as wine`)
      await server.stop()
      const again = await startEmbeddedServer({ dataDir, fastAndLossy })
      expect(await readlink(cluster)).toBe(target)
      expect(await query(again.connection, 'table cellar')).toEqual([{ wine: 'Musigny' }])
      await again.stop()
    })

    test('binaries in a private folder are copied once to where the user can run them', async () => {
      const shipped = findShippedBinaries()
      const account = accountForNewCluster()
      const hidden = join(await disposableFolder(0o700), 'native')
      await symlink(shipped.native, hidden)
      const parent = await disposableFolder()
      const copy = await prepareBinaries({ ...shipped, native: hidden }, account, parent)
      expect(copy).toBe(join(parent, `postgres-${shipped.version}`))
      expect((await runAs(account, join(copy, 'bin/initdb'), ['--version'])).output).toContain('PostgreSQL')
      const { ino } = await stat(copy)
      await prepareBinaries({ ...shipped, native: hidden }, account, parent)
      expect((await stat(copy)).ino).toBe(ino)

      // The same copy without its links stands for an installation without install scripts.
      const link = join(copy, 'lib/libicuuc.so.60')
      await rm(link)
      expect(await prepareBinaries({ ...shipped, native: copy }, account, parent)).toBe(copy)
      expect((await lstat(link)).isSymbolicLink()).toBe(true)
    })

    test('an existing cluster is served by its owner', () => {
      expect(accountOfCluster('/srv/postgres', { uid: 1234, gid: 1235 })).toMatchObject({
        uid: 1234,
        gid: 1235,
        isThisProcess: false,
      })
      expect(() => accountOfCluster('/srv/postgres', { uid: 0, gid: 0 })).toThrow('belongs to root')
    })

    test('an old lock file whose number another process was given is removed', async () => {
      const { dataDir, cluster } = await freshSite()
      const server = await startEmbeddedServer({ dataDir, fastAndLossy })
      const lockFile = join(cluster, 'postmaster.pid')
      const text = await readFile(lockFile, 'utf8')
      expect(await isFreeToLaunch(cluster)).toBe(false)
      await server.stop()
      const stranger = spawn('sleep', ['60'], credentialsOf(accountForNewCluster()))
      onTestFinished(() => {
        stranger.kill()
      })
      await writeFile(lockFile, text.replace(/^\d+/, String(stranger.pid)))
      const { uid, gid } = accountForNewCluster()
      await chown(lockFile, uid, gid)
      const again = await startEmbeddedServer({ dataDir, fastAndLossy })
      expect(await query(again.connection, 'select 1 as one')).toEqual([{ one: 1 }])
      await again.stop()
    })
  },
)

describe.skipIf(!ordinaryMayRunThis)(
  'as an ordinary user (skipped unless root can start one that reaches the code)',
  {
    timeout: 60_000,
  },
  () => {
    test('the server runs as that user, and root joins it later', async () => {
      const { dataDir, cluster } = await freshSite()
      await mkdir(dataDir)
      await chown(dataDir, ordinary.uid, ordinary.gid)
      const child = startInChild(dataDir, 'stay', ordinary)
      await child.connected
      expect((await stat(`/proc/${findPostmaster(cluster)?.pid}`)).uid).toBe(ordinary.uid)
      const own = await startEmbeddedServer({ dataDir, fastAndLossy })
      expect(await child.leave()).toBe(0)
      expect(await query(own.connection, 'select 1 as one')).toEqual([{ one: 1 }])
      await own.stop()
      expect(findPostmaster(cluster)).toBeUndefined()
      const after = startInChild(dataDir, 'stay', ordinary)
      await after.connected
      expect(await after.leave()).toBe(0)
    })

    test('a data folder of somebody else is refused by name', async () => {
      const { dataDir } = await freshSite()
      await mkdir(dataDir)
      await expect(startInChild(dataDir, 'stay', ordinary).connected).rejects.toThrow(
        `The folder ${dataDir}/postgres.tenants cannot be used for the database: this process may not read or write it.`,
      )
    })

    test('a cluster of somebody else is refused with their name', async () => {
      const { dataDir, cluster } = await freshSite()
      await (await startEmbeddedServer({ dataDir, fastAndLossy })).stop()
      await expect(startInChild(dataDir, 'stay', ordinary).connected).rejects.toThrow(
        `The database folder ${cluster} belongs to the user ${accountForNewCluster().name}, and this process runs as`,
      )
    })

    test('links that cannot be made in the installed packages are made in a copy', async () => {
      const shipped = findShippedBinaries()
      const readOnly = join(await disposableFolder(), 'native')
      await run('cp', ['-a', shipped.native, readOnly])
      await rm(join(readOnly, 'lib/libicuuc.so.60'))
      const parent = await disposableFolder()
      await chown(parent, ordinary.uid, ordinary.gid)
      const script = `const { prepareBinaries } = await import(${JSON.stringify(new URL('./binaries.ts', import.meta.url).href)})
      const account = { name: 'self', uid: 65534, gid: 65534, isThisProcess: true }
      console.log(await prepareBinaries({ version: 'test', major: '18', native: ${JSON.stringify(readOnly)} }, account, ${JSON.stringify(parent)}))`
      const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
        ...credentialsOf(ordinary),
        cwd: '/',
      })
      expect(stdout.trim()).toBe(join(parent, 'postgres-test'))
    })
  },
)

async function removeWhenEmpty(...folders: string[]) {
  for (const folder of folders) await rmdir(folder).catch(() => {})
}

import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startEmbeddedServer } from './embedded-server.ts'
import { findPostmaster, type Postmaster } from './postmaster.ts'
import { isRunning, readProcess } from './processes.ts'
import { freshSite, query, startInChild } from './test-bench.ts'
import { waitFor } from './wait-for.ts'

const fastAndLossy = true

function getPostmaster(cluster: string): Postmaster & { startedAt: string } {
  const found = findPostmaster(cluster)
  const startedAt = found && readProcess(found.pid)?.startedAt
  if (!startedAt) throw new Error(`No server runs in ${cluster}.`)
  return { ...found, startedAt }
}

describe('one process', { timeout: 60_000 }, () => {
  test('a fresh folder is served by a socket that only the owner reaches, and by no port', async () => {
    const { dataDir, cluster } = await freshSite()
    const server = await startEmbeddedServer({ dataDir, fastAndLossy })
    expect(server.connection).toMatchObject({ user: 'caveau', database: 'caveau' })
    expect((await stat(server.connection.host)).mode & 0o777).toBe(0o700)
    const settings = await query<{ name: string; setting: string }>(
      server.connection,
      `select name, setting from pg_settings
       where name in ('listen_addresses', 'TimeZone', 'random_page_cost', 'server_encoding', 'fsync')`,
    )
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      listen_addresses: '',
      TimeZone: 'UTC',
      random_page_cost: '1.1',
      server_encoding: 'UTF8',
      fsync: 'off',
    })
    const [row] = await query(server.connection, `select lower('CHÂTEAU') as lower, 'é' ilike 'É' as alike`)
    expect(row).toEqual({ lower: 'château', alike: true })
    const { pid, startedAt } = getPostmaster(cluster)
    await server.stop()
    expect(isRunning(pid, startedAt)).toBe(false)
    expect(existsSync(server.connection.host)).toBe(false)
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log'])
  })

  test('a server that was killed is started again at the same place, and a stopped one is not', async () => {
    const { dataDir, cluster } = await freshSite()
    const server = await startEmbeddedServer({ dataDir })
    await query(server.connection, 'create table kept as select 1 as one')
    const killed = getPostmaster(cluster)
    await server.revive()
    expect(getPostmaster(cluster).pid, 'one that lives is left alone').toBe(killed.pid)
    process.kill(killed.pid, 'SIGKILL')
    await waitFor(() => !isRunning(killed.pid, killed.startedAt) || undefined)
    await Promise.all([server.revive(), server.revive()])
    expect(getPostmaster(cluster).pid).not.toBe(killed.pid)
    expect(await query(server.connection, 'select one from kept')).toEqual([{ one: 1 }])
    await server.stop()
    await server.revive()
    expect(findPostmaster(cluster)).toBeUndefined()
  })

  test('without fastAndLossy the database is durable', async () => {
    const { dataDir } = await freshSite()
    const server = await startEmbeddedServer({ dataDir })
    const [row] = await query(
      server.connection,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
         current_setting('full_page_writes') as pages`,
    )
    expect(row).toEqual({ fsync: 'on', commit: 'on', pages: 'on' })
    await server.stop()
  })

  test('what was written is there after a stop and a second start, and the last log is kept', async () => {
    const { dataDir } = await freshSite()
    const first = await startEmbeddedServer({ dataDir, fastAndLossy })
    await query(first.connection, `create table cellar as select 'Pétrus' as wine`)
    await first.stop()
    const second = await startEmbeddedServer({ dataDir, fastAndLossy })
    expect(await query(second.connection, 'table cellar')).toEqual([{ wine: 'Pétrus' }])
    await second.stop()
    expect(await readFile(join(dataDir, 'postgres.previous.log'), 'utf8')).toContain('is shut down')
  })

  test('the server has a session of its own, away from Ctrl-C, and does not keep node alive', async () => {
    const { dataDir, cluster } = await freshSite()
    const child = startInChild(dataDir, 'return')
    await child.connected
    expect(await child.exited).toBe(0)
    const { pid } = getPostmaster(cluster)
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const [, , processGroup, session] = afterName.map(Number)
    expect({ processGroup, session }).toEqual({ processGroup: pid, session: pid })
  })

  test('stop may be called twice', async () => {
    const { dataDir, cluster } = await freshSite()
    const server = await startEmbeddedServer({ dataDir, fastAndLossy })
    const { pid, startedAt } = getPostmaster(cluster)
    await Promise.all([server.stop(), server.stop()])
    expect(isRunning(pid, startedAt)).toBe(false)
  })
})

describe('several processes on one folder', { timeout: 60_000 }, () => {
  test('a second start joins the server, and the last to leave stops it', async () => {
    const { dataDir, cluster } = await freshSite()
    const other = startInChild(dataDir, 'stay')
    await other.connected
    const { pid, startedAt } = getPostmaster(cluster)
    const own = await startEmbeddedServer({ dataDir, fastAndLossy })
    expect(getPostmaster(cluster).pid).toBe(pid)
    expect(await other.leave()).toBe(0)
    expect(await query(own.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await own.stop()
    expect(isRunning(pid, startedAt)).toBe(false)
  })

  test('a server left behind by a killed process is joined, then stopped', async () => {
    const { dataDir, cluster } = await freshSite()
    const killed = startInChild(dataDir, 'stay')
    await killed.connected
    const { pid, startedAt } = getPostmaster(cluster)
    killed.child.kill('SIGKILL')
    await once(killed.child, 'exit')
    expect(isRunning(pid, startedAt)).toBe(true)
    const own = await startEmbeddedServer({ dataDir, fastAndLossy })
    expect(getPostmaster(cluster).pid).toBe(pid)
    await own.stop()
    expect(isRunning(pid, startedAt)).toBe(false)
  })

  test('four at once on a fresh folder share one server', async () => {
    const { dataDir, cluster } = await freshSite()
    const all = [1, 2, 3, 4].map(() => startInChild(dataDir, 'stay'))
    const connections = await Promise.all(all.map(({ connected }) => connected))
    const { pid, startedAt } = getPostmaster(cluster)
    for (const connection of connections) {
      const [row] = await query<{ pid: number }>(
        connection,
        `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`,
      )
      expect(row).toEqual({ pid })
    }
    expect(await Promise.all(all.map(({ leave }) => leave()))).toEqual([0, 0, 0, 0])
    expect(isRunning(pid, startedAt)).toBe(false)
    expect(await readdir(dataDir)).not.toContain('postgres.tenants')
  })

  test('those who come while the server stops get a server, every time', async () => {
    const { dataDir, cluster } = await freshSite()
    const comeAndGo = async (times: number) => {
      for (let left = times; left > 0; left -= 1) {
        const server = await startEmbeddedServer({ dataDir, fastAndLossy })
        expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
        await server.stop()
      }
    }
    await Promise.all([comeAndGo(4), comeAndGo(5), comeAndGo(6)])
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false)
  })
})

describe('after an accident', { timeout: 60_000 }, () => {
  test('a server that was killed is replaced, and committed rows are there', async () => {
    const { dataDir, cluster } = await freshSite()
    const first = await startEmbeddedServer({ dataDir })
    await query(first.connection, `create table cellar as select 'Yquem' as wine`)
    process.kill(getPostmaster(cluster).pid, 'SIGKILL')
    const second = await startEmbeddedServer({ dataDir })
    expect(await query(second.connection, 'table cellar')).toEqual([{ wine: 'Yquem' }])
    await first.stop()
    expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await second.stop()
  })

  test('half a cluster left by a killed start is cleared away', async () => {
    const { dataDir } = await freshSite()
    await mkdir(join(dataDir, 'postgres.new-999999999-1-ab', 'base'), { recursive: true })
    const server = await startEmbeddedServer({ dataDir, fastAndLossy })
    expect((await readdir(dataDir)).filter((name) => name.includes('.new-'))).toEqual([])
    await server.stop()
  })
})

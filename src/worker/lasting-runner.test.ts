// Background work outlives broken connections, and gives signs of life while it runs.
import { Logger } from 'graphile-worker'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { databaseOf, openPool } from '../db/database.ts'
import { startLastingRunner } from './lasting-runner.ts'

const { deps, pool, databaseUrl } = await testDatabase()

async function start(done: (id: number) => void) {
  const own = openPool({ connectionString: databaseUrl }, { max: 6, applicationName: 'lasting' })
  const silent = pino({ level: 'silent' })
  const runner = await startLastingRunner(
    { deps: { ...deps, db: databaseOf(own) }, pool: own, log: silent },
    {
      concurrency: 3,
      noHandleSignals: true,
      pollInterval: 200,
      logger: new Logger(() => () => {}),
      taskList: { count: async (payload) => done((payload as { id: number }).id) },
    },
  )
  let isRunning = true
  const stop = async () => {
    if (!isRunning) return
    isRunning = false
    await runner.stop()
    await own.end()
  }
  onTestFinished(stop)
  return { runner, stop }
}
const workers = async () => (await pool.query<{ id: string }>('select id from live_workers')).rows

test('a runner is known while it runs, and no longer', async () => {
  const { stop } = await start(() => {})
  await vi.waitUntil(async () => (await workers()).length === 1)
  expect((await workers())[0]?.id).toMatch(/^pool-/)
  await stop()
  expect(await workers()).toEqual([])
})

test('every job is done although connections are cut again and again', { timeout: 60_000 }, async () => {
  const done = new Set<number>()
  await start((id) => done.add(id))
  const count = 600
  const cut = async () => {
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lasting' and datname = current_database()`,
    )
  }
  for (let each = 0; each < 6; each++) {
    await pool.query(
      `select graphile_worker.add_job('count', json_build_object('id', n)) from generate_series($1::int, $2::int) n`,
      [each * 100 + 1, each * 100 + 100],
    )
    await vi.waitUntil(() => done.size >= each * 100 + 20, { interval: 1, timeout: 30_000 })
    await cut()
  }
  await vi.waitUntil(() => done.size === count, { timeout: 40_000 })
  await vi.waitUntil(
    async () => (await pool.query('select 1 from graphile_worker._private_jobs')).rows.length === 0,
    { timeout: 40_000 },
  )
})

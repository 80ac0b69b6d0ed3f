// Hundreds of changes while receivers fail at random, workers are killed and connections are cut: every event arrives, in order.
// bench/webhook-storm.ts is the same in full size.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Deps } from '../../src/core/deps.ts'
import { testDatabase } from '../support/database.ts'
import { startWorker } from '../support/start-worker.ts'
import { webhookCellar } from '../support/webhook-cellar.ts'
import { runStorm } from './storm/run-storm.ts'

const { deps: fixed, pool, databaseUrl } = await testDatabase()
const deps: Deps = { ...fixed, now: () => new Date() }
const dataDir = await mkdtemp(join(tmpdir(), 'caveau-storm-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const cutConnections = async () => {
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'caveau worker'`,
  )
}

test('what was committed arrives at least once, in order, and signed', { timeout: 120_000 }, async ({
  signal,
}) => {
  const site = {
    ...{ deps, pool, cellar: await webhookCellar(deps, pool), outage: cutConnections, signal },
    startWorker: () => startWorker({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }),
  }
  const { faults, figures, endedWith, said } = await runStorm(site, {
    ...{ owners: 3, receiversEach: 2, ordersEach: 12, editsEach: 2, workers: 2, limitMs: 100_000 },
    ...{ killEveryMs: 0, killEveryMessages: 30, mostKills: 2, killsBeforeOutage: 1 },
  })
  expect(faults).toEqual([])
  expect(figures).toMatchObject({ changes: 3 * (12 * 3 + 3), rolledBack: 3 * 2, kills: 2 })
  expect(endedWith).toEqual([0, 0])
  // Of the connections that were cut, graphile-worker complains about the one that it listens on.
  const complaints = said.flatMap((text) => text.split('\n')).filter(Boolean)
  expect(complaints.filter((line) => !/notify listener|UNLISTEN/.test(line))).toEqual([])
  const { rows } = await pool.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  expect(rows).toEqual([{ deadlocks: 0 }])
})

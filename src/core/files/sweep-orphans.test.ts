import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import pino from 'pino'
import { expect, test } from 'vitest'
import { bareOrder } from '../../../test/support/bare-order.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { startS3Server } from '../../../test/support/s3-server.ts'
import { loadSettings } from '../../config.ts'
import { runWorker } from '../../worker/run-worker.ts'
import { freshKey, MissingFile } from './file-store.ts'
import { openFileStore } from './open-file-store.ts'
import { type ExpectedFiles, expectFiles, stopExpecting, sweepOrphans } from './sweep-orphans.ts'

// Far more than it takes, for a machine that has much else to do.
const patience = { timeout: 10_000 }

const { deps, db, pool, settings } = await testDatabase({ content: 'demo' })
const { environment } = await startS3Server()
const bucket = await openFileStore(loadSettings({ ...environment, DATA_DIR: settings.dataDir }))
const orderId = await bareOrder(pool)

const threeFiles = (): ExpectedFiles => ({ accountId: 1, keys: [freshKey(), freshKey(), freshKey()] })
const content = () => Readable.from([Buffer.from('a;b\n')])
const attach = (key: string | undefined) =>
  pool.query(
    `insert into order_files (account_id, order_id, name, media_type, size_bytes, storage_key, created_at)
     values (1, $1, 'a.csv', 'text/csv', 4, $2, now())`,
    [orderId, key],
  )
const jobs = async ({ keys: [first] }: ExpectedFiles) => {
  const { rows } = await pool.query<{ id: string; task: string; hours: number }>(
    `select id, task_identifier as task, round(extract(epoch from run_at - now()) / 3600)::int as hours
     from graphile_worker.jobs where key = $1`,
    [`files ${first}`],
  )
  return rows
}

test.each([
  { kind: 'folder', files: deps.files },
  { kind: 's3', files: bucket },
])('what has a row stays and what has none goes, in the store of kind $kind', async ({ files }) => {
  const expected = threeFiles()
  const [attached = '', orphan = '', neverStored = ''] = expected.keys
  await files.put(attached, content())
  await files.put(orphan, content())
  await attach(attached)
  expect(await sweepOrphans({ ...deps, files }, expected)).toBe(2)
  expect((await buffer(await files.open(attached))).toString()).toBe('a;b\n')
  await expect(files.open(orphan)).rejects.toThrow(MissingFile)
  await expect(files.open(neverStored)).rejects.toThrow(MissingFile)
  expect(await sweepOrphans({ ...deps, files }, expected)).toBe(2)
})

test('a file of a putaway stays as well', async () => {
  const expected = threeFiles()
  const [attached = '', orphan = ''] = expected.keys
  await deps.files.put(attached, content())
  await deps.files.put(orphan, content())
  await pool.query(
    `insert into putaway_files (account_id, putaway_id, name, media_type, size_bytes, storage_key, created_at)
     select 1, min(id), 'a.csv', 'text/csv', 4, $1, now() from putaways where account_id = 1`,
    [attached],
  )
  expect(await sweepOrphans(deps, expected)).toBe(2)
  expect((await buffer(await deps.files.open(attached))).toString()).toBe('a;b\n')
  await expect(deps.files.open(orphan)).rejects.toThrow(MissingFile)
})

test('a job looks after an upload in 24 hours, until its rows are there', async () => {
  const expected = threeFiles()
  await expectFiles(db, expected)
  expect(await jobs(expected)).toMatchObject([{ task: 'sweep_orphans', hours: 24 }])
  const failing = db.transaction(async (within) => {
    await stopExpecting(within, expected)
    throw new Error('the rows were not written')
  })
  await expect(failing).rejects.toThrow('the rows were not written')
  expect(await jobs(expected)).toHaveLength(1)
  await db.transaction((within) => stopExpecting(within, expected))
  expect(await jobs(expected)).toEqual([])
})

test('the worker does the job when its time has come', async () => {
  const expected = threeFiles()
  const [orphan = ''] = expected.keys
  await deps.files.put(orphan, content())
  await expectFiles(db, expected)
  const [job] = await jobs(expected)
  await pool.query('select from graphile_worker.reschedule_jobs(array[$1::bigint], run_at := now())', [
    job?.id,
  ])
  const runner = await runWorker({ deps, pool, log: pino({ level: 'silent' }) })
  await expect.poll(() => jobs(expected), patience).toEqual([])
  await runner.stop()
  await expect(deps.files.open(orphan)).rejects.toThrow(MissingFile)
})

import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { beatWorker, buryDeadWorkers, leaveWork } from './live-workers.ts'

const { db, pool } = await testDatabase()

/** A job that a pool has taken. */
const lockJob = async (poolId: string): Promise<number> => {
  const { rows } = await pool.query<{ id: number }>(
    `select (graphile_worker.add_job('send_mail', queue_name := $1)).id`,
    [`queue of ${poolId}`],
  )
  await pool.query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = 1 where id = $2`,
    [poolId, rows[0]?.id],
  )
  await pool.query(
    `update graphile_worker._private_job_queues set locked_by = $1, locked_at = now() where queue_name = $2`,
    [poolId, `queue of ${poolId}`],
  )
  return Number(rows[0]?.id)
}
const holders = async () => {
  const { rows } = await pool.query<{ id: number; job: string | null; queue: string | null }>(
    `select j.id, j.locked_by as job, q.locked_by as queue from graphile_worker._private_jobs j
       join graphile_worker._private_job_queues q on q.id = j.job_queue_id order by j.id`,
  )
  return new Map(rows.map(({ id, job, queue }) => [id, [job, queue]]))
}
const silentFor = (poolId: string, seconds: number) =>
  pool.query(
    'update live_workers set beat_at = clock_timestamp() - make_interval(secs => $2) where id = $1',
    [poolId, seconds],
  )

test('the jobs of a pool that fell silent for 30 s are free again, and only those', async () => {
  const jobs = new Map<string, number>()
  for (const poolId of ['alive', 'quiet', 'dead', 'unknown']) jobs.set(poolId, await lockJob(poolId))
  for (const poolId of ['alive', 'quiet', 'dead']) await beatWorker(db, poolId)
  await silentFor('quiet', 29)
  await silentFor('dead', 31)
  expect(await buryDeadWorkers(db)).toBe(1)
  const held = await holders()
  const heldOf = (poolId: string) => held.get(jobs.get(poolId) ?? 0)
  expect(heldOf('dead')).toEqual([null, null])
  // One without any sign of life may be of an older version, which gives none.
  for (const poolId of ['alive', 'quiet', 'unknown']) expect(heldOf(poolId)).toEqual([poolId, poolId])
  expect(await buryDeadWorkers(db)).toBe(0)
})

test('two that find the same dead at once free its jobs once', async () => {
  await lockJob('twice')
  await beatWorker(db, 'twice')
  await silentFor('twice', 60)
  const found = await Promise.all([buryDeadWorkers(db), buryDeadWorkers(db), buryDeadWorkers(db)])
  expect(found.toSorted()).toEqual([0, 0, 1])
})

test('who leaves frees what it still held', async () => {
  const job = await lockJob('leaver')
  await beatWorker(db, 'leaver')
  await leaveWork(db, 'leaver')
  expect((await holders()).get(job)).toEqual([null, null])
  const { rows } = await pool.query(`select 1 from live_workers where id = 'leaver'`)
  expect(rows).toEqual([])
})

import type { Database } from '../../db/database.ts'
import { int, orNull, statement, text } from '../../db/statement.ts'

/** Whoever has given no sign of life for so long is taken for dead. */
export const silenceMs = 30_000

// All by the clock of the database, which everybody shares.
const beat = statement(
  'live-workers.beat',
  `insert into live_workers (id, beat_at) values ($1, clock_timestamp())
   on conflict (id) do update set beat_at = excluded.beat_at`,
  {},
)
const leave = statement(
  'live-workers.leave',
  `with gone as (delete from live_workers where id = $1)
   select graphile_worker.force_unlock_workers(array[$1::text])::text as unlocked`,
  { unlocked: text },
)
const buryDead = statement(
  'live-workers.bury-dead',
  `with dead as (
     delete from live_workers where beat_at < clock_timestamp() - make_interval(secs => ${silenceMs / 1000}) returning id
   ), all_dead as (
     select count(*) as total, array_agg(id) as ids from dead
   )
   select total, case when total > 0 then graphile_worker.force_unlock_workers(ids)::text end as unlocked from all_dead`,
  { total: int, unlocked: orNull(text) },
)

/** A sign of life of a pool of workers. `poolId` is what its jobs are locked by. */
export const beatWorker = (db: Database, poolId: string): Promise<number> => db.run(beat, [poolId])

/** For a pool that runs no more: whatever it held is free again. */
export const leaveWork = (db: Database, poolId: string): Promise<number> => db.run(leave, [poolId])

/** Frees the jobs of all pools that fell silent, which else would stay locked for hours. Tells how many pools those were. */
export async function buryDeadWorkers(db: Database): Promise<number> {
  const found = await db.row(buryDead)
  return found?.total ?? 0
}

import type pg from 'pg'
import { vi } from 'vitest'
import type { Deps } from '../../src/core/deps.ts'

/** Work whose transaction stays open, with all its locks, until it is told how to end. */
export type OpenTransaction<T> = {
  result: T
  commit: () => Promise<void>
  rollback: () => Promise<void>
}

class RolledBack extends Error {}

export async function openTransaction<T>(
  deps: Deps,
  work: (within: Deps) => Promise<T>,
): Promise<OpenTransaction<T>> {
  const worked = Promise.withResolvers<T>()
  const decided = Promise.withResolvers<void>()
  const ended = deps.db.transaction(async (db) => {
    worked.resolve(await work({ ...deps, db }))
    await decided.promise
  })
  ended.catch(worked.reject)
  const rollback = async () => {
    decided.reject(new RolledBack())
    await ended.catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
  }
  const commit = async () => {
    decided.resolve()
    await ended
  }
  return { result: await worked.promise, commit, rollback }
}

/** Returns when so many queries of this database wait for a lock that another transaction holds. */
export const untilWaiting = (pool: pg.Pool, count = 1): Promise<boolean> =>
  vi.waitUntil(
    async () => {
      const { rows } = await pool.query<{ waiting: number }>(
        `select count(*) as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return Number(rows[0]?.waiting) >= count
    },
    { interval: 5, timeout: 10_000 },
  )

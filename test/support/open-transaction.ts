import type pg from 'pg'
import { onTestFinished, vi } from 'vitest'
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
  const commit = async () => {
    decided.resolve()
    await ended
  }
  const rollback = async () => {
    decided.reject(new RolledBack())
    await ended.catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
  }
  onTestFinished(rollback)
  return { result: await worked.promise, commit, rollback }
}

/** A connection of the test's own inside a transaction, closed when the test is done. */
export async function rivalConnection(pool: pg.Pool): Promise<pg.PoolClient> {
  const rival = await pool.connect()
  onTestFinished(() => rival.release(true))
  await rival.query('begin')
  return rival
}

/** Returns when a query of this database waits for a lock that another transaction holds. */
export const untilWaiting = (pool: pg.Pool): Promise<boolean> =>
  vi.waitUntil(
    async () => {
      const { rows } = await pool.query<{ waits: boolean }>(
        `select exists (
           select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits`,
      )
      return rows[0]?.waits ?? false
    },
    { interval: 5, timeout: 10_000 },
  )

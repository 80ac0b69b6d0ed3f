import type { Database } from '../db/database.ts'

// The end of each account's queue. An account with nobody waiting has no entry.
const lastInLine = new Map<number, Promise<void>>()

/**
 * One transaction of an account after the other, within this process. Those that would wait for each other in the database wait
 * here, where they hold no connection: a busy owner must not empty the pool for the others. Inside a transaction the place in
 * the queue has been taken already.
 */
export async function transactionInLine<T>(
  database: Database,
  accountId: number,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  if (database.isTransaction) return work(database)
  const before = lastInLine.get(accountId)
  const { promise: done, resolve: leave } = Promise.withResolvers<void>()
  lastInLine.set(accountId, done)
  await before
  try {
    return await database.transaction(work)
  } finally {
    if (lastInLine.get(accountId) === done) lastInLine.delete(accountId)
    leave()
  }
}

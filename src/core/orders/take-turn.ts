import type { Database } from '../../db/database.ts'
import { statement, text } from '../../db/statement.ts'
import { transactionInLine } from '../account-queue.ts'

/** For statements whose first parameter is the account. */
export const turnLock = `pg_advisory_xact_lock(hashtextextended('order turn', $1::bigint))::text`

const turn = statement('orders.take-turn', `select ${turnLock} as turn`, { turn: text })

/**
 * A transaction of an account that may have to wait for bottles, or gives some back: no other such one of the account runs at the
 * same time, in this process or another. The turn comes before any other lock and lasts until the transaction ends. Without turns
 * two would wait for each other's bottles until PostgreSQL finds out, a second later; and one that waited for bottles would not
 * see those given back meanwhile, and tell of a shortage where there is none. Every account has turns of its own.
 */
export const inTurn = <T>(
  database: Database,
  accountId: number,
  work: (db: Database) => Promise<T>,
): Promise<T> =>
  transactionInLine(database, accountId, async (db) => {
    await db.run(turn, [accountId])
    return work(db)
  })

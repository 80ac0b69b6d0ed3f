import type { Database } from '../../db/database.ts'
import { statement, text } from '../../db/statement.ts'

/** For statements whose first parameter is the account. */
export const turnLock = `pg_advisory_xact_lock(hashtextextended('order turn', $1::bigint))::text`

const turn = statement('orders.take-turn', `select ${turnLock} as turn`, { turn: text })

/**
 * Waits until no other order of the account is being written that may have to wait for bottles, or gives some back. Whoever does so
 * takes a turn before any other lock and has it until the transaction ends. Without turns two would wait for each other's bottles
 * until PostgreSQL finds out, a second later; and one that waited for bottles would not see those given back meanwhile, and tell
 * of a shortage where there is none. Every account has turns of its own.
 */
export async function takeTurn(db: Database, accountId: number): Promise<void> {
  await db.run(turn, [accountId])
}

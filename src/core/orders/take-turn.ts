import type { Database } from '../../db/database.ts'
import { statement, text } from '../../db/statement.ts'

/** For statements whose first parameter is the account. */
export const turnLock = `pg_advisory_xact_lock(hashtextextended('order turn', $1::bigint))::text`

const turn = statement('orders.take-turn', `select ${turnLock} as turn`, { turn: text })

/**
 * Waits until no other order of the account is being written that may have to wait for bottles. Whoever may have to takes a turn
 * first, before any other lock, and has it until the transaction ends: two that waited for each other's bottles would stand still
 * until PostgreSQL finds out, a second later. Every account has turns of its own.
 */
export async function takeTurn(db: Database, accountId: number): Promise<void> {
  await db.run(turn, [accountId])
}

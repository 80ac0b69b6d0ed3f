import type { Database } from '../../db/database.ts'
import { int, statement } from '../../db/statement.ts'

const by = 'make_interval(secs => $2::bigint / 1000.0)'

// Before their deliveries, as everybody does who changes both.
const lockEndpoints = statement(
  'sandboxes.lock-endpoints',
  'select id from webhook_endpoints where account_id = $1 order by id for no key update',
  { id: int },
)
const moves = [
  statement(
    'sandboxes.move-due-times',
    `update webhook_deliveries set due_at = due_at + ${by} where account_id = $1 and state = 'pending'`,
    {},
  ),
  statement(
    'sandboxes.move-secrets-end',
    `update webhook_endpoints set former_secret_until = former_secret_until + ${by}
     where account_id = $1 and former_secret_until is not null`,
    {},
  ),
  statement(
    'sandboxes.move-kept-answers',
    `update idempotent_answers set created_at = created_at + ${by} where account_id = $1`,
    {},
  ),
  // What moves from now on is later than the last look.
  statement(
    'sandboxes.move-last-look',
    `update stock_watches set looked_at = looked_at + ${by} where account_id = $1`,
    {},
  ),
]

/**
 * When a clock is turned back, by `byMs` below zero, everything that waits for a time keeps the wait it had: messages for their next
 * attempt, a former secret and kept answers for their end. What has happened stays at the time it happened.
 */
export async function keepWaits(db: Database, accountId: number, byMs: number): Promise<void> {
  await db.rows(lockEndpoints, [accountId])
  for (const each of moves) await db.run(each, [accountId, byMs])
}

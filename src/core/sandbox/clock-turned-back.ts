import type { Database } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'

const moveDueTimes = statement(
  'sandboxes.move-due-times',
  `update webhook_deliveries set due_at = due_at + make_interval(secs => $2::bigint / 1000.0)
   where account_id = $1 and state = 'pending'`,
  {},
)

/** When a clock is set by `byMs`, what waits keeps the wait it had: nothing waits for a time that was turned back. */
export const keepWaits = (db: Database, accountId: number, byMs: number): Promise<number> =>
  db.run(moveDueTimes, [accountId, byMs])

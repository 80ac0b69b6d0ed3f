import { statement } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'

const keptMs = 30 * 24 * 3_600_000
const batch = 2000

const deleteOld = statement(
  'events.delete-old',
  `delete from events where (account_id, id) in (
     select account_id, id from events where created_at < $1 order by created_at limit ${batch})`,
  {},
)

/** Events are kept for 30 days, and so is all that was done to deliver them. Tells how many were forgotten. */
export async function forgetOldEvents({ db, now }: Deps): Promise<number> {
  const before = new Date(now().getTime() - keptMs)
  for (let forgotten = 0; ; ) {
    const deleted = await db.run(deleteOld, [before])
    forgotten += deleted
    if (deleted < batch) return forgotten
  }
}

import type { Database } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'

/** More transactions than there can have been between the backup and the loss of what came after it. */
const gap = 1_000_000_000

// Written so that of two processes that start at once only the first does it.
const continueNumbers = statement(
  'events.continue-numbers',
  `update installation i set earlier_transactions = newest.number + ${gap}
   from (
     select greatest(max(last.written_by::text::bigint), (select max(m.written_by::text::bigint) from new_order_mails m)) as number
     from accounts a cross join lateral (
       select e.written_by from events e where e.account_id = a.id order by e.written_by desc limit 1) last
   ) newest
   where newest.number >= i.earlier_transactions + pg_snapshot_xmax(pg_current_snapshot())::text::bigint`,
  {},
)

/**
 * Events are read along the numbers of the transactions that wrote them. A dump that is restored brings such numbers into a server
 * that has not counted as far yet; without this its events could not be read, and readers would pass over those that come.
 */
export const numberEventsOn = (db: Database): Promise<number> => db.run(continueNumbers)

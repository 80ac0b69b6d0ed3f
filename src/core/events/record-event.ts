import type { Database } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import type { Invoice } from '../invoices/invoice-reads.ts'
import type { Putaway } from '../putaways/putaway-reads.ts'

export type Change = 'create' | 'update' | 'delete'
export type Subject = { subject: 'putaway'; record: Putaway } | { subject: 'invoice'; record: Invoice }

const insertEvent = statement(
  'events.insert',
  `with before as (
     select record from events where account_id = $1 and subject = $2 and subject_id = $4 order by id desc limit 1
   )
   insert into events (account_id, subject, change, subject_id, record, changed, created_at)
   select $1, $2, $3, $4, $5, array(
     select field.key from before, jsonb_each($5::jsonb) field
     where $3 = 'update' and before.record -> field.key is distinct from field.value and field.key <> 'updatedAt' order by 1), $6`,
  {},
)

/** Tells of a change in its own transaction, with the record as it is now: what is rolled back is never told. */
export async function recordEvent(
  db: Database,
  accountId: number,
  change: Change,
  { subject, record }: Subject,
  now: Date,
): Promise<void> {
  await db.run(insertEvent, [accountId, subject, change, record.id, JSON.stringify(record), now])
}

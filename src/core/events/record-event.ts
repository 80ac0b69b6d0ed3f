import type { Database } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import type { Invoice } from '../invoices/invoice-reads.ts'
import type { Order } from '../orders/order.ts'
import type { Putaway } from '../putaways/putaway-reads.ts'

export type Change = 'create' | 'update' | 'delete'
export type Subject =
  | { subject: 'order'; record: Order }
  | { subject: 'putaway'; record: Putaway }
  | { subject: 'invoice'; record: Invoice }

const insertEvent = statement(
  'events.insert',
  `insert into events (account_id, subject, change, subject_id, record, created_at) values ($1, $2, $3, $4, $5, $6)`,
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

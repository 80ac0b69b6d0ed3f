import type { Database } from '../../db/database.ts'
import { int, statement } from '../../db/statement.ts'
import { parisClock } from '../calendar/paris-time.ts'
import type { BilledBy, BilledTo } from './invoice-reads.ts'

// The row is held until the transaction ends: whoever comes next waits, and takes the same number when this one is rolled back.
const nextNumber = statement(
  'invoice-counters.next',
  `insert into invoice_counters (prefix, year, last_number) values ($1, $2, 1)
   on conflict (prefix, year) do update set last_number = invoice_counters.last_number + 1
   returning last_number as "lastNumber"`,
  { lastNumber: int },
)
const issue = statement(
  'invoices.issue',
  `update invoices set number = $3, validated_at = $4, updated_at = $4, billed_to = $5, billed_by = $6, payment_mode = $7,
     purchase_order = $8, due_on = $9, state = case when kind = 'invoice' and total = 0 then 'paid' else 'validated' end
   where account_id = $1 and id = $2`,
  {},
)

export type Issue = {
  /** The series: each has its own running numbers, anew every year. */
  prefix: string
  billedTo: BilledTo
  billedBy: BilledBy
  paymentMode: string
  purchaseOrder: string | null
  /** Days until it is to be paid; null on a credit note. */
  paymentDays: number | null
}

/** Gives an invoice its number, and with it everything that is printed on it. Nothing of that changes any more. */
export async function issueInvoice(
  db: Database,
  accountId: number,
  invoiceId: number,
  { prefix, billedTo, billedBy, paymentMode, purchaseOrder, paymentDays }: Issue,
  clock: () => Date,
): Promise<{ number: string; dueOn: string | null }> {
  const { year } = parisClock(clock())
  const counted = await db.row(nextNumber, [prefix, year])
  const number = `${prefix}${year}-${String(counted?.lastNumber).padStart(4, '0')}`
  // Asked for now that the number is ours, so that times rise with the numbers.
  const now = clock()
  const today = parisClock(now).toPlainDate()
  const dueOn = paymentDays === null ? null : today.add({ days: paymentDays }).toString()
  const printed = [JSON.stringify(billedTo), JSON.stringify(billedBy), paymentMode, purchaseOrder, dueOn]
  await db.run(issue, [accountId, invoiceId, number, now, ...printed])
  return { number, dueOn }
}

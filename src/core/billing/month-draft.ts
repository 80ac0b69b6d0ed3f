import type { Database } from '../../db/database.ts'
import { decimal, int, statement, text } from '../../db/statement.ts'
import type { BillablePutaway } from './billable-work.ts'
import type { ComputedLine, PricedOrder } from './compose-lines.ts'

const takeTurn = statement(
  'billing.take-turn',
  `select pg_advisory_xact_lock(hashtextextended('billing', $1::bigint))::text as turn`,
  { turn: text },
)
const invoiceOfMonth = statement(
  'billing.invoice-of-month',
  `select id, state from invoices where account_id = $1 and month = $2 and released_at is null for update`,
  { id: int, state: text },
)
const computedLines = statement(
  'billing.computed-lines',
  `select source, label, quantity, unit_price as "unitPrice", vat_percent as "vatPercent" from invoice_lines
   where account_id = $1 and invoice_id = $2 and source is not null and label is not null order by id`,
  { source: text, label: text, quantity: decimal, unitPrice: decimal, vatPercent: decimal },
)
const lineCount = statement(
  'billing.line-counts',
  `select count(*) filter (where source is not null) as computed, count(*) filter (where source is null) as free
   from invoice_lines where account_id = $1 and invoice_id = $2`,
  { computed: int, free: int },
)
const linkedWork = statement(
  'billing.linked-work',
  `select coalesce((select string_agg(concat_ws(' ', o.order_id, o.left_on, o.bottle_count, o.parcel_count, o.delivery_cost), ','
         order by o.order_id) from invoice_orders o where o.account_id = $1 and o.invoice_id = $2), '') as orders,
     coalesce((select string_agg(concat_ws(' ', p.putaway_id, p.validated_on, p.bottle_count), ','
         order by p.putaway_id) from invoice_putaways p where p.account_id = $1 and p.invoice_id = $2), '') as putaways`,
  { orders: text, putaways: text },
)
const deleteComputed = statement(
  'billing.delete-computed-lines',
  'delete from invoice_lines where account_id = $1 and invoice_id = $2 and source is not null',
  {},
)
const releaseOrders = statement(
  'billing.release-orders',
  'delete from invoice_orders where account_id = $1 and invoice_id = $2',
  {},
)
const releasePutaways = statement(
  'billing.release-putaways',
  'delete from invoice_putaways where account_id = $1 and invoice_id = $2',
  {},
)
const claimOrders = statement(
  'billing.claim-orders',
  `insert into invoice_orders (account_id, invoice_id, order_id, left_on, bottle_count, parcel_count, delivery_cost)
   select $1, $2, * from unnest($3::bigint[], $4::date[], $5::int[], $6::int[], $7::numeric[])`,
  {},
)
const claimPutaways = statement(
  'billing.claim-putaways',
  `insert into invoice_putaways (account_id, invoice_id, putaway_id, validated_on, bottle_count)
   select $1, $2, * from unnest($3::bigint[], $4::date[], $5::int[])`,
  {},
)

export type BilledWork = { orders: readonly PricedOrder[]; putaways: readonly BillablePutaway[] }

/** One run after the other bills an account, in this process or another; the turn lasts until the transaction ends. */
export const takeBillingTurn = (db: Database, accountId: number) => db.run(takeTurn, [accountId])

/** The invoice that bills the month, locked, whatever became of it. */
export const lockInvoiceOfMonth = (db: Database, accountId: number, firstDay: string) =>
  db.row(invoiceOfMonth, [accountId, firstDay])

/** What a run made of the draft the last time, in a form in which two can be compared. */
export async function readFormerBill(db: Database, accountId: number, invoiceId: number) {
  const values = [accountId, invoiceId]
  const [lines, counts, work] = await Promise.all([
    db.rows(computedLines, values),
    db.row(lineCount, values),
    db.row(linkedWork, values),
  ])
  return {
    // A computed line without a label is not of a run's making, and so never what this run would make.
    isComparable: counts?.computed === lines.length,
    lines: lines.map(({ source, label, quantity, unitPrice, vatPercent }) =>
      [source, label, plain(quantity), plain(unitPrice), plain(vatPercent)].join('\t'),
    ),
    freeLineCount: counts?.free ?? 0,
    work: `${work?.orders};${work?.putaways}`,
  }
}

/** The same of what a run makes now. */
export const presentBill = (lines: readonly ComputedLine[], { orders, putaways }: BilledWork) => ({
  lines: lines.map(({ source, label, quantity, unitPrice, vatPercent }) =>
    [source, label, plain(quantity), plain(unitPrice), plain(vatPercent)].join('\t'),
  ),
  work: [
    orders.map((each) =>
      [each.orderId, each.leftOn, each.bottleCount, each.parcelCount, each.deliveryCost].join(' '),
    ),
    putaways.map((each) => [each.putawayId, each.validatedOn, each.bottleCount].join(' ')),
  ]
    .map((each) => each.join(','))
    .join(';'),
})

// 1.500 and 1.5 are one number.
const plain = (decimalText: string) =>
  decimalText.includes('.') ? decimalText.replace(/\.?0+$/, '') : decimalText

/** Gives free what the draft billed, so that it can be billed again. */
export async function releaseWork(db: Database, accountId: number, invoiceId: number): Promise<void> {
  await db.run(releaseOrders, [accountId, invoiceId])
  await db.run(releasePutaways, [accountId, invoiceId])
}

export async function clearComputed(db: Database, accountId: number, invoiceId: number): Promise<void> {
  await db.run(deleteComputed, [accountId, invoiceId])
  await releaseWork(db, accountId, invoiceId)
}

export async function claimWork(
  db: Database,
  accountId: number,
  invoiceId: number,
  { orders, putaways }: BilledWork,
): Promise<void> {
  await db.run(claimOrders, [
    accountId,
    invoiceId,
    orders.map(({ orderId }) => orderId),
    orders.map(({ leftOn }) => leftOn),
    orders.map(({ bottleCount }) => bottleCount),
    orders.map(({ parcelCount }) => parcelCount),
    orders.map(({ deliveryCost }) => deliveryCost),
  ])
  await db.run(claimPutaways, [
    accountId,
    invoiceId,
    putaways.map(({ putawayId }) => putawayId),
    putaways.map(({ validatedOn }) => validatedOn),
    putaways.map(({ bottleCount }) => bottleCount),
  ])
}

import { parisClock, timeZone } from '../core/calendar/paris-time.ts'
import type { Database } from '../db/database.ts'
import { int, statement, text } from '../db/statement.ts'
import type { DemoInvoice } from './bill-months.ts'
import { bulkInsert, reserveIds } from './bulk-insert.ts'
import { products } from './invoice-lines.ts'
import { type DemoOwner, operatorCompany, operatorTerms, owners } from './people.ts'
import type { AccountId } from './write-orders.ts'

const insertProducts = statement(
  'demo.insert-products',
  `insert into products (name, description)
   select name, description from jsonb_populate_recordset(null::products, $1)
   on conflict (name) do nothing`,
  {},
)
const listProducts = statement('demo.list-products', 'select id, name from products', { id: int, name: text })
// The database adds up, in exact decimals and by the same rounding that makes the amount of a line. Everything begins as a draft,
// because the lines of a validated invoice can no longer be written.
const insertInvoices = statement(
  'demo.insert-invoices',
  `insert into invoices (account_id, id, kind, credits_id, month, state, billed_to, billed_by, purchase_order, payment_mode,
     subtotal, vat, total, created_at, updated_at) overriding system value
   select i.account_id, i.id, i.kind, i.credits_id, case when i.released_at is null then i.month end, case i.state when 'ongoing' then i.state else 'draft' end,
     i.billed_to, i.billed_by, i.purchase_order, i.payment_mode,
     s.subtotal, round(s.subtotal * 0.20, 2), s.subtotal + round(s.subtotal * 0.20, 2), i.created_at, i.updated_at
   from jsonb_populate_recordset(null::invoices, $1) i
   join (
     select l.invoice_id, sum(round(l.quantity * l.unit_price, 2)) as subtotal
     from jsonb_populate_recordset(null::invoice_lines, $2) l
     group by l.invoice_id
   ) s on s.invoice_id = i.id`,
  {},
)
const insertLines = bulkInsert('invoice_lines', [
  'account_id',
  'invoice_id',
  'product_id',
  'label',
  'quantity',
  'unit_price',
  'vat_percent',
  'source',
])
const insertPayments = statement(
  'demo.insert-invoice-payments',
  `insert into invoice_payments (account_id, invoice_id, amount, mode, paid_on, created_at)
   select i.account_id, i.id, i.total, i.payment_mode, (r.updated_at at time zone $2)::date, r.updated_at
   from jsonb_populate_recordset(null::invoices, $1) r join invoices i on i.account_id = r.account_id and i.id = r.id
   where r.state = 'paid' order by r.updated_at`,
  {},
)
const validateInvoices = statement(
  'demo.validate-invoices',
  `update invoices i set state = r.state, number = r.number, month = r.month, validated_at = r.validated_at, due_on = r.due_on,
     released_at = r.released_at, paid = case r.state when 'paid' then i.total else 0 end,
     credited = case r.state when 'cancelled' then i.total else 0 end
   from jsonb_populate_recordset(null::invoices, $1) r
   where i.account_id = r.account_id and i.id = r.id and r.validated_at is not null`,
  {},
)
const countNumbers = statement(
  'demo.count-invoice-numbers',
  `insert into invoice_counters (prefix, year, last_number)
   select parts[1], parts[2]::int, max(parts[3]::int)
   from jsonb_populate_recordset(null::invoices, $1) r, regexp_match(r.number, '^([A-Z-]+)([0-9]{4})-([0-9]+)$') parts
   where r.number is not null group by 1, 2
   on conflict (prefix, year) do update set last_number = greatest(invoice_counters.last_number, excluded.last_number)`,
  {},
)
const firstMonth = '(select min(i.month) from invoices i where i.account_id = any($1))'
// What left or came in before the first bill that is kept was settled then; what came after the last one is still to be billed.
const linkOrders = statement(
  'demo.link-billed-orders',
  `insert into invoice_orders (account_id, order_id, invoice_id, left_on, bottle_count, parcel_count, delivery_cost)
   select o.account_id, o.id, i.id, case when i.id is not null then l.left_on end, case when i.id is not null then l.bottles end,
     case when i.id is not null then ceil(l.bottles / 6.0) end,
     case when i.id is not null then case o.handover when 'delivery' then $3::numeric else 0 end end
   from (
     select account_id, order_id, (min(created_at) at time zone $2)::date as left_on, count(*) as bottles
     from stock_moves where account_id = any($1) and kind in ('shipped', 'withdrawn') group by account_id, order_id
   ) l join orders o on o.account_id = l.account_id and o.id = l.order_id
     left join invoices i on i.account_id = o.account_id and i.month = date_trunc('month', l.left_on)::date
       and i.released_at is null
   where i.id is not null or l.left_on < ${firstMonth}`,
  {},
)
const linkPutaways = statement(
  'demo.link-billed-putaways',
  `insert into invoice_putaways (account_id, putaway_id, invoice_id, validated_on, bottle_count)
   select p.account_id, p.id, i.id, case when i.id is not null then p.validated_on end,
     case when i.id is not null then p.bottles end
   from (
     select p.account_id, p.id, (p.validated_at at time zone $2)::date as validated_on, (
       select sum(l.received) from putaway_lines l where l.account_id = p.account_id and l.putaway_id = p.id) as bottles
     from putaways p where p.account_id = any($1) and p.status = 'validated'
   ) p left join invoices i on i.account_id = p.account_id and i.month = date_trunc('month', p.validated_on)::date
       and i.released_at is null
   where i.id is not null or p.validated_on < ${firstMonth}`,
  {},
)

export async function writeInvoices(
  db: Database,
  invoices: readonly DemoInvoice[],
  accountId: AccountId,
): Promise<void> {
  await db.run(insertProducts, [JSON.stringify(Object.values(products))])
  const productIds = new Map((await db.rows(listProducts)).map(({ id, name }) => [name, id]))
  const invoiceId = await reserveIds(db, 'invoices', invoices)
  const rows = JSON.stringify(invoices.map((invoice) => invoiceRow(invoice, accountId, invoiceId)))
  const lines = invoices.flatMap((invoice) =>
    invoice.lines.map((line) => ({
      account_id: accountId(invoice.owner),
      invoice_id: invoiceId(invoice),
      product_id: 'product' in line ? productIds.get(products[line.product].name) : null,
      label: 'label' in line ? line.label : null,
      quantity: line.quantity,
      unit_price: line.unitPrice,
      vat_percent: '20',
      source: line.source ?? null,
    })),
  )
  await db.run(insertInvoices, [rows, JSON.stringify(lines)])
  await insertLines(db, lines)
  await db.run(insertPayments, [rows, timeZone])
  await db.run(validateInvoices, [rows])
  await db.run(countNumbers, [rows])
  const accountIds = owners.map(accountId)
  await db.run(linkOrders, [accountIds, timeZone, products.delivery.price])
  await db.run(linkPutaways, [accountIds, timeZone])
}

const invoiceRow = (
  invoice: DemoInvoice,
  accountId: AccountId,
  invoiceId: (invoice: DemoInvoice) => number,
) => ({
  account_id: accountId(invoice.owner),
  id: invoiceId(invoice),
  kind: invoice.credits ? 'credit_note' : 'invoice',
  credits_id: invoice.credits && invoiceId(invoice.credits),
  month: invoice.month,
  number: invoice.number,
  state: invoice.state,
  billed_to: billedTo(invoice.owner),
  billed_by: { ...operatorCompany, iban: operatorTerms.iban },
  purchase_order: invoice.purchaseOrder,
  payment_mode: invoice.owner.paymentMode,
  validated_at: invoice.validatedAt,
  released_at: invoice.releasedAt,
  due_on: invoice.validatedAt && !invoice.credits ? dueOn(invoice.validatedAt) : null,
  created_at: invoice.createdAt,
  updated_at: invoice.updatedAt,
})

const dueOn = (validatedAt: Date) =>
  parisClock(validatedAt).toPlainDate().add({ days: operatorTerms.payment_days }).toString()

const billedTo = (owner: DemoOwner) => ({
  firstname: owner.firstName,
  lastname: owner.lastName,
  company: owner.company,
  ...owner.billingAddress,
  vat_number: owner.vatNumber,
})

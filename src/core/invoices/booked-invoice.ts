import type { Database } from '../../db/database.ts'
import { json, orNull, type Row, statement, text } from '../../db/statement.ts'
import { notFound } from '../problems.ts'
import { entryColumns, entryRow } from './invoice-books.ts'
import type { BilledBy, BilledTo, InvoiceLine } from './invoice-reads.ts'
import { getInvoiceOwner } from './invoice-writes.ts'

export type BookLine = InvoiceLine & { source: string | null; amount: string; creditsLineId: number | null }
export type BookPayment = {
  id: number
  amount: string
  mode: string
  paidOn: string
  reference: string | null
  takenBackAt: string | null
}
const rowsOf = (fields: string, from: string, order: string) =>
  `(select coalesce(jsonb_agg(jsonb_build_object(${fields}) order by ${order}), '[]') from ${from})`
const detailRow = {
  ...entryRow,
  billedTo: json<BilledTo | Record<string, never>>(),
  billedBy: json<BilledBy | Record<string, never>>(),
  creditsNumber: orNull(text),
  lines: json<BookLine[]>(),
  vats: json<{ vatPercent: string; base: string; vat: string }[]>(),
  payments: json<BookPayment[]>(),
  creditNotes: json<{ id: number; number: string; total: string }[]>(),
  orders:
    json<
      { orderId: number; leftOn: string; bottleCount: number; parcelCount: number; deliveryCost: string }[]
    >(),
  putaways: json<{ putawayId: number; validatedOn: string; bottleCount: number }[]>(),
}
/** The same with everything that hangs on it. Addresses are empty on a draft that was never announced. */
export type BookedInvoice = Row<typeof detailRow>

const bookedById = statement(
  'invoices.booked-by-id',
  `select ${entryColumns}, i.billed_to as "billedTo", i.billed_by as "billedBy",
     (select c.number from invoices c where c.account_id = $1 and c.id = i.credits_id) as "creditsNumber",
     ${rowsOf(
       `'id', l.id, 'label', l.label, 'quantity', l.quantity::text, 'unitPrice', l.unit_price::text,
        'vatPercent', l.vat_percent::text, 'amount', l.amount::text, 'source', l.source, 'creditsLineId', l.credits_line_id,
        'product', case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name, 'description', p.description) end`,
       `invoice_lines l left join products p on p.id = l.product_id where l.account_id = $1 and l.invoice_id = $2`,
       'l.source is null, l.id',
     )} as lines,
     ${rowsOf(`'vatPercent', v.vat_percent::text, 'base', v.base::text, 'vat', v.vat::text`, 'invoice_vats($1, $2) v', 'v.vat_percent desc')} as vats,
     ${rowsOf(
       `'id', p.id, 'amount', p.amount::text, 'mode', p.mode, 'paidOn', p.paid_on, 'reference', p.reference, 'takenBackAt', p.taken_back_at`,
       'invoice_payments p where p.account_id = $1 and p.invoice_id = $2',
       'p.id',
     )} as payments,
     ${rowsOf(
       `'id', n.id, 'number', n.number, 'total', n.total::text`,
       'invoices n where n.account_id = $1 and n.credits_id = $2',
       'n.id',
     )} as "creditNotes",
     ${rowsOf(
       `'orderId', o.order_id, 'leftOn', o.left_on, 'bottleCount', o.bottle_count, 'parcelCount', o.parcel_count,
        'deliveryCost', o.delivery_cost::text`,
       'invoice_orders o where o.account_id = $1 and o.invoice_id = $2',
       'o.order_id',
     )} as orders,
     ${rowsOf(
       `'putawayId', w.putaway_id, 'validatedOn', w.validated_on, 'bottleCount', w.bottle_count`,
       'invoice_putaways w where w.account_id = $1 and w.invoice_id = $2',
       'w.putaway_id',
     )} as putaways
   from invoices i join accounts a on a.id = i.account_id where i.account_id = $1 and i.id = $2`,
  detailRow,
)

export async function getBookedInvoice(db: Database, invoiceId: number): Promise<BookedInvoice> {
  const accountId = await getInvoiceOwner(db, invoiceId)
  const invoice = await db.row(bookedById, [accountId, invoiceId])
  if (!invoice) throw notFound()
  return invoice
}

import type { Database } from '../../db/database.ts'
import {
  day,
  decimal,
  instant,
  int,
  json,
  orNull,
  type Page,
  pagedStatement,
  type Row,
  statement,
  text,
} from '../../db/statement.ts'

export type InvoiceState = 'draft' | 'ongoing' | 'validated' | 'cancelled' | 'paid'
export type BilledTo = {
  firstname: string | null
  lastname: string | null
  company: string | null
  street1: string
  street2: string | null
  city: string
  zipcode: string
  country: string
  vat_number: string | null
}
export type BilledBy = {
  name: string
  street1: string
  street2: string | null
  city: string
  zipcode: string
  country: string
  siret: string
  vat_number: string
  iban?: string | null
}

export type InvoiceLine = {
  id: number
  product: { id: number; name: string; description: string } | null
  label: string | null
  quantity: string
  unitPrice: string
  vatPercent: string
}
const invoiceRow = {
  id: int,
  kind: text,
  number: orNull(text),
  state: text,
  billedTo: json<BilledTo>(),
  billedBy: json<BilledBy>(),
  purchaseOrder: orNull(text),
  paymentMode: text,
  subtotal: decimal,
  vat: decimal,
  total: decimal,
  dueOn: orNull(day),
  validatedAt: orNull(instant),
  createdAt: instant,
  updatedAt: instant,
  lines: json<InvoiceLine[]>(),
}
export type InvoiceKind = 'invoice' | 'credit_note'
/** A credit note is an invoice of its own, with negative amounts. */
export type Invoice = Omit<Row<typeof invoiceRow>, 'state' | 'kind'> & {
  state: InvoiceState
  kind: InvoiceKind
}

// Amounts go through JSON as text, so that they stay exact.
const columns = `i.id, i.kind, i.number, i.state, i.due_on as "dueOn", i.billed_to as "billedTo", i.billed_by as "billedBy", i.purchase_order as "purchaseOrder",
  i.payment_mode as "paymentMode", i.subtotal, i.vat, i.total, i.validated_at as "validatedAt", i.created_at as "createdAt",
  i.updated_at as "updatedAt", (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'label', l.label, 'quantity', l.quantity::text,
        'unitPrice', l.unit_price::text, 'vatPercent', l.vat_percent::text, 'product',
        case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name, 'description', p.description) end)
      order by l.id), '[]')
    from invoice_lines l left join products p on p.id = l.product_id
    where l.account_id = $1 and l.invoice_id = i.id) as lines`

// A draft is the operator's own paper until it is issued.
const invoicePage = pagedStatement(
  'invoices.page',
  (window) =>
    `with page as (
      select * from invoices where account_id = $1 and state <> 'draft' order by id desc ${window})
    select ${columns} from page i order by i.id desc`,
  invoiceRow,
)
const invoiceCount = statement(
  'invoices.count',
  `select count(*) as total from invoices where account_id = $1 and state <> 'draft'`,
  { total: int },
)
const invoiceById = statement(
  'invoices.by-id',
  `select ${columns} from invoices i where i.account_id = $1 and i.id = $2 and i.state <> 'draft'`,
  invoiceRow,
)
const toInvoice = (row: Row<typeof invoiceRow>): Invoice => ({
  ...row,
  kind: row.kind as InvoiceKind,
  state: row.state as InvoiceState,
})

export async function listInvoices(db: Database, accountId: number, page: Page) {
  const [rows, counted] = await Promise.all([
    db.rows(invoicePage(page), [accountId]),
    db.row(invoiceCount, [accountId]),
  ])
  return { records: rows.map(toInvoice), total: counted?.total ?? 0 }
}

export async function findInvoice(db: Database, accountId: number, id: number): Promise<Invoice | undefined> {
  const row = await db.row(invoiceById, [accountId, id])
  return row && toInvoice(row)
}

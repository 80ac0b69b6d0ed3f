import type { Database } from '../../db/database.ts'
import {
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
}

const invoiceRow = {
  id: int,
  state: text,
  billedTo: json<BilledTo>(),
  billedBy: json<BilledBy>(),
  purchaseOrder: orNull(text),
  paymentMode: text,
  subtotal: decimal,
  vat: decimal,
  total: decimal,
  validatedAt: orNull(instant),
  createdAt: instant,
  updatedAt: instant,
}
const lineRow = {
  invoiceId: int,
  id: int,
  productId: orNull(int),
  productName: orNull(text),
  productDescription: orNull(text),
  label: orNull(text),
  quantity: decimal,
  unitPrice: decimal,
  vatPercent: decimal,
}
export type InvoiceLine = Row<typeof lineRow>
export type Invoice = Omit<Row<typeof invoiceRow>, 'state'> & { state: InvoiceState; lines: InvoiceLine[] }

const columns = `id, state, billed_to as "billedTo", billed_by as "billedBy", purchase_order as "purchaseOrder",
  payment_mode as "paymentMode", subtotal, vat, total, validated_at as "validatedAt", created_at as "createdAt",
  updated_at as "updatedAt"`

// A draft is the operator's own paper until it is issued.
const invoicePage = pagedStatement(
  'invoices.page',
  (window) =>
    `select ${columns} from invoices where account_id = $1 and state <> 'draft' order by id desc ${window}`,
  invoiceRow,
)
const invoiceCount = statement(
  'invoices.count',
  `select count(*) as total from invoices where account_id = $1 and state <> 'draft'`,
  { total: int },
)
const invoiceById = statement(
  'invoices.by-id',
  `select ${columns} from invoices where account_id = $1 and id = $2 and state <> 'draft'`,
  invoiceRow,
)
const linesOf = statement(
  'invoice-lines.of-invoices',
  `select l.invoice_id as "invoiceId", l.id, l.product_id as "productId", p.name as "productName",
     p.description as "productDescription", l.label, l.quantity, l.unit_price as "unitPrice", l.vat_percent as "vatPercent"
   from invoice_lines l left join products p on p.id = l.product_id
   where l.account_id = $1 and l.invoice_id = any($2::bigint[]) order by l.invoice_id, l.id`,
  lineRow,
)

async function complete(db: Database, accountId: number, rows: Row<typeof invoiceRow>[]): Promise<Invoice[]> {
  if (rows.length === 0) return []
  const lines = await db.rows(linesOf, [accountId, rows.map((row) => row.id)])
  return rows.map((row) => ({
    ...row,
    state: row.state as InvoiceState,
    lines: lines.filter((line) => line.invoiceId === row.id),
  }))
}

export async function listInvoices(db: Database, accountId: number, page: Page) {
  const [rows, counted] = await Promise.all([
    db.rows(invoicePage(page), [accountId]),
    db.row(invoiceCount, [accountId]),
  ])
  return { records: await complete(db, accountId, rows), total: counted?.total ?? 0 }
}

export async function findInvoice(db: Database, accountId: number, id: number): Promise<Invoice | undefined> {
  const row = await db.row(invoiceById, [accountId, id])
  return row && (await complete(db, accountId, [row]))[0]
}

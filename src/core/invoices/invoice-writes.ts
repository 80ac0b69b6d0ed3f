import type { Database } from '../../db/database.ts'
import { bool, day, decimal, instant, int, orNull, type Row, statement, text } from '../../db/statement.ts'
import { notFound } from '../problems.ts'
import type { InvoiceState } from './invoice-reads.ts'

/** A line to be written: of a product, or with a label of its own. Amounts are exact decimals as text. */
export type NewLine = {
  productId: number | null
  label: string | null
  quantity: string
  unitPrice: string
  vatPercent: string
  /** What a run computed it from; null when somebody wrote it. */
  source: string | null
  /** The line that it takes back, on a credit note. */
  creditsLineId: number | null
}
type NewInvoice = {
  kind: 'invoice' | 'credit_note'
  month: string | null
  creditsId: number | null
  purchaseOrder: string | null
  paymentMode: string
}

const insertInvoice = statement(
  'invoices.insert',
  `insert into invoices (account_id, kind, month, credits_id, purchase_order, payment_mode, state, billed_to, billed_by, subtotal,
     vat, total, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, 'draft', '{}', '{}', 0, 0, 0, $7, $7) returning id`,
  { id: int },
)
const insertLines = statement(
  'invoice-lines.insert',
  `insert into invoice_lines (account_id, invoice_id, product_id, label, quantity, unit_price, vat_percent, source, credits_line_id)
   select $1, $2, l.product_id, l.label, l.quantity, l.unit_price, l.vat_percent, l.source, l.credits_line_id
   from unnest($3::bigint[], $4::text[], $5::numeric[], $6::numeric[], $7::numeric[], $8::text[], $9::bigint[])
     with ordinality as l (product_id, label, quantity, unit_price, vat_percent, source, credits_line_id, position)
   order by l.position`,
  {},
)
const addUp = statement(
  'invoices.add-up',
  `update invoices i set subtotal = s.subtotal, vat = s.vat, total = s.subtotal + s.vat, updated_at = $3
   from (select coalesce(sum(base), 0) as subtotal, coalesce(sum(vat), 0) as vat from invoice_vats($1, $2)) s
   where i.account_id = $1 and i.id = $2 returning i.subtotal, i.vat, i.total`,
  { subtotal: decimal, vat: decimal, total: decimal },
)
// What was paid and taken back decides the state; the database has the same rule as a constraint.
const settle = statement(
  'invoices.settle',
  `update invoices i set paid = s.paid, credited = s.credited, updated_at = $3, state = case
     when i.total > 0 and s.credited = i.total then 'cancelled'
     when s.paid + s.credited >= i.total then 'paid' else 'validated' end
   from (
     select (select coalesce(sum(p.amount), 0) from invoice_payments p
         where p.account_id = $1 and p.invoice_id = $2 and p.taken_back_at is null) as paid,
       (select coalesce(-sum(c.total), 0) from invoices c
         where c.account_id = $1 and c.credits_id = $2 and c.validated_at is not null) as credited
   ) s
   where i.account_id = $1 and i.id = $2 returning i.state`,
  { state: text },
)
const ownerOfInvoice = statement(
  'invoices.owner',
  'select account_id as "accountId" from invoices where id = $1',
  {
    accountId: int,
  },
)
const lockedRow = {
  id: int,
  kind: text,
  state: text,
  number: orNull(text),
  month: orNull(day),
  total: decimal,
  openAmount: decimal,
  isNegative: bool,
  lineCount: int,
  validatedAt: orNull(instant),
  purchaseOrder: orNull(text),
  paymentMode: text,
}
const lockInvoiceRow = statement(
  'invoices.lock',
  `select i.id, i.kind, i.state, i.number, i.month, i.total, i.open_amount as "openAmount", i.total < 0 as "isNegative",
     (select count(*) from invoice_lines l where l.account_id = $1 and l.invoice_id = $2) as "lineCount",
     i.validated_at as "validatedAt", i.purchase_order as "purchaseOrder", i.payment_mode as "paymentMode"
   from invoices i where i.account_id = $1 and i.id = $2 for update of i`,
  lockedRow,
)
export type LockedInvoice = Omit<Row<typeof lockedRow>, 'state'> & { state: InvoiceState }

export async function insertDraft(
  db: Database,
  accountId: number,
  invoice: NewInvoice,
  now: Date,
): Promise<number> {
  const { kind, month, creditsId, purchaseOrder, paymentMode } = invoice
  const made = await db.row(insertInvoice, [
    accountId,
    kind,
    month,
    creditsId,
    purchaseOrder,
    paymentMode,
    now,
  ])
  if (!made) throw new Error('An inserted row tells its id')
  return made.id
}

export const addLines = (db: Database, accountId: number, invoiceId: number, lines: readonly NewLine[]) =>
  db.run(insertLines, [
    accountId,
    invoiceId,
    lines.map((line) => line.productId),
    lines.map((line) => line.label),
    lines.map((line) => line.quantity),
    lines.map((line) => line.unitPrice),
    lines.map((line) => line.vatPercent),
    lines.map((line) => line.source),
    lines.map((line) => line.creditsLineId),
  ])

/** Sets the sums to what the lines say; to be called after every change of lines, or the commit is refused. */
export async function addUpInvoice(db: Database, accountId: number, invoiceId: number, now: Date) {
  const sums = await db.row(addUp, [accountId, invoiceId, now])
  if (!sums) throw notFound()
  return sums
}

/** Sets state, paid and credited to what payments and credit notes say. */
export async function settleInvoice(
  db: Database,
  accountId: number,
  invoiceId: number,
  now: Date,
): Promise<InvoiceState> {
  const settled = await db.row(settle, [accountId, invoiceId, now])
  if (!settled) throw notFound()
  return settled.state as InvoiceState
}

export async function getInvoiceOwner(db: Database, invoiceId: number): Promise<number> {
  const owner = await db.row(ownerOfInvoice, [invoiceId])
  if (!owner) throw notFound()
  return owner.accountId
}

/** Whoever changes an invoice holds its row first, so that no two do so at once. */
export async function lockInvoice(
  db: Database,
  accountId: number,
  invoiceId: number,
): Promise<LockedInvoice> {
  const invoice = await db.row(lockInvoiceRow, [accountId, invoiceId])
  if (!invoice) throw notFound()
  return { ...invoice, state: invoice.state as InvoiceState }
}

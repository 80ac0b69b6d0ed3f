import type { Database } from '../db/database.ts'
import { int, statement, text } from '../db/statement.ts'
import type { DemoInvoice } from './bill-months.ts'
import { bulkInsert, reserveIds } from './bulk-insert.ts'
import { products } from './invoice-lines.ts'
import { type DemoOwner, operatorCompany } from './people.ts'
import type { AccountId } from './write-orders.ts'

const insertProducts = statement(
  'demo.insert-products',
  `insert into products (name, description)
   select name, description from jsonb_populate_recordset(null::products, $1)
   on conflict (name) do nothing`,
  {},
)
const listProducts = statement('demo.list-products', 'select id, name from products', { id: int, name: text })
// The database adds up, in exact decimals and by the same rounding that makes the amount of a line.
const insertInvoices = statement(
  'demo.insert-invoices',
  `insert into invoices (account_id, id, number, state, billed_to, billed_by, purchase_order, payment_mode,
     subtotal, vat, total, validated_at, created_at, updated_at) overriding system value
   select i.account_id, i.id, i.number, i.state, i.billed_to, i.billed_by, i.purchase_order, i.payment_mode,
     s.subtotal, round(s.subtotal * 0.20, 2), s.subtotal + round(s.subtotal * 0.20, 2),
     i.validated_at, i.created_at, i.updated_at
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
])

export async function writeInvoices(
  db: Database,
  invoices: readonly DemoInvoice[],
  accountId: AccountId,
): Promise<void> {
  await db.run(insertProducts, [JSON.stringify(Object.values(products))])
  const productIds = new Map((await db.rows(listProducts)).map(({ id, name }) => [name, id]))
  const invoiceId = await reserveIds(db, 'invoices', invoices)
  const rows = invoices.map((invoice) => ({
    account_id: accountId(invoice.owner),
    id: invoiceId(invoice),
    number: invoice.number,
    state: invoice.state,
    billed_to: billedTo(invoice.owner),
    billed_by: operatorCompany,
    purchase_order: invoice.purchaseOrder,
    payment_mode: invoice.owner.paymentMode,
    validated_at: invoice.validatedAt,
    created_at: invoice.createdAt,
    updated_at: invoice.updatedAt,
  }))
  const lines = invoices.flatMap((invoice) =>
    invoice.lines.map((line) => ({
      account_id: accountId(invoice.owner),
      invoice_id: invoiceId(invoice),
      product_id: 'product' in line ? productIds.get(products[line.product].name) : null,
      label: 'label' in line ? line.label : null,
      quantity: line.quantity,
      unit_price: line.unitPrice,
      vat_percent: '20',
    })),
  )
  await db.run(insertInvoices, [JSON.stringify(rows), JSON.stringify(lines)])
  await insertLines(db, lines)
}

const billedTo = (owner: DemoOwner) => ({
  firstname: owner.firstName,
  lastname: owner.lastName,
  company: owner.company,
  ...owner.billingAddress,
  vat_number: owner.vatNumber,
})

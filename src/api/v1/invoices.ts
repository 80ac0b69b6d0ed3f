import Type, { type Static } from 'typebox'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import type { Deps } from '../../core/deps.ts'
import {
  findInvoice,
  type Invoice,
  type InvoiceLine,
  listInvoices,
} from '../../core/invoices/invoice-reads.ts'
import { notFound } from '../../core/problems.ts'
import { invoiceStates } from '../shared/enums.ts'
import { PageQuery, sendPage } from '../shared/paging.ts'
import { IdParams, OrNull } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { NullableText, Timestamp } from './common-shapes.ts'

// A line names a product of the catalogue, or carries a label of its own.
const amounts = { quantity: Type.Number(), price: Type.Number() }
const LineShape = Type.Union([
  Type.Object({
    id: Type.Integer(),
    ...amounts,
    product: Type.Object({ id: Type.Integer(), name: Type.String() }),
  }),
  Type.Object({ id: Type.Integer(), label: Type.String(), ...amounts }),
])

const InvoiceShape = Type.Object({
  id: Type.Integer(),
  state: Type.Integer(),
  validated_at: OrNull(Timestamp),
  invoice_lines: Type.Array(LineShape),
  address: Type.Object({
    firstname: NullableText,
    lastname: NullableText,
    company: NullableText,
    street1: Type.String(),
    street2: NullableText,
    city: Type.String(),
    zipcode: Type.String(),
    country: Type.String(),
    vat_number: NullableText,
  }),
  company_invoicing: Type.Object({
    name: Type.String(),
    street1: Type.String(),
    street2: NullableText,
    city: Type.String(),
    zipcode: Type.String(),
    country: Type.String(),
    siret: Type.String(),
    vat_number: Type.String(),
  }),
  purchase_order: NullableText,
  payment_mode: Type.String(),
  created_at: Timestamp,
  updated_at: Timestamp,
  subTotal: Type.Number(),
  vat: Type.Number(),
  total: Type.Number(),
})

function fromLine({ id, quantity, unitPrice, product, label }: InvoiceLine): Static<typeof LineShape> {
  const figures = { quantity: Number(quantity), price: Number(unitPrice) }
  return product ? { id, ...figures, product } : { id, label: label ?? '', ...figures }
}

const fromInvoice = (invoice: Invoice): Static<typeof InvoiceShape> => ({
  id: invoice.id,
  state: invoiceStates[invoice.state].value,
  validated_at: invoice.validatedAt && parisTimestamp(invoice.validatedAt),
  invoice_lines: invoice.lines.map(fromLine),
  address: invoice.billedTo,
  company_invoicing: invoice.billedBy,
  purchase_order: invoice.purchaseOrder,
  payment_mode: invoice.paymentMode,
  created_at: parisTimestamp(invoice.createdAt),
  updated_at: parisTimestamp(invoice.updatedAt),
  subTotal: Number(invoice.subtotal),
  vat: Number(invoice.vat),
  total: Number(invoice.total),
})

export function invoiceRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/invoices',
    { schema: { summary: 'Invoices', querystring: PageQuery, response: { 200: Type.Array(InvoiceShape) } } },
    async (request, reply) => {
      const page = await listInvoices(deps.db, request.caller.accountId, request.query)
      return sendPage(request, reply, page).map(fromInvoice)
    },
  )

  app.get(
    '/invoices/:id',
    { schema: { summary: 'One invoice', params: IdParams, response: { 200: InvoiceShape } } },
    async (request) => {
      const invoice = await findInvoice(deps.db, request.caller.accountId, request.params.id)
      if (!invoice) throw notFound()
      return fromInvoice(invoice)
    },
  )
}

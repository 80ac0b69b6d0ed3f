import Type, { type Static } from 'typebox'
import type { Deps } from '../../core/deps.ts'
import { makeInvoicePdf } from '../../core/documents/invoice-pdf.ts'
import {
  findInvoice,
  type Invoice,
  type InvoiceLine,
  listInvoices,
} from '../../core/invoices/invoice-reads.ts'
import { notFound } from '../../core/problems.ts'
import { invoiceStates } from '../shared/enums.ts'
import { PageQuery, sendPage } from '../shared/paging.ts'
import { PhpDate, phpDate } from '../shared/php-date.ts'
import { IdParams, OrNull } from '../shared/schemas.ts'
import { downloadAnswers, sendPdf } from '../shared/send-file.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { EnumShape, NullableText } from './common-shapes.ts'

const ProductShape = Type.Object({ id: Type.Integer(), name: Type.String(), description: Type.String() })

// A line names a product of the catalogue, or carries a label of its own; the other of the two is null.
const LineShape = Type.Object({
  id: Type.Integer(),
  product: OrNull(ProductShape),
  label: NullableText,
  quantity: Type.Number(),
  price: Type.Number(),
  vat: Type.Number({ description: 'Percent.' }),
})

const place = {
  street1: Type.String(),
  street2: NullableText,
  city: Type.String(),
  zipcode: Type.String(),
  country: Type.String(),
}

export const InvoiceShape = Type.Object({
  id: Type.Integer(),
  state: EnumShape,
  validated_at: OrNull(PhpDate),
  invoice_lines: Type.Array(LineShape),
  address: Type.Object({
    firstname: NullableText,
    lastname: NullableText,
    company: NullableText,
    ...place,
    vat_number: NullableText,
  }),
  invoicing_company: Type.Object({
    name: Type.String(),
    ...place,
    siret: Type.String(),
    vat_number: Type.String(),
  }),
  purchase_order: NullableText,
  payment_mode: Type.String(),
  created_at: PhpDate,
  updated_at: PhpDate,
  subTotal: Type.Number(),
  vat: Type.Number(),
  total: Type.Number(),
})

const fromLine = (line: InvoiceLine): Static<typeof LineShape> => ({
  id: line.id,
  product: line.product,
  label: line.label,
  quantity: Number(line.quantity),
  price: Number(line.unitPrice),
  vat: Number(line.vatPercent),
})

export const fromInvoice = (invoice: Invoice): Static<typeof InvoiceShape> => ({
  id: invoice.id,
  state: invoiceStates[invoice.state],
  validated_at: invoice.validatedAt && phpDate(invoice.validatedAt),
  invoice_lines: invoice.lines.map(fromLine),
  address: invoice.billedTo,
  invoicing_company: invoice.billedBy,
  purchase_order: invoice.purchaseOrder,
  payment_mode: invoice.paymentMode,
  created_at: phpDate(invoice.createdAt),
  updated_at: phpDate(invoice.updatedAt),
  subTotal: Number(invoice.subtotal),
  vat: Number(invoice.vat),
  total: Number(invoice.total),
})

export function invoiceRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/invoices',
    {
      schema: {
        summary: 'Invoices, newest first',
        querystring: PageQuery,
        response: { 200: Type.Array(InvoiceShape) },
      },
    },
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

  app.get(
    '/invoices/:id/pdf',
    {
      schema: {
        summary: 'An invoice as a PDF, to be saved',
        params: IdParams,
        response: downloadAnswers,
      },
    },
    async (request, reply) => {
      const invoice = await findInvoice(deps.db, request.caller.accountId, request.params.id)
      if (!invoice) throw notFound()
      return sendPdf(reply, await makeInvoicePdf(deps, invoice.id))
    },
  )
}

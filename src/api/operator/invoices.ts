import Type from 'typebox'
import type { Deps } from '../../core/deps.ts'
import { makeInvoicePdf } from '../../core/documents/invoice-pdf.ts'
import { getBookedInvoice } from '../../core/invoices/booked-invoice.ts'
import { listBooks } from '../../core/invoices/invoice-books.ts'
import { createProduct, listProducts } from '../../core/invoices/products.ts'
import { PageQuery, pagedQuery, sendPage } from '../shared/paging.ts'
import { FilledText, Id, IdParams, Text } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { readBy, writtenBy } from './auth.ts'
import { EntryShape, fromEntry, fromInvoice, InvoiceShape, invoiceStates } from './invoices-shape.ts'

const BooksQuery = pagedQuery({
  account_id: Type.Optional(Id),
  state: Type.Optional(Type.Enum([...invoiceStates])),
  month: Type.Optional(
    Type.String({
      pattern: '^\\d{4}-\\d{2}$',
      examples: ['2026-10'],
      description: 'The month that was billed.',
    }),
  ),
  overdue: Type.Optional(Type.Enum(['true', 'false'], { description: 'true: those past their due day.' })),
})
const ProductBody = Type.Object(
  { name: FilledText(200), description: Type.Optional(Text(2000)) },
  { additionalProperties: false },
)
const ProductShape = Type.Object({ id: Type.Integer(), name: Type.String(), description: Type.String() })
const pdfAnswer = {
  200: { description: 'The document', content: { 'application/pdf': { schema: {} } } },
}

export function invoiceRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/invoices',
    {
      config: readBy(),
      schema: {
        summary: 'Drafts, invoices and credit notes, newest first',
        querystring: BooksQuery,
        response: { 200: Type.Array(EntryShape) },
      },
    },
    async (request, reply) => {
      const { account_id, state, month, overdue } = request.query
      const filter = {
        ...(account_id && { accountId: account_id }),
        ...(state && { state }),
        ...(month && { month }),
        ...(overdue === 'true' && { isOverdue: true }),
      }
      return sendPage(request, reply, await listBooks(deps, filter, request.query)).map(fromEntry)
    },
  )

  app.get(
    '/invoices/:id',
    {
      config: readBy(),
      schema: {
        summary: 'One with its lines, payments, credit notes, and the orders and putaways it bills',
        params: IdParams,
        response: { 200: InvoiceShape },
      },
    },
    async (request) => fromInvoice(await getBookedInvoice(deps.db, request.params.id)),
  )

  app.get(
    '/invoices/:id/pdf',
    {
      config: readBy(),
      schema: { summary: 'The document; a draft is marked as such', params: IdParams, response: pdfAnswer },
    },
    async (request, reply) => {
      const { name, bytes } = await makeInvoicePdf(deps, request.params.id)
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${name}"`)
        .header('cache-control', 'private, no-store')
        .send(bytes)
    },
  )

  app.get(
    '/invoices/products',
    {
      config: readBy(),
      schema: {
        summary: 'What a line of an invoice can name, newest first',
        querystring: PageQuery,
        response: { 200: Type.Array(ProductShape) },
      },
    },
    async (request, reply) => sendPage(request, reply, await listProducts(deps.db, request.query)),
  )

  app.post(
    '/invoices/products',
    {
      config: writtenBy('product.create', 'billing'),
      schema: {
        summary: 'A product for lines of invoices',
        body: ProductBody,
        response: { 201: ProductShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { name, description = '' } = request.body
        const product = await createProduct(within, { name, description })
        return { status: 201, body: product, subjectId: product.id }
      }),
  )
}

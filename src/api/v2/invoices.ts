import Type from 'typebox'
import { makeInvoicePdf } from '../../core/documents/invoice-pdf.ts'
import { findInvoice, listInvoices } from '../../core/invoices/invoice-reads.ts'
import { notFound } from '../../core/problems.ts'
import { PageQuery, sendPage } from '../shared/paging.ts'
import { IdParams } from '../shared/schemas.ts'
import { downloadAnswers, sendPdf } from '../shared/send-file.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { fromInvoice, InvoiceShape } from './invoice-shape.ts'

export function invoiceRoutes(app: TypedApp): void {
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
      const page = await listInvoices(request.deps.db, request.caller.accountId, request.query)
      return sendPage(request, reply, page).map(fromInvoice)
    },
  )

  app.get(
    '/invoices/:id',
    { schema: { summary: 'One invoice', params: IdParams, response: { 200: InvoiceShape } } },
    async (request) => {
      const invoice = await findInvoice(request.deps.db, request.caller.accountId, request.params.id)
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
      const invoice = await findInvoice(request.deps.db, request.caller.accountId, request.params.id)
      if (!invoice) throw notFound()
      return sendPdf(reply, await makeInvoicePdf(request.deps, invoice.id))
    },
  )
}

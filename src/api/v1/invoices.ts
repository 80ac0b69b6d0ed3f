import Type from 'typebox'
import { findInvoice, listInvoices } from '../../core/invoices/invoice-reads.ts'
import { notFound } from '../../core/problems.ts'
import { PageQuery, sendPage } from '../shared/paging.ts'
import { shows } from '../shared/preview.ts'
import { IdParams } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { fromInvoice, InvoiceShape } from './invoice-shape.ts'

export function invoiceRoutes(app: TypedApp): void {
  app.get(
    '/invoices',
    { schema: { summary: 'Invoices', querystring: PageQuery, response: { 200: Type.Array(InvoiceShape) } } },
    async (request, reply) => {
      const page = await listInvoices(request.deps.db, request.caller.accountId, request.query)
      return shows(request, 'invoice', sendPage(request, reply, page)).map(fromInvoice)
    },
  )

  app.get(
    '/invoices/:id',
    { schema: { summary: 'One invoice', params: IdParams, response: { 200: InvoiceShape } } },
    async (request) => {
      const invoice = await findInvoice(request.deps.db, request.caller.accountId, request.params.id)
      if (!invoice) throw notFound()
      return fromInvoice(shows(request, 'invoice', invoice))
    },
  )
}

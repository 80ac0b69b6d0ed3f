import Type from 'typebox'
import type { Deps } from '../../core/deps.ts'
import { findInvoice, listInvoices } from '../../core/invoices/invoice-reads.ts'
import { notFound } from '../../core/problems.ts'
import { PageQuery, sendPage } from '../shared/paging.ts'
import { IdParams } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { fromInvoice, InvoiceShape } from './invoice-shape.ts'

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

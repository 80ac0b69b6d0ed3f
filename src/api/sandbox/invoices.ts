import Type from 'typebox'
import { type NewPayment, receivedModes } from '../../core/invoices/payments.ts'
import { payInvoice } from '../../core/sandbox/pay-invoice.ts'
import { answerOnce } from '../shared/idempotency.ts'
import { Day, IdParams, OrNull } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { fromInvoice, InvoiceShape } from '../v2/invoice-shape.ts'

const PayBody = OrNull(
  Type.Object(
    {
      paid_on: Type.Optional(Day),
      mode: Type.Optional(Type.Unsafe<NewPayment['mode']>({ type: 'string', enum: receivedModes })),
    },
    { additionalProperties: false },
  ),
)

export function invoiceRoutes(app: TypedApp): void {
  app.post(
    '/invoices/:id/pay',
    {
      schema: {
        summary: 'All that is open of an invoice is paid',
        description: 'Today, by transfer, unless said otherwise.',
        params: IdParams,
        body: PayBody,
        response: { 200: InvoiceShape },
      },
    },
    (request, reply) =>
      answerOnce(request, reply, async (within) => {
        const { paid_on: paidOn, mode } = request.body ?? {}
        const payment = { ...(paidOn !== undefined && { paidOn }), ...(mode !== undefined && { mode }) }
        const paid = await payInvoice(within, request.caller.accountId, request.params.id, payment)
        return { status: 200, body: fromInvoice(paid) }
      }),
  )
}

import Type from 'typebox'
import type { Deps } from '../../core/deps.ts'
import { creditInvoice } from '../../core/invoices/credit-invoice.ts'
import { markPayment, receivedModes, takeBackPayment } from '../../core/invoices/payments.ts'
import { Day, FilledText, Id, IdParams, OrNull } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { writtenBy } from './auth.ts'
import { bookedAnswer } from './invoices-drafts.ts'
import { InvoiceShape } from './invoices-shape.ts'

const CreditBody = Type.Object(
  {
    lines: Type.Optional(
      Type.Array(
        Type.Object(
          {
            line_id: Id,
            amount: Type.Optional(
              Type.String({
                pattern: '^-?\\d{1,12}(\\.\\d{1,2})?$',
                examples: ['12.50'],
                description: 'Euro before VAT, with the sign of the line. Left out: all that is left of it.',
              }),
            ),
          },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 5000, description: 'Left out: everything that is left of the invoice.' },
      ),
    ),
    bill_again: Type.Optional(
      Type.Boolean({
        description:
          'Of an invoice that is now credited whole: its month and orders may be billed by another.',
      }),
    ),
  },
  { additionalProperties: false },
)
const PaymentBody = Type.Object(
  {
    amount: Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,2})?$', examples: ['12.50'] }),
    mode: Type.Enum([...receivedModes]),
    paid_on: Day,
    reference: Type.Optional(OrNull(FilledText(200))),
  },
  { additionalProperties: false },
)
const PaymentParams = Type.Object({ id: Id, payment_id: Id })

export function invoiceMoneyRoutes(app: TypedApp, deps: Deps): void {
  app.post(
    '/invoices/:id/credit-notes',
    {
      config: writtenBy('invoice.credit', 'billing'),
      schema: {
        summary: 'Take an invoice back, whole or in part. Answers with the credit note',
        params: IdParams,
        body: CreditBody,
        response: { 201: InvoiceShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { lines, bill_again: billAgain = false } = request.body
        const chosen =
          lines?.map(({ line_id, amount }) => ({ lineId: line_id, amount: amount ?? null })) ?? null
        const { id, accountId } = await creditInvoice(within, request.params.id, { lines: chosen, billAgain })
        return bookedAnswer(within, 201, id, accountId)
      }),
  )

  app.post(
    '/invoices/:id/payments',
    {
      config: writtenBy('invoice.pay', 'billing'),
      schema: {
        summary: 'Mark a payment, whole or in part',
        params: IdParams,
        body: PaymentBody,
        response: { 201: InvoiceShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { amount, mode, paid_on: paidOn, reference = null } = request.body
        const { id } = request.params
        const { accountId } = await markPayment(within, id, { amount, mode, paidOn, reference })
        return bookedAnswer(within, 201, id, accountId)
      }),
  )

  app.delete(
    '/invoices/:id/payments/:payment_id',
    {
      config: writtenBy('invoice.unpay', 'billing'),
      schema: {
        summary: 'Take a payment back; it stays on record',
        params: PaymentParams,
        response: { 200: InvoiceShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { id, payment_id } = request.params
        const { accountId } = await takeBackPayment(within, id, payment_id)
        return { ...(await bookedAnswer(within, 200, id, accountId)), detail: { payment_id } }
      }),
  )
}

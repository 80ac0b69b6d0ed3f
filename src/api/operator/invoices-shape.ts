import Type, { type Static } from 'typebox'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import type { BookedInvoice, BookLine, BookPayment } from '../../core/invoices/booked-invoice.ts'
import type { FreeLine } from '../../core/invoices/free-lines.ts'
import type { BookEntry } from '../../core/invoices/invoice-books.ts'
import { FilledText, Id, OrNull } from '../shared/schemas.ts'
import { Euro, VatPercent } from './billing-shape.ts'

export const invoiceStates = ['draft', 'ongoing', 'validated', 'cancelled', 'paid'] as const
const Moment = Type.String({ examples: ['2026-11-30T09:30:00+01:00'] })

export const LineBody = Type.Object(
  {
    product_id: Type.Optional(OrNull(Id)),
    label: Type.Optional(OrNull(FilledText(500))),
    quantity: Type.String({ pattern: '^-?\\d{1,6}(\\.\\d{1,3})?$', examples: ['1'] }),
    unit_price: Type.String({
      pattern: '^-?\\d{1,7}(\\.\\d{1,4})?$',
      examples: ['12.50'],
      description: 'Euro before VAT. A discount is negative.',
    }),
    vat_percent: VatPercent,
  },
  { additionalProperties: false },
)
export const toFreeLine = (body: Static<typeof LineBody>): FreeLine => ({
  productId: body.product_id ?? null,
  label: body.label ?? null,
  quantity: body.quantity,
  unitPrice: body.unit_price,
  vatPercent: body.vat_percent,
})

const entry = {
  id: Type.Integer(),
  account_id: Type.Integer(),
  account: Type.String(),
  kind: Type.Enum(['invoice', 'credit_note']),
  number: OrNull(Type.String()),
  state: Type.Enum([...invoiceStates]),
  month: OrNull(Type.String({ description: 'The month that a run billed, such as 2026-10.' })),
  credits_invoice_id: OrNull(Type.Integer({ description: 'The invoice that a credit note takes back.' })),
  purchase_order: OrNull(Type.String()),
  payment_mode: Type.String(),
  subtotal: Euro,
  vat: Euro,
  total: Euro,
  paid: Euro,
  credited: Type.String({ ...Euro, description: 'Taken back by credit notes.' }),
  open: Type.String({ ...Euro, description: 'Of a validated invoice what is left to pay.' }),
  due_on: OrNull(Type.String()),
  validated_at: OrNull(Moment),
  created_at: Moment,
  updated_at: Moment,
}
export const EntryShape = Type.Object(entry)

const LineShape = Type.Object({
  id: Type.Integer(),
  product_id: OrNull(Type.Integer()),
  label: Type.String({ description: 'Its own, or the name of its product.' }),
  source: OrNull(
    Type.String({ description: 'What a run computed it from; null when it was written by hand.' }),
  ),
  credits_line_id: OrNull(Type.Integer()),
  quantity: Type.String(),
  unit_price: Type.String(),
  vat_percent: Type.String(),
  amount: Euro,
})
const PaymentShape = Type.Object({
  id: Type.Integer(),
  amount: Euro,
  mode: Type.String(),
  paid_on: Type.String(),
  reference: OrNull(Type.String()),
  taken_back_at: OrNull(Moment),
})
const Party = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'As printed; empty on a draft that was never announced.',
})
export const InvoiceShape = Type.Object({
  ...entry,
  billed_to: Party,
  billed_by: Party,
  lines: Type.Array(LineShape),
  vats: Type.Array(Type.Object({ vat_percent: Type.String(), base: Euro, vat: Euro })),
  payments: Type.Array(PaymentShape),
  credit_notes: Type.Array(Type.Object({ id: Type.Integer(), number: Type.String(), total: Euro })),
  orders: Type.Array(
    Type.Object({
      order_id: Type.Integer(),
      left_on: Type.String(),
      bottles: Type.Integer(),
      parcels: Type.Integer(),
      delivery_cost: Euro,
    }),
  ),
  putaways: Type.Array(
    Type.Object({ putaway_id: Type.Integer(), validated_on: Type.String(), bottles: Type.Integer() }),
  ),
})

export const fromEntry = (each: BookEntry): Static<typeof EntryShape> => ({
  id: each.id,
  account_id: each.accountId,
  account: each.accountName,
  kind: each.kind as 'invoice',
  number: each.number,
  state: each.state as 'draft',
  month: each.month?.slice(0, 7) ?? null,
  credits_invoice_id: each.creditsId,
  purchase_order: each.purchaseOrder,
  payment_mode: each.paymentMode,
  subtotal: each.subtotal,
  vat: each.vat,
  total: each.total,
  paid: each.paid,
  credited: each.credited,
  open: each.openAmount,
  due_on: each.dueOn,
  validated_at: each.validatedAt && parisTimestamp(each.validatedAt),
  created_at: parisTimestamp(each.createdAt),
  updated_at: parisTimestamp(each.updatedAt),
})

const fromLine = (line: BookLine): Static<typeof LineShape> => ({
  id: line.id,
  product_id: line.product?.id ?? null,
  label: line.label ?? line.product?.name ?? '',
  source: line.source,
  credits_line_id: line.creditsLineId,
  quantity: line.quantity,
  unit_price: line.unitPrice,
  vat_percent: line.vatPercent,
  amount: line.amount,
})
const fromPayment = (payment: BookPayment): Static<typeof PaymentShape> => ({
  id: payment.id,
  amount: payment.amount,
  mode: payment.mode,
  paid_on: payment.paidOn,
  reference: payment.reference,
  taken_back_at: payment.takenBackAt && parisTimestamp(new Date(payment.takenBackAt)),
})

export const fromInvoice = (invoice: BookedInvoice): Static<typeof InvoiceShape> => ({
  ...fromEntry(invoice),
  billed_to: invoice.billedTo,
  billed_by: invoice.billedBy,
  lines: invoice.lines.map(fromLine),
  vats: invoice.vats.map(({ vatPercent, base, vat }) => ({ vat_percent: vatPercent, base, vat })),
  payments: invoice.payments.map(fromPayment),
  credit_notes: invoice.creditNotes,
  orders: invoice.orders.map((order) => ({
    order_id: order.orderId,
    left_on: order.leftOn,
    bottles: order.bottleCount,
    parcels: order.parcelCount,
    delivery_cost: order.deliveryCost,
  })),
  putaways: invoice.putaways.map(({ putawayId, validatedOn, bottleCount }) => ({
    putaway_id: putawayId,
    validated_on: validatedOn,
    bottles: bottleCount,
  })),
})

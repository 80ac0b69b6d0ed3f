import Type, { type Static } from 'typebox'
import type { AccountEvent, WineStock } from '../../core/events/event-reads.ts'
import type { Invoice } from '../../core/invoices/invoice-reads.ts'
import type { OrderRow } from '../../core/orders/order-row.ts'
import type { Putaway } from '../../core/putaways/putaway-reads.ts'
import {
  allChanges,
  envelopeWith,
  eventIdOf,
  TestData,
  touched,
  touchedOrder,
  type WireFields,
} from '../shared/event-envelope.ts'
import type { Links } from '../shared/links.ts'
import { PhpDate, phpDate } from '../shared/php-date.ts'
import { fromLine, LineShape } from './common-shapes.ts'
import { fromInvoice, InvoiceShape } from './invoice-shape.ts'
import { fromOrder, OrderShape } from './order-shape.ts'
import { fromPutaway, PutawayShape } from './putaway-shape.ts'

const eventOf = envelopeWith(PhpDate)

/** What an address is told, by the type of the event. `data` is the record as the service answers it, at that moment. */
export const eventShapes = {
  order: eventOf('order', allChanges, OrderShape),
  putaway: eventOf('putaway', allChanges, PutawayShape),
  invoice: eventOf('invoice', allChanges, InvoiceShape),
  stock: eventOf(
    'stock',
    ['update'],
    Type.Array(LineShape, {
      description: 'What is free of one wine in one format; one row with the quantity 0 when nothing is.',
    }),
  ),
  test: eventOf('test', ['create'], TestData),
}
const { order, putaway, invoice, stock } = eventShapes
/** An event of the list and of the stream, which tell of no tests. */
export const EventShape = Type.Union([order, putaway, invoice, stock])
type EventBody = Static<(typeof eventShapes)[keyof typeof eventShapes]>

const address = ['address'] as const
const orderFields: WireFields<keyof OrderRow, typeof OrderShape> = {
  status: ['status'],
  origin: ['origin'],
  handover: ['is_pickup', 'pickup_warehouse'],
  ...{ firstName: address, lastName: address, company: address, street1: address, street2: address },
  ...{ city: address, zipcode: address, country: address, phone: address, email: address },
  ...{ vatNumber: address, addressDetail: address },
  comment: ['comment'],
  reference: ['reference'],
  deliveryDate: ['delivery_date'],
  preparationDate: ['preparation_date'],
  windowStart: ['delivery_start'],
  windowEnd: ['delivery_end'],
  holdReason: ['additional_status'],
  trackingNumbers: ['tracking_numbers', 'tracking_url'],
  warehouse: ['warehouse', 'pickup_warehouse'],
  lines: ['content'],
  files: ['attachments'],
}
const putawayFields: WireFields<keyof Putaway, typeof PutawayShape> = {
  status: ['status'],
  shipper: ['expeditor'],
  reference: ['reference'],
  validatedAt: ['validated_at'],
  warehouse: ['warehouse'],
  files: ['attachments'],
  lines: ['content'],
}
const invoiceFields: WireFields<keyof Invoice, typeof InvoiceShape> = {
  state: ['state'],
  billedTo: ['address'],
  billedBy: ['invoicing_company'],
  purchaseOrder: ['purchase_order'],
  paymentMode: ['payment_mode'],
  subtotal: ['subTotal'],
  vat: ['vat'],
  total: ['total'],
  validatedAt: ['validated_at'],
  lines: ['invoice_lines'],
}

/** The body of a message, and of an entry of the list of events. */
export function fromEvent(event: AccountEvent, links: Links): EventBody {
  const shared = {
    id: eventIdOf(event.id),
    event: event.change,
    created_at: phpDate(event.createdAt),
  }
  switch (event.subject) {
    case 'order':
      return {
        ...shared,
        type: 'order',
        ...touchedOrder(event, orderFields),
        data: fromOrder(event.record, links),
      }
    case 'putaway':
      return {
        ...shared,
        type: 'putaway',
        ...touched(event, putawayFields),
        data: fromPutaway(event.record, links),
      }
    case 'invoice':
      return { ...shared, type: 'invoice', ...touched(event, invoiceFields), data: fromInvoice(event.record) }
    case 'stock':
      return { ...shared, type: 'stock', data: rowsOf(event.record) }
    case 'test':
      return { ...shared, type: 'test', data: { webhook_id: event.record.endpointId } }
  }
}

/** When nothing is left there is still a row, since it is what says of which wine. */
const rowsOf = ({ packings, ...stock }: WineStock) =>
  (packings.length > 0 ? packings : [{ boxCode: '', quantity: 0 }]).map((packing) =>
    fromLine({ ...stock, ...packing }),
  )

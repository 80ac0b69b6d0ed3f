import type { Static } from 'typebox'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import type { CellarEntry } from '../../core/cellar/consolidated-cellar.ts'
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
import { ConsolidatedShape, fromCellarEntry } from './bottle-shape.ts'
import { Timestamp } from './common-shapes.ts'
import { fromOrder, GetOutRequestShape } from './get-out-request-shape.ts'
import { fromInvoice, InvoiceShape } from './invoice-shape.ts'
import { fromPutaway, PutawayShape } from './putaway-shape.ts'

const eventOf = envelopeWith(Timestamp)

/** What an address that belongs to a key is told, by the type of the event. `data` is the record as it is answered, at that moment. */
export const eventShapes = {
  getoutrequest: eventOf('getoutrequest', allChanges, GetOutRequestShape),
  putaway: eventOf('putaway', allChanges, PutawayShape),
  invoice: eventOf('invoice', allChanges, InvoiceShape),
  stock: eventOf('stock', ['update'], ConsolidatedShape),
  test: eventOf('test', ['create'], TestData),
}
type EventBody = Static<(typeof eventShapes)[keyof typeof eventShapes]>

const orderFields: WireFields<keyof OrderRow, typeof GetOutRequestShape> = {
  parentStatus: ['parent'],
  status: ['status', 'status-name'],
  origin: ['origin'],
  handover: ['is_pickup', 'is_pickup_warehouse'],
  firstName: ['firstname'],
  lastName: ['lastname'],
  company: ['company'],
  street1: ['street1'],
  street2: ['street2'],
  city: ['city'],
  zipcode: ['zipcode'],
  country: ['country'],
  phone: ['phone'],
  email: ['email'],
  comment: ['comment'],
  reference: ['reference'],
  deliveryDate: ['delivery_date'],
  preparationDate: ['preparation_date'],
  halfDay: ['half_day'],
  windowStart: ['delivery_start', 'delivery_hours'],
  windowEnd: ['delivery_hours'],
  holdReason: ['additional_status'],
  trackingNumbers: ['tracking_numbers', 'tracking_url'],
  warehouse: ['warehouse', 'is_pickup_warehouse'],
  lines: ['content', 'format-quantity', 'bottle-quantity'],
  files: ['attachments'],
}
const putawayFields: WireFields<keyof Putaway, typeof PutawayShape> = {
  status: ['status'],
  shipper: ['expeditor'],
  reference: ['reference'],
  validatedAt: ['validatedAt'],
  warehouse: ['warehouse'],
  lines: ['content'],
}
const invoiceFields: WireFields<keyof Invoice, typeof InvoiceShape> = {
  state: ['state'],
  billedTo: ['address'],
  billedBy: ['company_invoicing'],
  purchaseOrder: ['purchase_order'],
  paymentMode: ['payment_mode'],
  subtotal: ['subTotal'],
  vat: ['vat'],
  total: ['total'],
  validatedAt: ['validated_at'],
  lines: ['invoice_lines'],
}

/** The body of a message to an address that belongs to a key. */
export function fromEvent(event: AccountEvent, links: Links): EventBody {
  const shared = {
    id: eventIdOf(event.id),
    event: event.change,
    created_at: parisTimestamp(event.createdAt),
  }
  switch (event.subject) {
    case 'order':
      return {
        ...shared,
        type: 'getoutrequest',
        ...touchedOrder(event, orderFields),
        data: fromOrder(event.record, links),
      }
    case 'putaway':
      return { ...shared, type: 'putaway', ...touched(event, putawayFields), data: fromPutaway(event.record) }
    case 'invoice':
      return { ...shared, type: 'invoice', ...touched(event, invoiceFields), data: fromInvoice(event.record) }
    case 'stock':
      return { ...shared, type: 'stock', data: fromCellarEntry(entryOf(event.record)) }
    case 'test':
      return { ...shared, type: 'test', data: { webhook_id: event.record.endpointId } }
  }
}

function entryOf({ packings, ...stock }: WineStock): CellarEntry {
  const boxed = packings.filter(({ boxCode }) => boxCode !== '')
  return {
    ...stock,
    quantity: packings.reduce((sum, { quantity }) => sum + quantity, 0),
    boxes:
      boxed.length > 0 ? Object.fromEntries(boxed.map(({ boxCode, quantity }) => [boxCode, quantity])) : null,
  }
}

import Type, { type Static } from 'typebox'
import { startOfParisDay } from '../../core/calendar/paris-time.ts'
import { deliverySlipName } from '../../core/documents/delivery-slip.ts'
import type { WrittenOrder } from '../../core/orders/create-order.ts'
import type { Order, Recipient } from '../../core/orders/order.ts'
import { trackingUrl } from '../../core/orders/tracking-url.ts'
import type { Shortage } from '../../core/problems.ts'
import { boxWord, referenceOf } from '../shared/bottle-reference.ts'
import { orderStatuses, origins } from '../shared/enums.ts'
import { ExplainShape } from '../shared/explain.ts'
import type { Links } from '../shared/links.ts'
import { fromRecipient, RecipientShape } from '../shared/order-address.ts'
import { PhpDate, phpDate } from '../shared/php-date.ts'
import { OrNull } from '../shared/schemas.ts'
import {
  EnumShape,
  FileShape,
  fromLine,
  fromWarehouse,
  LineShape,
  NullableText,
  WarehouseShape,
} from './common-shapes.ts'

const ShortageShape = Type.Object({
  id: Type.Integer({ description: 'Wine identifier.' }),
  format: Type.Number(),
  box: Type.String(),
  reference: Type.String(),
  asked: Type.Integer(),
  found: Type.Integer(),
  diff: Type.Integer(),
})

export const OrderShape = Type.Object({
  id: Type.Integer(),
  comment: NullableText,
  is_pickup: Type.Boolean(),
  address: OrNull(RecipientShape),
  pickup_warehouse: OrNull(WarehouseShape),
  warehouse: WarehouseShape,
  attachments: Type.Array(FileShape),
  delivery_slip: OrNull(FileShape),
  delivery_date: PhpDate,
  delivery_start: NullableText,
  delivery_end: NullableText,
  preparation_date: PhpDate,
  tracking_url: NullableText,
  tracking_numbers: Type.Array(Type.String()),
  status: EnumShape,
  additional_status: NullableText,
  reference: NullableText,
  origin: Type.String(),
  created_by: Type.String(),
  updated_by: Type.String(),
  created_at: PhpDate,
  updated_at: PhpDate,
  content: Type.Array(LineShape),
  errors: Type.Optional(Type.Array(ShortageShape)),
  explain: Type.Optional(ExplainShape),
})
type OrderRecord = Static<typeof OrderShape>

const midnight = (day: string) => phpDate(startOfParisDay(day))

const isNobody = (recipient: Recipient) => Object.values(recipient).every((value) => value === null)

export function fromOrder(order: Order, { baseUrl, trackingBaseUrl }: Links): OrderRecord {
  const { deliveryWindow, trackingNumbers } = order
  const [firstTracking] = trackingNumbers
  const warehouse = fromWarehouse(order.warehouse)
  const address = `${baseUrl}/api/v2/orders/${order.id}`
  return {
    id: order.id,
    comment: order.comment,
    is_pickup: order.handover === 'pickup',
    address: isNobody(order.recipient) ? null : fromRecipient(order.recipient),
    pickup_warehouse: order.handover === 'pickup' ? warehouse : null,
    warehouse,
    attachments: order.files.map(({ id, name }) => ({ id, name, url: `${address}/attachments/${id}` })),
    delivery_slip: order.hasDeliverySlip
      ? { id: order.id, name: deliverySlipName(order.id), url: `${address}/delivery-slip` }
      : null,
    delivery_date: midnight(order.deliveryDate),
    delivery_start: deliveryWindow?.start ?? null,
    delivery_end: deliveryWindow?.end ?? null,
    preparation_date: midnight(order.preparationDate),
    tracking_url: firstTracking ? trackingUrl(trackingBaseUrl, firstTracking) : null,
    tracking_numbers: trackingNumbers,
    status: orderStatuses[order.status],
    additional_status: order.holdReason,
    reference: order.reference,
    origin: origins[order.origin].value,
    created_by: order.createdBy.name,
    updated_by: order.updatedBy.name,
    created_at: phpDate(order.createdAt),
    updated_at: phpDate(order.updatedAt),
    content: order.lines.map(fromLine),
  }
}

const fromShortage = (shortage: Shortage): Static<typeof ShortageShape> => ({
  id: shortage.wineId,
  format: shortage.formatMl / 1000,
  box: boxWord(shortage.boxCode),
  reference: referenceOf(shortage),
  asked: shortage.asked,
  found: shortage.found,
  diff: shortage.asked - shortage.found,
})

/** An order as it was just written: with what was short, and with the rules behind its dates for those who ask. */
export const fromWrittenOrder = (
  { order, shortages, steps }: WrittenOrder,
  links: Links,
  explained: boolean,
): OrderRecord => ({
  ...fromOrder(order, links),
  ...(shortages.length > 0 && { errors: shortages.map(fromShortage) }),
  ...(explained && { explain: [...steps] }),
})

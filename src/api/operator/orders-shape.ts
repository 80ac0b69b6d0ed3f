import Type, { type Static } from 'typebox'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import type { Order } from '../../core/orders/order.ts'
import type { OrderBottle, OrderSheet, PreparationShortage } from '../../core/orders/order-sheet.ts'
import { trackingUrl } from '../../core/orders/tracking-url.ts'
import { bottleCode } from '../../core/preparation/read-scan.ts'
import type { Shortage } from '../../core/problems.ts'
import { fromRecipient, RecipientShape } from '../shared/order-address.ts'
import { OrNull } from '../shared/schemas.ts'
import { fromGoods, goodsShape } from './goods.ts'
import {
  commonFields,
  fromPicker,
  NullableInteger,
  NullableText,
  PlaceShape,
} from './orders-summary-shape.ts'

const LineShape = Type.Object({
  ...goodsShape,
  wine: Type.String(),
  vintage: Type.Integer(),
  quantity: Type.Integer(),
  picked: Type.Integer(),
})
const BottleShape = Type.Object({
  id: Type.Integer(),
  code: Type.String(),
  order_id: Type.Integer(),
  ...goodsShape,
  location: NullableText,
  picked: Type.Boolean(),
  picked_at: NullableText,
})
const ShortageShape = Type.Object({
  order_id: Type.Integer(),
  ...goodsShape,
  wine: Type.String(),
  vintage: Type.Integer(),
  quantity: Type.Integer(),
  reason: Type.String(),
  comment: Type.String(),
  reported_by: Type.String(),
  created_at: Type.String(),
})
const PartShape = Type.Object({ id: Type.Integer(), status: Type.String(), warehouse: PlaceShape })

export const OrderSheetShape = Type.Object({
  ...commonFields,
  children: Type.Array(PartShape),
  recipient: RecipientShape,
  comment: NullableText,
  delivery_window: OrNull(Type.Object({ start: Type.String(), end: Type.String() })),
  held_by: NullableText,
  held_at: NullableText,
  lines: Type.Array(LineShape),
  bottles: Type.Array(BottleShape),
  shortages: Type.Array(ShortageShape),
  files: Type.Array(Type.String()),
  parcels: NullableInteger,
  weight_grams: NullableInteger,
  ready_at: NullableText,
  carrier: NullableText,
  tracking_numbers: Type.Array(Type.String()),
  tracking_url: NullableText,
  shipped_at: NullableText,
  delivered_on: NullableText,
  delivery_remark: NullableText,
  collected_by: NullableText,
  withdrawn_at: NullableText,
  has_delivery_slip: Type.Boolean(),
  created_by: Type.String(),
  updated_by: Type.String(),
})

const ShortLineShape = Type.Object({ ...goodsShape, asked: Type.Integer(), found: Type.Integer() })
/** An order as it was just placed, with what was not there of it. */
export const PlacedOrderShape = Type.Object({
  ...OrderSheetShape.properties,
  short: Type.Array(ShortLineShape),
})

export const fromShortLine = (short: Shortage): Static<typeof ShortLineShape> => ({
  ...fromGoods(short),
  asked: short.asked,
  found: short.found,
})

const moment = (at: Date | null): string | null => at && parisTimestamp(at)

const keyOf = (of: { wineId: number; formatMl: number; boxCode: string }) =>
  `${of.wineId}|${of.formatMl}|${of.boxCode}`

function fromLines({ lines }: Order, bottles: readonly OrderBottle[]): Static<typeof LineShape>[] {
  const picked = Map.groupBy(
    bottles.filter((bottle) => bottle.isPicked),
    keyOf,
  )
  return lines.map(({ wine, ...line }) => {
    const goods = { ...line, wineId: wine.id }
    return {
      ...fromGoods(goods),
      wine: wine.name,
      vintage: wine.vintage,
      quantity: line.quantity,
      picked: picked.get(keyOf(goods))?.length ?? 0,
    }
  })
}

const fromBottle = (bottle: OrderBottle): Static<typeof BottleShape> => ({
  id: bottle.id,
  code: bottleCode(bottle.id),
  order_id: bottle.orderId,
  ...fromGoods(bottle),
  location: bottle.locationCode,
  picked: bottle.isPicked,
  picked_at: moment(bottle.pickedAt),
})

const fromShortage = (short: PreparationShortage): Static<typeof ShortageShape> => ({
  order_id: short.orderId,
  ...fromGoods(short),
  wine: short.wineName,
  vintage: short.vintage,
  quantity: short.quantity,
  reason: short.reason,
  comment: short.comment,
  reported_by: short.reportedBy,
  created_at: parisTimestamp(short.createdAt),
})

const placeOf = ({ warehouse }: Order) => ({ id: warehouse.id, name: warehouse.name })

export function fromOrderSheet(sheet: OrderSheet, trackingBaseUrl: string): Static<typeof OrderSheetShape> {
  const { accountId, order, notes, bottles } = sheet
  const [firstTracking] = order.trackingNumbers
  return {
    id: order.id,
    parent_id: order.parent?.id ?? null,
    children: order.children.map((part) => ({ id: part.id, status: part.status, warehouse: placeOf(part) })),
    account: { id: accountId, name: notes.ownerName, company: notes.ownerCompany },
    status: order.status,
    origin: order.origin,
    handover: order.handover,
    warehouse: placeOf(order),
    recipient: fromRecipient(order.recipient),
    reference: order.reference,
    comment: order.comment,
    delivery_date: order.deliveryDate,
    preparation_date: order.preparationDate,
    half_day: order.halfDay,
    delivery_window: order.deliveryWindow,
    hold_reason: order.holdReason,
    held_by: notes.heldBy,
    held_at: moment(notes.heldAt),
    picker: fromPicker(notes.picker),
    lines: fromLines(order, bottles),
    bottles: bottles.map(fromBottle),
    bottle_count: bottles.length,
    picked_count: bottles.filter((bottle) => bottle.isPicked).length,
    shortages: sheet.shortages.map(fromShortage),
    files: sheet.fileNames,
    parcels: notes.parcels,
    weight_grams: notes.weightGrams,
    ready_at: moment(notes.readyAt),
    carrier: notes.carrier,
    tracking_numbers: order.trackingNumbers,
    tracking_url: firstTracking ? trackingUrl(trackingBaseUrl, firstTracking) : null,
    shipped_at: moment(notes.shippedAt),
    delivered_on: notes.deliveredOn,
    delivery_remark: notes.deliveryRemark,
    collected_by: notes.collectedBy,
    withdrawn_at: moment(notes.withdrawnAt),
    has_delivery_slip: order.hasDeliverySlip,
    created_by: order.createdBy.name,
    updated_by: order.updatedBy.name,
    created_at: parisTimestamp(order.createdAt),
    updated_at: parisTimestamp(order.updatedAt),
  }
}

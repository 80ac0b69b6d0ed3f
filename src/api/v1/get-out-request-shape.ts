import Type, { type Static } from 'typebox'
import { parisTimestamp, startOfParisDay } from '../../core/calendar/paris-time.ts'
import { formatLitres } from '../../core/catalogue/format.ts'
import { deliverySlipName } from '../../core/documents/delivery-slip.ts'
import type { WrittenOrder } from '../../core/orders/create-order.ts'
import type { Order, OrderOrigin, OrderStatus } from '../../core/orders/order.ts'
import { trackingUrl } from '../../core/orders/tracking-url.ts'
import type { Shortage } from '../../core/problems.ts'
import { ExplainShape } from '../shared/explain.ts'
import type { Links } from '../shared/links.ts'
import { OrNull } from '../shared/schemas.ts'
import {
  ContentLineShape,
  fromContentLine,
  fromWarehouse,
  NullableText,
  Timestamp,
  WarehouseShape,
} from './common-shapes.ts'

const statuses = {
  new: { value: 0, name: 'STATUS_NEW' },
  processing: { value: 1, name: 'STATUS_PROCESSING' },
  ready: { value: 2, name: 'STATUS_READY' },
  shipped: { value: 3, name: 'STATUS_SHIPPED' },
  delivered: { value: 4, name: 'STATUS_DELIVERED' },
  withdrawn: { value: 5, name: 'STATUS_WITHDRAWED' }, // Wire spelling.
} as const satisfies Record<OrderStatus, { value: number; name: string }>

const origins = { api: 'API', web: 'WEB', operator: 'OPERATOR' } as const satisfies Record<
  OrderOrigin,
  string
>

const ParentShape = Type.Object({ id: Type.Integer(), status: Type.Integer(), 'status-name': Type.String() })

const fieldsAround = <Children extends Type.TSchema>(children: Children) => ({
  id: Type.Integer(),
  parent: OrNull(ParentShape),
  children,
  comment: NullableText,
  firstname: NullableText,
  lastname: NullableText,
  company: NullableText,
  street1: NullableText,
  street2: NullableText,
  city: NullableText,
  zipcode: NullableText,
  country: NullableText,
  phone: NullableText,
  email: NullableText,
  is_pickup: Type.Boolean(),
  attachments: Type.Array(Type.String()),
  delivery_slip: OrNull(Type.Object({ id: Type.Integer(), name: Type.String(), url: Type.String() })),
  delivery_date: Timestamp,
  preparation_date: Timestamp,
  half_day: Type.String(),
  tracking_url: NullableText,
  tracking_numbers: Type.Array(Type.String()),
  warehouse: WarehouseShape,
  is_pickup_warehouse: OrNull(WarehouseShape),
  status: Type.Integer(),
  'status-name': Type.String(),
  additional_status: NullableText,
  reference: NullableText,
  origin: Type.String(),
  delivery_warehouse: Type.Null(),
  delivery_start: NullableText,
  delivery_hours: NullableText,
  created_by: Type.String(),
  updated_by: Type.String(),
  created_at: Timestamp,
  updated_at: Timestamp,
  content: Type.Array(ContentLineShape),
  'format-quantity': Type.Record(Type.String(), Type.Integer()),
  'bottle-quantity': Type.Integer(),
})

// A split order has one level of children, so their own `children` is always the empty object.
const ChildShape = Type.Object(fieldsAround(Type.Object({})))
const ShortageShape = Type.Object({
  id: Type.Integer({ description: 'Wine identifier.' }),
  format: Type.String(),
  box: NullableText,
  asked: Type.Integer(),
  found: Type.Integer(),
  diff: Type.Integer(),
})
export const GetOutRequestShape = Type.Object({
  ...fieldsAround(Type.Record(Type.String(), ChildShape)),
  errors: Type.Optional(Type.Array(ShortageShape)),
  explain: Type.Optional(ExplainShape),
})
type Child = Static<typeof ChildShape>
type GetOutRequest = Static<typeof GetOutRequestShape>

const midnight = (day: string) => parisTimestamp(startOfParisDay(day))

function fromSingleOrder(order: Order, { baseUrl, trackingBaseUrl }: Links): Child {
  const { recipient, deliveryWindow, trackingNumbers, warehouse } = order
  const [firstTracking] = trackingNumbers
  return {
    id: order.id,
    parent: order.parent && { id: order.parent.id, ...statusFields(order.parent.status) },
    children: {},
    comment: order.comment,
    firstname: recipient.firstName,
    lastname: recipient.lastName,
    company: recipient.company,
    street1: recipient.street1,
    street2: recipient.street2,
    city: recipient.city,
    zipcode: recipient.zipcode,
    country: recipient.country,
    phone: recipient.phone,
    email: recipient.email,
    is_pickup: order.handover === 'pickup',
    attachments: order.files.map(({ name }) => name),
    delivery_slip: order.hasDeliverySlip
      ? {
          id: order.id,
          name: deliverySlipName(order.id),
          url: `${baseUrl}/v1/get-out-requests/${order.id}/delivery-slip`,
        }
      : null,
    delivery_date: midnight(order.deliveryDate),
    preparation_date: midnight(order.preparationDate),
    half_day: order.halfDay,
    tracking_url: firstTracking ? trackingUrl(trackingBaseUrl, firstTracking) : null,
    tracking_numbers: trackingNumbers,
    warehouse: fromWarehouse(warehouse),
    is_pickup_warehouse: order.handover === 'pickup' ? fromWarehouse(warehouse) : null,
    ...statusFields(order.status),
    additional_status: order.holdReason,
    reference: order.reference,
    origin: origins[order.origin],
    delivery_warehouse: null,
    delivery_start: deliveryWindow?.start ?? null,
    delivery_hours: deliveryWindow && `${deliveryWindow.start}-${deliveryWindow.end}`,
    created_by: order.createdBy.email,
    updated_by: order.updatedBy.email,
    created_at: parisTimestamp(order.createdAt),
    updated_at: parisTimestamp(order.updatedAt),
    content: order.lines.map(fromContentLine),
    ...quantities(order),
  }
}

export const fromOrder = (order: Order, links: Links): GetOutRequest => ({
  ...fromSingleOrder(order, links),
  children: Object.fromEntries(order.children.map((child) => [child.id, fromSingleOrder(child, links)])),
})

const fromShortage = ({
  wineId,
  formatMl,
  boxCode,
  asked,
  found,
}: Shortage): Static<typeof ShortageShape> => ({
  id: wineId,
  format: formatLitres(formatMl),
  box: boxCode || null,
  asked,
  found,
  diff: asked - found,
})

/** An order as it was just written: with what was short, and with the rules behind its dates for those who ask. */
export const fromWrittenOrder = (
  { order, shortages, steps }: WrittenOrder,
  links: Links,
  explained: boolean,
): GetOutRequest => ({
  ...fromOrder(order, links),
  ...(shortages.length > 0 && { errors: shortages.map(fromShortage) }),
  ...(explained && { explain: [...steps] }),
})

const statusFields = (status: OrderStatus) => ({
  status: statuses[status].value,
  'status-name': statuses[status].name,
})

function quantities(order: Order) {
  const byFormat: Record<string, number> = {}
  let total = 0
  for (const { formatMl, quantity } of order.lines) {
    const format = formatLitres(formatMl)
    byFormat[format] = (byFormat[format] ?? 0) + quantity
    total += quantity
  }
  return { 'format-quantity': byFormat, 'bottle-quantity': total }
}

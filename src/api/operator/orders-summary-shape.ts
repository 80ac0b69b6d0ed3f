import Type, { type Static } from 'typebox'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import type { OrderSummary, Picker } from '../../core/orders/order-summary.ts'
import { OrNull } from '../shared/schemas.ts'

export const NullableText = OrNull(Type.String())
export const NullableInteger = OrNull(Type.Integer())

const PickerShape = Type.Object({ id: NullableInteger, name: Type.String(), since: Type.String() })
const AccountShape = Type.Object({ id: Type.Integer(), name: Type.String(), company: NullableText })
export const PlaceShape = Type.Object({ id: Type.Integer(), name: Type.String() })

/** What a list and a single order show alike. */
export const commonFields = {
  id: Type.Integer(),
  parent_id: NullableInteger,
  account: AccountShape,
  status: Type.String(),
  origin: Type.String(),
  handover: Type.String({ description: 'pickup or delivery' }),
  warehouse: PlaceShape,
  reference: NullableText,
  delivery_date: Type.String(),
  preparation_date: Type.String(),
  half_day: Type.String(),
  hold_reason: NullableText,
  picker: OrNull(PickerShape),
  bottle_count: Type.Integer(),
  picked_count: Type.Integer(),
  created_at: Type.String(),
  updated_at: Type.String(),
}

export const OrderSummaryShape = Type.Object({
  ...commonFields,
  recipient: NullableText,
  city: NullableText,
  country: NullableText,
})

export const fromPicker = (picker: Picker | null): Static<typeof PickerShape> | null =>
  picker && { id: picker.id, name: picker.name, since: parisTimestamp(picker.since) }

export const fromOrderSummary = (order: OrderSummary): Static<typeof OrderSummaryShape> => ({
  id: order.id,
  parent_id: order.parentId,
  account: { id: order.accountId, name: order.accountName, company: order.accountCompany },
  status: order.status,
  origin: order.origin,
  handover: order.handover,
  warehouse: { id: order.warehouseId, name: order.warehouseName },
  recipient: order.recipientName,
  city: order.city,
  country: order.country,
  reference: order.reference,
  delivery_date: order.deliveryDate,
  preparation_date: order.preparationDate,
  half_day: order.halfDay,
  hold_reason: order.holdReason,
  picker: fromPicker(order.picker),
  bottle_count: order.bottleCount,
  picked_count: order.pickedCount,
  created_at: parisTimestamp(order.createdAt),
  updated_at: parisTimestamp(order.updatedAt),
})

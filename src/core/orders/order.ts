import type { Warehouse } from '../catalogue/warehouse.ts'
import type { ContentLine } from '../cellar/content-lines.ts'

/** Which status may follow which; there is no other way to move an order. */
export const nextStatuses = {
  new: ['processing'],
  processing: ['ready', 'new'],
  ready: ['shipped', 'withdrawn'],
  shipped: ['delivered'],
  delivered: [],
  withdrawn: [],
} as const satisfies Record<string, readonly string[]>
export type OrderStatus = keyof typeof nextStatuses

const packedStatuses: readonly OrderStatus[] = ['ready', 'shipped', 'delivered', 'withdrawn']
/** From here on its content cannot change any more. */
export const isPacked = (status: OrderStatus): boolean => packedStatuses.includes(status)

export type OrderOrigin = 'api' | 'web' | 'operator'
export type HalfDay = 'am' | 'pm'
export type Author = { email: string; name: string }

/** Recipient and address, copied into the order. A pick-up may leave all of it open. */
export type Recipient = {
  firstName: string | null
  lastName: string | null
  company: string | null
  street1: string | null
  street2: string | null
  city: string | null
  zipcode: string | null
  country: string | null
  phone: string | null
  email: string | null
  vatNumber: string | null
  addressDetail: string | null
}

/** For a pick-up that names no one. */
export const noRecipient: Recipient = {
  firstName: null,
  lastName: null,
  company: null,
  street1: null,
  street2: null,
  city: null,
  zipcode: null,
  country: null,
  phone: null,
  email: null,
  vatNumber: null,
  addressDetail: null,
}

export type Order = {
  id: number
  parent: { id: number; status: OrderStatus } | null
  /** One order per warehouse when no single warehouse could serve the whole. */
  children: Order[]
  status: OrderStatus
  origin: OrderOrigin
  warehouse: Warehouse
  handover: 'pickup' | 'delivery'
  recipient: Recipient
  comment: string | null
  reference: string | null
  /** Calendar days, `YYYY-MM-DD`. */
  deliveryDate: string
  preparationDate: string
  halfDay: HalfDay
  /** Times of day, `HH:MM`, when a slot was chosen and not only a half day. */
  deliveryWindow: { start: string; end: string } | null
  holdReason: string | null
  trackingNumbers: string[]
  /** Once it is packed. Each part of a split order has one, and the whole has them all in one. */
  hasDeliverySlip: boolean
  files: { id: number; name: string }[]
  createdBy: Author
  updatedBy: Author
  createdAt: Date
  updatedAt: Date
  lines: ContentLine[]
}

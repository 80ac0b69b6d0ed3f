import type { Author, OrderStatus } from '../core/orders/order.ts'
import type { RuleStep } from '../core/problems.ts'
import type { Day } from './demo-calendar.ts'
import type { DemoOwner } from './people.ts'
import type { DemoLocation, DemoWarehouse, Packing } from './places.ts'
import type { Recipient } from './recipients.ts'
import type { Color } from './wine-labels.ts'

export type DemoWine = {
  /** Names the wine within the demo. */
  key: number
  name: string
  color: Color
  country: string
  region: string
  appellation: string
  ranking: string | null
  description: string | null
  /** 0 when the wine has none. */
  vintage: number
  alcohol: string
  /** Of a bottle of 0.75. */
  priceCents: number
  /** From then on it can be bought, and the catalogue knows it. */
  createdAt: Date
}

export type DemoLine = { wine: DemoWine; formatMl: number; packing: Packing; quantity: number }

export type DemoPutaway = {
  owner: DemoOwner
  warehouse: DemoWarehouse
  status: 'announced' | 'arrived' | 'validated' | 'refused'
  shipper: string
  reference: string
  expectedOn: Day
  arrivedAt: Date | null
  validatedAt: Date | null
  createdAt: Date
  updatedAt: Date
  lines: (DemoLine & { received: number | null })[]
}

export type DemoOrder = {
  owner: DemoOwner
  parent: DemoOrder | null
  status: OrderStatus
  origin: 'api' | 'web' | 'operator'
  warehouse: DemoWarehouse
  /** Null on a pick-up. */
  recipient: Recipient | null
  comment: string | null
  reference: string | null
  deliveryDate: Day
  preparationDate: Day
  /** Why it has these dates. */
  scheduleSteps: RuleStep[]
  halfDay: 'am' | 'pm'
  window: { start: string; end: string } | null
  holdReason: string | null
  trackingNumbers: string[]
  createdBy: Author
  updatedBy: Author
  createdAt: Date
  updatedAt: Date
  deletedAt: Date | null
  lines: DemoLine[]
}

export type DemoBottle = {
  owner: DemoOwner
  wine: DemoWine
  formatMl: number
  packing: Packing
  detail: string | null
  state: 'announced' | 'stored' | 'gone'
  location: DemoLocation | null
  order: DemoOrder | null
  putaway: DemoPutaway | null
  /** Since when it is in the cellar; the oldest are taken first. */
  storedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

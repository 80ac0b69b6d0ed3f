import type { Deps } from '../deps.ts'
import type { Order, OrderStatus } from '../orders/order.ts'
import { holdOrder, releaseHold } from '../preparation/hold-order.ts'
import { makeReady, type Packing } from '../preparation/make-ready.ts'
import { pickAll } from '../preparation/pick-all.ts'
import { startPreparation, stopPreparation } from '../preparation/prepare-order.ts'
import {
  type Delivery,
  deliverOrder,
  type Shipment,
  shipOrder,
  withdrawOrder,
} from '../preparation/send-order.ts'
import { sandboxStaff } from './sandbox-staff.ts'

/** What the warehouse of a sandbox can do with an undivided order, or with one part of a split one. */
export type OrderStep = {
  /** Whether a part is one that the step is meant for. The verb behind it has the last word, and those for a refusal. */
  isPossible: (part: Order) => boolean
  /** `place` counts the parts from 0. */
  take: (within: Deps, part: Pick<Order, 'id' | 'status'>, place: number) => Promise<void>
}

const isFree = ({ holdReason }: Order) => holdReason === null
const isIn =
  (...statuses: OrderStatus[]) =>
  ({ status }: Order) =>
    statuses.includes(status)
const isFreeIn =
  (status: OrderStatus, handover?: Order['handover']) =>
  (part: Order): boolean =>
    isFree(part) && part.status === status && (handover ?? part.handover) === part.handover

/** Made up, and always the same for an order. */
const trackingNumberOf = (orderId: number) => `SBX${String(orderId).padStart(9, '0')}FR`

export const start: OrderStep = {
  isPossible: isFreeIn('new'),
  take: (within, { id }) => startPreparation(within, sandboxStaff, id),
}

export const stop: OrderStep = {
  isPossible: isIn('processing'),
  take: (within, { id }) => stopPreparation(within, sandboxStaff, id),
}

export const pick: OrderStep = {
  isPossible: isIn('processing'),
  take: (within, { id }) => pickAll(within, sandboxStaff, id),
}

/** Whatever is not picked yet is picked first, so that nobody has to ask for it. */
export const ready = (packing: Packing): OrderStep => ({
  isPossible: isFreeIn('processing'),
  take: async (within, { id, status }) => {
    if (status === 'processing') await pickAll(within, sandboxStaff, id)
    await makeReady(within, sandboxStaff, id, packing)
  },
})

export const hold = (reason: string): OrderStep => ({
  isPossible: isIn('new', 'processing', 'ready'),
  take: (within, { id }) => holdOrder(within, sandboxStaff, id, reason),
})

export const release: OrderStep = {
  isPossible: (part) => !isFree(part),
  take: (within, { id }) => releaseHold(within, sandboxStaff, id),
}

/** Tracking numbers that are given go with the first part; made-up ones with each. */
export const ship = ({ carrier = 'Sandbox Express', trackingNumbers }: Partial<Shipment>): OrderStep => ({
  isPossible: isFreeIn('ready', 'delivery'),
  take: (within, { id }, place) => {
    const given = place === 0 ? trackingNumbers : trackingNumbers && []
    return shipOrder(within, sandboxStaff, id, {
      carrier,
      trackingNumbers: given ?? [trackingNumberOf(id)],
    })
  },
})

export const deliver = (delivery: Delivery): OrderStep => ({
  isPossible: isIn('shipped'),
  take: (within, { id }) => deliverOrder(within, sandboxStaff, id, delivery),
})

export const withdraw = (collectedBy = sandboxStaff.name): OrderStep => ({
  isPossible: isFreeIn('ready', 'pickup'),
  take: (within, { id }) => withdrawOrder(within, sandboxStaff, id, collectedBy),
})

import { deliveryAfter, firstPreparation, shippingDays } from './delivery-dates.ts'
import { type Day, lastWorkingDayBefore, sometime } from './demo-calendar.ts'
import type { OrderStatus } from './demo-world.ts'
import { orderComments } from './order-words.ts'
import { collector, type DemoOwner, merchant } from './people.ts'
import type { Appetite } from './pick-bottles.ts'
import { type Random, seededRandom } from './random.ts'
import { collectorAddresses, merchantAddresses, type Recipient, webshopCustomers } from './recipients.ts'

/** An order before anybody looked for its bottles. */
export type OrderDraft = {
  owner: DemoOwner
  fate: OrderStatus | 'deleted'
  createdAt: Date
  recipient: Recipient | null
  appetite: Appetite
  comment: string | null
  holdReason: string | null
  /** Takes bottles that lie in two warehouses. */
  split: boolean
}
type Wish = Partial<Pick<OrderDraft, 'appetite' | 'comment' | 'holdReason' | 'split'>> & { daysAgo?: number }

const address = (recipients: readonly Recipient[], index: number): Recipient | null =>
  recipients[index] ?? null

/** Every order of the demo, in the order in which they were placed. */
export function draftOrders(today: Day): OrderDraft[] {
  const random = seededRandom('order drafts')
  const drafts = [
    ...pastOrders(today, collector, 18, random),
    ...pastOrders(today, merchant, 46, random),
    ...recentOrders(today, random),
  ]
  return drafts.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
}

/** The webshop sends to its customers, the collector to the address book. */
function pastOrders(today: Day, owner: DemoOwner, count: number, random: Random): OrderDraft[] {
  const recipients = owner === merchant ? webshopCustomers : collectorAddresses
  const from = today.subtract({ months: 32 })
  const span = from.until(today.subtract({ days: 25 })).days
  return Array.from({ length: count }, (_, index) => {
    const isPickup = random.chance(owner === merchant ? 12 : 35)
    const day = from.add({ days: Math.floor((index * span) / count) + random.between(0, 8) })
    return {
      owner,
      fate: isPickup ? 'withdrawn' : 'delivered',
      createdAt: sometime(random, day, 8, 21),
      recipient: isPickup ? null : random.pick(recipients),
      appetite: random.weighted([
        ['few', 14],
        ['boxes', 6],
        ['many', 1],
      ]),
      comment: !isPickup && random.chance(35) ? random.pick(orderComments) : null,
      holdReason: null,
      split: false,
    }
  })
}

function recentOrders(today: Day, random: Random): OrderDraft[] {
  const draft =
    (owner: DemoOwner) =>
    (fate: OrderDraft['fate'], recipient: Recipient | null, wish: Wish = {}): OrderDraft => ({
      owner,
      fate,
      recipient,
      createdAt: placedAt(today, fate, recipient, wish.daysAgo ?? 1, random),
      appetite: wish.appetite ?? 'few',
      comment: wish.comment ?? null,
      holdReason: wish.holdReason ?? null,
      split: wish.split ?? false,
    })
  const collects = draft(collector)
  const sells = draft(merchant)
  return [
    collects('deleted', address(collectorAddresses, 1), { daysAgo: 12, comment: 'Dîner reporté' }),
    collects('shipped', address(collectorAddresses, 4)),
    collects('processing', address(collectorAddresses, 0), {
      split: true,
      comment: 'Une seule livraison si possible',
    }),
    collects('ready', null),
    collects('new', address(collectorAddresses, 0), { comment: 'Merci d’appeler en arrivant' }),
    collects('new', address(collectorAddresses, 2), {
      daysAgo: 4,
      holdReason: 'Adresse à confirmer avec le destinataire',
    }),
    collects('new', null, { daysAgo: 2, appetite: 'boxes' }),
    sells('shipped', address(webshopCustomers, 7)),
    sells('shipped', address(webshopCustomers, 13), { appetite: 'boxes' }),
    sells('shipped', address(merchantAddresses, 5), { appetite: 'boxes' }),
    sells('ready', address(webshopCustomers, 14)),
    sells('ready', address(webshopCustomers, 8), { appetite: 'boxes' }),
    sells('processing', address(webshopCustomers, 9)),
    sells('processing', null, { appetite: 'boxes', comment: 'Enlèvement par notre chauffeur' }),
    sells('new', address(merchantAddresses, 2), { daysAgo: 3, appetite: 'many' }),
    sells('new', address(merchantAddresses, 3), { daysAgo: 2, appetite: 'boxes' }),
    sells('new', address(webshopCustomers, 17), { comment: 'Cadeau : ne pas joindre de facture' }),
    sells('new', address(webshopCustomers, 11)),
  ]
}

/** When an order was placed, so that it can have come as far as it has by today. */
function placedAt(
  today: Day,
  fate: OrderDraft['fate'],
  recipient: Recipient | null,
  daysAgo: number,
  random: Random,
): Date {
  // Placed in the afternoon before, prepared on the last working day.
  if (fate === 'processing' || fate === 'ready')
    return sometime(random, lastWorkingDayBefore(today).subtract({ days: 1 }), 14, 20)
  if (fate !== 'shipped') return sometime(random, today.subtract({ days: daysAgo }), 8, 20)
  const days = shippingDays(recipient, 1)
  for (let day = today; ; day = day.subtract({ days: 1 })) {
    const placed = sometime(random, day, 8, 20)
    if (deliveryAfter(firstPreparation(placed), days).until(today).days > 0) return placed
  }
}

import type { OrderStatus } from '../core/orders/order.ts'
import { type Day, lastWorkingDayBefore, sometime } from './demo-calendar.ts'
import { orderDates } from './order-dates.ts'
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

/** The first recipient of the book who lives there. */
function inCity(book: readonly Recipient[], city: string): Recipient {
  const recipient = book.find((entry) => entry.city === city)
  if (!recipient) throw new Error(`Nobody in ${city} is in the address book`)
  return recipient
}

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
    collects('deleted', inCity(collectorAddresses, 'Honfleur'), { daysAgo: 12, comment: 'Dîner reporté' }),
    collects('shipped', inCity(collectorAddresses, 'Bruxelles')),
    collects('processing', inCity(collectorAddresses, 'Paris'), {
      split: true,
      comment: 'Une seule livraison si possible',
    }),
    collects('ready', null),
    collects('new', inCity(collectorAddresses, 'Paris'), { comment: 'Merci d’appeler en arrivant' }),
    collects('new', inCity(collectorAddresses, 'Lyon'), {
      daysAgo: 4,
      holdReason: 'Adresse à confirmer avec le destinataire',
    }),
    collects('new', null, { daysAgo: 2, appetite: 'boxes' }),
    sells('shipped', inCity(webshopCustomers, 'Les Lilas')),
    sells('shipped', inCity(webshopCustomers, 'Strasbourg'), { appetite: 'boxes' }),
    sells('shipped', inCity(merchantAddresses, 'London'), { appetite: 'boxes' }),
    sells('ready', inCity(webshopCustomers, 'Pau')),
    sells('ready', inCity(webshopCustomers, 'Vincennes'), { appetite: 'boxes' }),
    sells('processing', inCity(webshopCustomers, 'Boulogne-Billancourt')),
    sells('processing', null, { appetite: 'boxes', comment: 'Enlèvement par notre chauffeur' }),
    sells('new', inCity(merchantAddresses, 'Toulouse'), { daysAgo: 3, appetite: 'many' }),
    sells('new', inCity(merchantAddresses, 'Berlin'), { daysAgo: 2, appetite: 'boxes' }),
    sells('new', inCity(webshopCustomers, 'Lille'), { comment: 'Cadeau : ne pas joindre de facture' }),
    sells('new', inCity(webshopCustomers, 'Nice')),
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
  for (let day = today; ; day = day.subtract({ days: 1 })) {
    const createdAt = sometime(random, day, 8, 20)
    const dates = orderDates({ createdAt, recipient }, 1)
    if (dates && dates.deliveryDate.until(today).days > 0) return createdAt
  }
}

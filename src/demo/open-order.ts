import { deliveryAfter, firstPreparation, latestPreparation, shippingDays } from './delivery-dates.ts'
import { type Day, lastWorkingDayBefore } from './demo-calendar.ts'
import type { Author, DemoOrder } from './demo-world.ts'
import type { OrderDraft } from './order-drafts.ts'
import { occasions } from './order-words.ts'
import { type DemoOwner, fullName, merchant, operator } from './people.ts'
import type { Picked } from './pick-bottles.ts'
import type { Random } from './random.ts'

export const authorOf = (person: DemoOwner | typeof operator): Author => ({
  email: person.email,
  name: fullName(person),
})

export const warehouseOf = (picked: readonly Picked[]) => {
  const place = picked[0]?.bottles[0]?.location
  if (!place) throw new Error('An order of the demo found no bottle')
  return place.warehouse
}

/** The order as it was placed: dates, recipient and lines, but nothing reserved yet. */
export function openOrder(today: Day, draft: OrderDraft, picked: Picked[], random: Random): DemoOrder {
  const { owner, recipient, createdAt } = draft
  const bottleCount = picked.reduce((sum, { bottles }) => sum + bottles.length, 0)
  const origin = random.chance(6) ? 'operator' : owner === merchant ? 'api' : 'web'
  const halfDay = random.pick(['am', 'pm'] as const)
  const placedBy = authorOf(origin === 'operator' ? operator : owner)
  return {
    owner,
    parent: null,
    status: draft.fate === 'deleted' ? 'new' : draft.fate,
    origin,
    warehouse: warehouseOf(picked),
    recipient,
    comment: draft.comment,
    reference: random.chance(30) ? random.pick(occasions) : null,
    ...scheduleOf(today, draft, shippingDays(recipient, bottleCount), random),
    halfDay,
    window: origin === 'api' && random.chance(40) ? windowOf(halfDay) : null,
    holdReason: draft.holdReason,
    trackingNumbers: [],
    createdBy: placedBy,
    updatedBy: placedBy,
    createdAt,
    updatedAt: createdAt,
    deletedAt: null,
    lines: picked.map(({ line }) => line),
  }
}

const windowOf = (halfDay: 'am' | 'pm') =>
  halfDay === 'am' ? { start: '09:00', end: '12:00' } : { start: '14:00', end: '18:00' }

function scheduleOf(today: Day, { fate, createdAt }: OrderDraft, days: number, random: Random) {
  if (fate === 'new' || fate === 'deleted') {
    // Their owners asked for a day of the next two weeks that can still be reached.
    let deliveryDate = deliveryAfter(today.add({ days: random.between(0, 8) }), days)
    while (latestPreparation(deliveryDate, days).until(today).days > 0)
      deliveryDate = deliveryAfter(deliveryDate, 1)
    return { deliveryDate, preparationDate: latestPreparation(deliveryDate, days) }
  }
  const isOpen = fate === 'processing' || fate === 'ready'
  const preparationDate = isOpen ? lastWorkingDayBefore(today) : firstPreparation(createdAt)
  return { preparationDate, deliveryDate: deliveryAfter(preparationDate, days) }
}

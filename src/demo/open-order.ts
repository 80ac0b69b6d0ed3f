import type { Author } from '../core/orders/order.ts'
import type { Day } from './demo-calendar.ts'
import type { DemoOrder } from './demo-records.ts'
import { type OrderDates, orderDates } from './order-dates.ts'
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
    ...datesOf(today, draft, bottleCount, random),
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

/** An order that is still new asks for some day of the next two weeks whose preparation has not begun. */
function datesOf(today: Day, draft: OrderDraft, bottleCount: number, random: Random): OrderDates {
  if (draft.fate !== 'new' && draft.fate !== 'deleted') {
    const dates = orderDates(draft, bottleCount)
    if (!dates) throw new Error('An order without a wanted date is always possible')
    return dates
  }
  for (let wanted = today.add({ days: random.between(1, 12) }); ; wanted = wanted.add({ days: 1 })) {
    const dates = orderDates(draft, bottleCount, wanted)
    if (dates && today.until(dates.preparationDate).days >= 0) return dates
  }
}

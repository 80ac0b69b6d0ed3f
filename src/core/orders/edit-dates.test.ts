import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { delivery, line, orderCellar, pickup } from '../../../test/support/order-cellar.ts'
import { testNow } from '../../../test/support/settings.ts'
import { createOrder } from './create-order.ts'
import { editOrder, type OrderChange } from './edit-order.ts'
import type { NewOrder } from './new-order.ts'

const { pool, deps, clock } = await testDatabase()
const { wineId, otherWineId, ownerOf } = await orderCellar(pool)

const paris = { country: 'FR', zipcode: '75011' }
const lyon = { country: 'FR', zipcode: '69001' }
const brussels = { country: 'BE', zipcode: '1000' }
const six = [line(wineId, 6)]

beforeEach(() => {
  clock.now = testNow
})

/** Places the order on Monday 16 November at 9:30, edits it at that later moment and tells the dates of both. */
async function datesOf(order: NewOrder, editedAt: string, change: Partial<OrderChange>) {
  const { owner } = await ownerOf({ count: 30 }, { wineId: otherWineId, count: 6, warehouse: 1 })
  const { order: placed } = await createOrder(deps, owner, order)
  clock.now = new Date(editedAt)
  const editing = editOrder(deps, owner, placed.id, { allowPartial: false, recipient: {}, ...change })
  const { order: edited } = await editing
  for (const child of edited.children)
    expect([child.preparationDate, child.deliveryDate]).toEqual([edited.preparationDate, edited.deliveryDate])
  return {
    before: `${placed.preparationDate} → ${placed.deliveryDate}`,
    after: `${edited.preparationDate} → ${edited.deliveryDate}`,
  }
}

const sameDayAfterCutOff = '2026-11-16T15:00:00+01:00'
const nextDay = '2026-11-17T10:00:00+01:00'

describe('the promised dates stay', () => {
  const kept: [string, NewOrder, string, Partial<OrderChange>, string][] = [
    ['when the comment changes', delivery(six, paris), nextDay, { comment: 'Ring' }, '2026-11-17'],
    [
      'when the content changes past the cut-off',
      delivery(six, lyon),
      sameDayAfterCutOff,
      { looseLines: [line(wineId, 24)] },
      '2026-11-19',
    ],
    [
      'when the order is split by the change',
      delivery(six, lyon),
      sameDayAfterCutOff,
      { looseLines: [line(wineId, 6), line(otherWineId, 6)] },
      '2026-11-19',
    ],
    [
      'when the address moves within the zone',
      delivery(six, paris),
      nextDay,
      { recipient: { zipcode: '92100', city: 'Boulogne' } },
      '2026-11-17',
    ],
    ['when the zone comes nearer', delivery(six, lyon), nextDay, { recipient: paris }, '2026-11-19'],
    [
      'when the same date is asked for',
      delivery(six, lyon),
      nextDay,
      { wantedDate: '2026-11-19' },
      '2026-11-19',
    ],
    ['of a pick-up as well', pickup(six), nextDay, { looseLines: [line(wineId, 30)] }, '2026-11-17'],
  ]
  test.each(kept)('%s', async (_when, order, editedAt, change, deliveryDate) => {
    const { before, after } = await datesOf(order, editedAt, change)
    expect(before).toBe(`2026-11-16 → ${deliveryDate}`)
    expect(after).toBe(before)
  })
})

describe('the rules are asked again', () => {
  const moved: [string, NewOrder, string, Partial<OrderChange>, string][] = [
    [
      'when the order goes to a farther zone',
      delivery(six, paris),
      sameDayAfterCutOff,
      { recipient: lyon },
      '2026-11-17 → 2026-11-20',
    ],
    ['when it goes abroad', delivery(six, lyon), nextDay, { recipient: brussels }, '2026-11-17 → 2026-11-23'],
    [
      'when it has more bottles than ship fast',
      delivery(six, lyon),
      sameDayAfterCutOff,
      { looseLines: [line(wineId, 25)] },
      '2026-11-17 → 2026-11-23',
    ],
    [
      'when another date is asked for',
      delivery(six, lyon),
      nextDay,
      { wantedDate: '2026-11-27' },
      '2026-11-24 → 2026-11-27',
    ],
    [
      'when a pick-up becomes a delivery',
      pickup(six),
      sameDayAfterCutOff,
      { handover: 'delivery', recipient: { company: 'Chez Ada', street1: '2 rue', city: 'Paris', ...paris } },
      '2026-11-17 → 2026-11-18',
    ],
    [
      'but a later date that still can be reached is kept',
      delivery(six, paris, { wantedDate: '2026-11-30' }),
      nextDay,
      { recipient: lyon },
      '2026-11-27 → 2026-11-30',
    ],
  ]
  test.each(moved)('%s', async (_when, order, editedAt, change, after) =>
    expect((await datesOf(order, editedAt, change)).after).toBe(after),
  )

  test('and a date that was asked for and cannot be reached is refused', async () =>
    expect(
      datesOf(delivery(six, paris), nextDay, { recipient: lyon, wantedDate: '2026-11-18' }),
    ).rejects.toMatchObject({
      problem: { code: 'delivery_date_invalid', reason: 'too_early', earliestDate: '2026-11-20' },
    }))
})

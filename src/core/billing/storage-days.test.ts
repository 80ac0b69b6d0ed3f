import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { orderCellar } from '../../../test/support/order-cellar.ts'
import { insert } from '../../../test/support/small-cellar.ts'
import { startOfParisDay } from '../calendar/paris-time.ts'
import { readMonth } from './billing-month.ts'
import { readStorageLines } from './storage-days.ts'

const { pool, db } = await testDatabase()
const cellar = await orderCellar(pool)
await pool.query('delete from storage_rate_cards')
const { rows: places } = await pool.query<{ id: number }>('select id from locations order by id')
const here = places[0]?.id

/** In and out again, any number of times, as moments in order; an odd number of them means that it still lies there. */
type Life = { formatMl: number; moments: Date[] }
type Card = { validFrom: string; otherPrice: string; rates: Map<number, string> }

async function write(lives: readonly Life[], cards: readonly Card[]): Promise<number> {
  await pool.query('delete from storage_rate_cards')
  for (const { validFrom, otherPrice, rates } of cards) {
    const card = { valid_from: validFrom, name: validFrom, other_price: otherPrice, vat_percent: 20 }
    const cardId = await insert(pool, 'storage_rate_cards', { ...card, created_at: '2020-01-01' })
    for (const [format, price] of rates)
      await insert(pool, 'storage_rates', { card_id: cardId, format_ml: format, price })
  }
  const { accountId } = await cellar.addOwner()
  for (const { formatMl, moments } of lives) {
    const goods = { account_id: accountId, wine_id: cellar.wineId, format_ml: formatMl }
    const times = { created_at: '2020-01-01', updated_at: '2020-01-01' }
    const bottleId = await insert(pool, 'bottles', { ...goods, ...times, box_code: '', state: 'gone' })
    for (const [index, created_at] of moments.entries()) {
      const isIn = index % 2 === 0
      const kind = isIn ? (index === 0 ? 'received' : 'found') : 'lost'
      const places = isIn ? { to_location_id: here } : { from_location_id: here }
      await insert(pool, 'stock_moves', { ...goods, ...places, bottle_id: bottleId, kind, created_at })
      // Moves inside the warehouse change nothing.
      const moved = { kind: 'moved', from_location_id: here, to_location_id: here, created_at }
      if (isIn) await insert(pool, 'stock_moves', { ...goods, ...moved, bottle_id: bottleId })
    }
  }
  return accountId
}

/** Walks every day of the month and asks of every bottle whether it lies there when the day ends. */
function walk(lives: readonly Life[], cards: readonly Card[], monthName: string): Record<string, number> {
  const days: Record<string, number> = {}
  const first = Temporal.PlainDate.from(`${monthName}-01`)
  for (let day = first; day.month === first.month; day = day.add({ days: 1 })) {
    const end = startOfParisDay(day.add({ days: 1 }))
    const inOrder = cards.toSorted((one, other) => (one.validFrom < other.validFrom ? -1 : 1))
    const card = inOrder.findLast(({ validFrom }) => validFrom <= day.toString()) ?? inOrder[0]
    for (const { formatMl, moments } of lives) {
      const isThere = moments.filter((moment) => moment < end).length % 2 === 1
      const price = card?.rates.get(formatMl) ?? card?.otherPrice ?? ''
      if (isThere && Number(price) > 0) days[`${formatMl} ${price}`] = (days[`${formatMl} ${price}`] ?? 0) + 1
    }
  }
  return days
}

const price = fc.integer({ min: 0, max: 3 }).map((units) => `0.00${units}0`)
const day = fc
  .integer({ min: 0, max: 130 })
  .map((days) => Temporal.PlainDate.from('2026-08-20').add({ days }).toString())
const card = fc.record({
  validFrom: day,
  otherPrice: price,
  rates: fc
    .uniqueArray(fc.tuple(fc.constantFrom(375, 750), price), { selector: ([format]) => format })
    .map((each) => new Map(each)),
})
// Both ends of summer time are in sight, and moments fall on midnight often.
const moment = fc.oneof(
  day.map((each) => startOfParisDay(each)),
  day.map((each) => new Date(startOfParisDay(each).getTime() - 1)),
  fc.date({ min: new Date('2026-08-20'), max: new Date('2026-12-20'), noInvalidDate: true }),
)
const life = fc.record({
  formatMl: fc.constantFrom(375, 750, 1500),
  moments: fc
    .uniqueArray(moment, { maxLength: 5, selector: (each) => each.getTime() })
    .map((moments) => moments.toSorted((one, other) => one.getTime() - other.getTime())),
})

test('bottle-days by format and rate are those of somebody who looks every evening', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(life, { maxLength: 6 }),
      fc.uniqueArray(card, { minLength: 1, maxLength: 4, selector: ({ validFrom }) => validFrom }),
      fc.constantFrom('2026-09', '2026-10', '2026-11'),
      async (lives, cards, monthName) => {
        const accountId = await write(lives, cards)
        const lines = await readStorageLines(db, accountId, readMonth(monthName))
        const days = Object.fromEntries(
          lines.map(({ formatMl, price: rate, bottleDays }) => [`${formatMl} ${rate}`, Number(bottleDays)]),
        )
        expect(days).toEqual(walk(lives, cards, monthName))
      },
    ),
    { numRuns: 60 },
  )
})

test.each<[string, string[], number]>([
  ['the day it comes in is billed', ['2026-10-31T23:59:59+01:00'], 1],
  ['the day it leaves is not', ['2026-09-10T10:00:00+02:00', '2026-10-02T00:00:01+02:00'], 1],
  ['in and out on one day is nothing', ['2026-10-05T08:00:00+02:00', '2026-10-05T18:00:00+02:00'], 0],
  ['a day of 25 hours is a day', ['2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00'], 1],
  ['midnight belongs to the day that begins', ['2026-10-31T00:00:00+01:00'], 1],
  ['the first moment of the next month is not of this one', ['2026-11-01T00:00:00+01:00'], 0],
])('%s', async (_rule, moments, expected) => {
  const lives = [{ formatMl: 750, moments: moments.map((each) => new Date(each)) }]
  const cards = [{ validFrom: '2020-01-01', otherPrice: '0.0100', rates: new Map() }]
  const accountId = await write(lives, cards)
  const [line] = await readStorageLines(db, accountId, readMonth('2026-10'))
  expect(Number(line?.bottleDays ?? 0)).toBe(expected)
})

test('a change of rate within the month splits the line, and tells from when to when', async () => {
  const lives = [{ formatMl: 750, moments: [new Date('2026-01-01T10:00:00+01:00')] }]
  const rates = (each: string) => new Map([[750, each]])
  const accountId = await write(lives, [
    { validFrom: '2020-01-01', otherPrice: '1.0000', rates: rates('0.0100') },
    { validFrom: '2026-10-15', otherPrice: '1.0000', rates: rates('0.0200') },
  ])
  expect(await readStorageLines(db, accountId, readMonth('2026-10'))).toMatchObject([
    { price: '0.0100', firstDay: '2026-10-01', lastDay: '2026-10-14', bottleDays: '14' },
    { price: '0.0200', firstDay: '2026-10-15', lastDay: '2026-10-31', bottleDays: '17' },
  ])
})

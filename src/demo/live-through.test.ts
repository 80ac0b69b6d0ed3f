import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { at, workingDayFrom } from './demo-calendar.ts'
import { liveThrough } from './live-through.ts'

// A service is started on any day: around holidays, at the turn of months and years, and when the clocks change.
test.each([
  '2026-01-01',
  '2026-03-29',
  '2026-04-07',
  '2026-05-02',
  '2026-05-17',
  '2026-10-25',
  '2026-12-26',
  '2027-01-02',
  '2027-03-01',
  '2028-02-29',
])('the story of %s is whole and ends the evening before', (day) => {
  const today = Temporal.PlainDate.from(day)
  const midnight = at(today, 0)
  const { world, invoices, comments, prices } = liveThrough(today)
  const { bottles, moves } = world.ledger
  const records = [
    ...world.wines,
    ...world.putaways,
    ...world.orders,
    ...bottles,
    ...invoices,
    ...comments,
    ...prices,
  ]
  expect(records.filter((record) => record.createdAt >= midnight)).toEqual([])
  expect(moves.filter((move) => move.at >= midnight)).toEqual([])
  expect(moves.filter((move) => move.at < move.bottle.wine.createdAt)).toEqual([])

  expect(world.wines).toHaveLength(300)
  expect(new Set(world.orders.map((order) => `${order.owner.kind} ${order.status}`)).size).toBe(12)
  expect(new Set(invoices.map((invoice) => invoice.state)).size).toBe(5)
  expect(new Set(bottles.map((bottle) => bottle.formatMl)).size).toBe(7)

  const openStatuses = new Set(['new', 'processing', 'ready'])
  for (const { status, preparationDate, deliveryDate } of world.orders) {
    expect(workingDayFrom(preparationDate)).toEqual(preparationDate)
    expect(workingDayFrom(deliveryDate)).toEqual(deliveryDate)
    expect(Temporal.PlainDate.compare(deliveryDate, today) >= 0).toBe(openStatuses.has(status))
    expect(Temporal.PlainDate.compare(preparationDate, deliveryDate)).toBe(-1)
  }
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allotBottles } from './allot-bottles.ts'
import type { CountedGoods } from './putaway-count-writes.ts'

const goods = (wineId: number) => ({ wineId, formatMl: 750, boxCode: '' })
const announced = (wineId: number, ...ids: number[]) => ({ ...goods(wineId), ids })
const counted = (wineId: number, broken: number, ...places: [number, number][]): CountedGoods => ({
  ...goods(wineId),
  broken,
  places: places.map(([locationId, quantity]) => ({ locationId, code: `L${locationId}`, quantity })),
})
const at = (locationId: number, ...ids: number[]) => ids.map((bottleId) => ({ bottleId, locationId }))
const nothing = { stored: [], broken: [], missing: [], unannounced: [] }

test.each<[string, Parameters<typeof allotBottles>, Partial<ReturnType<typeof allotBottles>>]>([
  ['all at one place', [[announced(1, 11, 12)], [counted(1, 0, [7, 2])]], { stored: at(7, 11, 12) }],
  [
    'at two places, the first announced first',
    [[announced(1, 11, 12, 13)], [counted(1, 0, [7, 1], [8, 2])]],
    { stored: [...at(7, 11), ...at(8, 12, 13)] },
  ],
  [
    'short and broken',
    [[announced(1, 11, 12, 13, 14)], [counted(1, 1, [7, 1])]],
    { stored: at(7, 11), broken: [12], missing: [13, 14] },
  ],
  [
    'more than announced, at the last place',
    [[announced(1, 11)], [counted(1, 2, [7, 1], [8, 3])]],
    {
      stored: at(7, 11),
      unannounced: [
        { ...goods(1), locationId: 8, quantity: 3 },
        { ...goods(1), locationId: null, quantity: 2 },
      ],
    },
  ],
  [
    'another wine than announced',
    [[announced(1, 11)], [counted(2, 0, [7, 1])]],
    { missing: [11], unannounced: [{ ...goods(2), locationId: 7, quantity: 1 }] },
  ],
  ['nothing at all', [[announced(1, 11)], []], { missing: [11] }],
])('%s', (_title, [expected, count], result) => {
  expect(allotBottles(expected, count)).toEqual({ ...nothing, ...result })
})

test('every announced bottle has one end, and every counted one its place', () => {
  const amount = fc.nat({ max: 8 })
  const kind = fc.record({ announced: amount, broken: amount, here: amount, there: amount })
  fc.assert(
    fc.property(fc.array(kind, { maxLength: 5 }), (kinds) => {
      let id = 0
      const expected = kinds.map((each, wineId) =>
        announced(wineId, ...Array.from({ length: each.announced }, () => ++id)),
      )
      const count = kinds.map(({ broken, here, there }, wineId) =>
        counted(wineId, broken, [7, here], [8, there]),
      )
      const { stored, broken, missing, unannounced } = allotBottles(expected, count)
      const ends = [...stored.map(({ bottleId }) => bottleId), ...broken, ...missing]
      expect(ends.toSorted((one, other) => one - other)).toEqual(
        Array.from({ length: id }, (_, index) => index + 1),
      )
      const made = (isAt: (locationId: number | null) => boolean) =>
        unannounced.filter((each) => isAt(each.locationId)).reduce((sum, { quantity }) => sum + quantity, 0)
      const total = (of: (each: (typeof kinds)[number]) => number) =>
        kinds.reduce((sum, each) => sum + of(each), 0)
      expect(stored.filter(({ locationId }) => locationId === 7).length + made((place) => place === 7)).toBe(
        total(({ here }) => here),
      )
      expect(stored.length + made((place) => place !== null)).toBe(total(({ here, there }) => here + there))
      expect(broken.length + made((place) => place === null)).toBe(total((each) => each.broken))
      for (const { quantity } of unannounced) expect(quantity).toBeGreaterThan(0)
    }),
  )
})

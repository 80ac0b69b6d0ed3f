import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Counted, compareCount, type ScannedBottle, type ShelfBottle } from './compare-count.ts'

const goods = { accountId: 1, wineId: 10, formatMl: 750, boxCode: '' }
const day = (number: number) => new Date(Date.UTC(2020, 0, number))
const onShelf = (id: number, more: Partial<ShelfBottle> = {}): ShelfBottle => ({
  ...goods,
  id,
  orderId: null,
  storedAt: day(id),
  isHere: true,
  ...more,
})
const read = (
  id: number,
  place: ScannedBottle['place'],
  more: Partial<ScannedBottle> = {},
): ScannedBottle => ({
  ...goods,
  id,
  orderId: null,
  warehouseId: 1,
  place,
  ...more,
})
const seen = (quantity: number, more = {}) => ({ ...goods, quantity, ...more })
const outcome = (counted: Partial<Counted>) => {
  const { lost, moved, recovered, found } = compareCount({ shelf: [], scanned: [], lines: [], ...counted })
  return {
    lost: lost.map(({ id }) => id),
    moved: moved.map(({ id }) => id),
    recovered: recovered.map(({ id }) => id),
    found: found.map(({ wineId, quantity }) => [wineId, quantity]),
  }
}
const nothing = { lost: [], moved: [], recovered: [], found: [] }
const three = [onShelf(1), onShelf(2), onShelf(3)]

describe('what was seen without codes', () => {
  test.each<[string, Partial<Counted>, Partial<typeof nothing> | Record<string, unknown>]>([
    ['as many as there should be changes nothing', { shelf: three, lines: [seen(3)] }, {}],
    ['fewer loses the oldest', { shelf: three, lines: [seen(1)] }, { lost: [1, 2] }],
    ['none at all loses all', { shelf: three }, { lost: [1, 2, 3] }],
    ['more finds the rest', { shelf: three, lines: [seen(5)] }, { found: [[10, 2]] }],
    [
      'another wine is another thing',
      { shelf: three, lines: [seen(3, { wineId: 11 })] },
      { lost: [1, 2, 3], found: [[11, 3]] },
    ],
    [
      'so is another format',
      { shelf: three, lines: [seen(3, { formatMl: 375 })] },
      { lost: [1, 2, 3], found: [[10, 3]] },
    ],
    [
      'so is a box',
      { shelf: three, lines: [seen(3, { boxCode: 'CBO6' })] },
      { lost: [1, 2, 3], found: [[10, 3]] },
    ],
    [
      'so is another owner',
      { shelf: three, lines: [seen(3, { accountId: 2 })] },
      { lost: [1, 2, 3], found: [[10, 3]] },
    ],
    [
      'free ones are lost before reserved ones',
      { shelf: [onShelf(1, { orderId: 7 }), onShelf(2), onShelf(3)], lines: [seen(1)] },
      { lost: [2, 3] },
    ],
    [
      'reserved ones are lost when the free ones are not enough',
      { shelf: [onShelf(1, { orderId: 7 }), onShelf(2)], lines: [] },
      { lost: [2, 1] },
    ],
    [
      'what has left since was seen then',
      { shelf: [onShelf(1, { isHere: false }), onShelf(2)], lines: [seen(2)] },
      {},
    ],
    [
      'what has left since is not lost as well',
      { shelf: [onShelf(1, { isHere: false }), onShelf(2)], lines: [seen(1)] },
      { lost: [2] },
    ],
    ['what has left since cannot be lost', { shelf: [onShelf(1, { isHere: false })] }, {}],
  ])('%s', (_rule, counted, expected) => expect(outcome(counted)).toEqual({ ...nothing, ...expected }))
})

describe('bottles whose codes were read', () => {
  test.each<[string, Partial<Counted>, Record<string, unknown>]>([
    ['all of them: nothing changes', { shelf: three, scanned: [1, 2, 3].map((id) => read(id, 'here')) }, {}],
    [
      'the others are lost, whatever their age',
      { shelf: three, scanned: [read(1, 'here')] },
      { lost: [2, 3] },
    ],
    [
      'one of elsewhere is moved, not lost and found',
      { shelf: three, lines: [seen(3)], scanned: [read(9, 'elsewhere')] },
      { moved: [9] },
    ],
    ['a lost one has turned up', { scanned: [read(9, 'lost')] }, { recovered: [9] }],
    ['one that moved since stays where it is', { scanned: [read(9, 'moved since')] }, {}],
    [
      'codes and bottles without codes add up',
      { shelf: three, scanned: [read(2, 'here')], lines: [seen(2)] },
      {},
    ],
    [
      'too many without codes are found',
      { shelf: three, scanned: [read(2, 'here')], lines: [seen(4)] },
      { found: [[10, 2]] },
    ],
    [
      'a bottle of elsewhere does not stand for a missing one',
      { shelf: three, scanned: [read(9, 'elsewhere')], lines: [seen(2)] },
      { moved: [9], lost: [1] },
    ],
    [
      'read here and gone since: neither lost nor brought back',
      { shelf: [onShelf(1, { isHere: false })], scanned: [read(1, 'moved since')] },
      {},
    ],
  ])('%s', (_rule, counted, expected) => expect(outcome(counted)).toEqual({ ...nothing, ...expected }))
})

test('a difference tells what should have been there and what was seen', () => {
  const { differences } = compareCount({
    shelf: three,
    scanned: [read(1, 'here'), read(9, 'elsewhere')],
    lines: [seen(1), seen(2, { wineId: 11 })],
  })
  expect(differences).toEqual([
    { ...goods, expected: 3, seen: 3, lostIds: [2], movedIds: [9], recoveredIds: [], newCount: 0 },
    { ...goods, wineId: 11, expected: 0, seen: 2, lostIds: [], movedIds: [], recoveredIds: [], newCount: 2 },
  ])
})

test('whatever is counted, the shelf holds what was seen afterwards', () => {
  const anyBottle = fc.record({
    wineId: fc.integer({ min: 1, max: 3 }),
    place: fc.constantFrom('here', 'elsewhere'),
  })
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 20 }),
      fc.array(anyBottle, { maxLength: 10 }),
      fc.array(
        fc.record({ wineId: fc.integer({ min: 1, max: 3 }), quantity: fc.integer({ min: 1, max: 9 }) }),
        {
          maxLength: 4,
        },
      ),
      (wines, drawn, lines) => {
        const shelf = wines.map((wineId, index) => onShelf(index + 1, { wineId }))
        // A code that is read here is one of the shelf's; one of elsewhere has a number of its own.
        const scanned = drawn.flatMap(({ wineId, place }, index) => {
          if (place === 'elsewhere') return [read(1000 + index, 'elsewhere', { wineId })]
          const bottle = shelf[index]
          return bottle ? [read(bottle.id, 'here', { wineId: bottle.wineId })] : []
        })
        const counted = { shelf, scanned, lines: lines.map((line) => ({ ...goods, ...line })) }
        const { lost, moved, found } = compareCount(counted)
        const ofWine = (all: readonly { wineId: number }[], wineId: number) =>
          all.filter((each) => each.wineId === wineId).length
        const sumOf = (all: readonly { wineId: number; quantity: number }[], wineId: number) =>
          all.filter((each) => each.wineId === wineId).reduce((sum, { quantity }) => sum + quantity, 0)
        for (const wineId of [1, 2, 3]) {
          const after =
            ofWine(shelf, wineId) - ofWine(lost, wineId) + ofWine(moved, wineId) + sumOf(found, wineId)
          expect(after).toBe(ofWine(scanned, wineId) + sumOf(counted.lines, wineId))
          if (ofWine(lost, wineId) > 0) expect(sumOf(found, wineId)).toBe(0)
        }
        const readIds = new Set(scanned.map(({ id }) => id))
        expect(lost.filter(({ id }) => readIds.has(id))).toEqual([])
      },
    ),
  )
})

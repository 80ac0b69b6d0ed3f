import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { line, orderCellar, type Shelf } from '../../../test/support/order-cellar.ts'
import type { OrderLine } from '../orders/new-order.ts'
import { pickBottles } from './pick-bottles.ts'

const { db, pool } = await testDatabase()
const { wineId, otherWineId, ownerOf, warehouseIds } = await orderCellar(pool)

/** Picks from the shelves of a new owner; a bottle is told by its shelf and its place there, `0.2` is the third of the first. */
async function pickFrom(shelves: Shelf[], lines: OrderLine[]) {
  const { owner, stored } = await ownerOf(...shelves)
  const places = new Map(stored.flatMap((ids, shelf) => ids.map((id, place) => [id, `${shelf}.${place}`])))
  const { accountId } = owner
  const { bottles, found } = await db.transaction((within) => pickBottles(within, accountId, lines))
  const warehouses = new Set(bottles.map(({ warehouseId }) => warehouseIds.indexOf(warehouseId)))
  return {
    found,
    places: bottles.map(({ id }) => places.get(id)).sort(),
    warehouses: [...warehouses].sort(),
  }
}

describe('which bottles', () => {
  test('the oldest in the cellar go first, whatever their numbers', async () =>
    expect(
      await pickFrom(
        [
          { count: 2, storedAt: '2024-03-01T09:00:00Z' },
          { count: 2, storedAt: '2022-03-01T09:00:00Z' },
          { count: 2, storedAt: '2023-03-01T09:00:00Z' },
        ],
        [line(wineId, 3)],
      ),
    ).toEqual({ found: [3], places: ['1.0', '1.1', '2.0'], warehouses: [0] }))

  test('of those that came together the lower number goes first', async () =>
    expect((await pickFrom([{ count: 5 }], [line(wineId, 2)])).places).toEqual(['0.0', '0.1']))

  test('another wine, another format, a boxed bottle and a bottle of another owner stay where they are', async () => {
    await ownerOf({ count: 5, storedAt: '2010-01-04T09:00:00Z' })
    expect(
      await pickFrom(
        [
          { wineId: otherWineId, count: 5 },
          { count: 5, formatMl: 1500 },
          { count: 6, boxCode: 'CBO6' },
          { count: 1 },
        ],
        [line(wineId, 4)],
      ),
    ).toEqual({ found: [1], places: ['3.0'], warehouses: [0] })
  })

  test('boxes are never opened: loose bottles that are only there boxed are not there', async () =>
    expect(await pickFrom([{ count: 6, boxCode: 'CBO6' }], [line(wineId, 1)])).toEqual({
      found: [0],
      places: [],
      warehouses: [],
    }))

  test('boxed lines take from their box only', async () =>
    expect(
      await pickFrom([{ count: 6 }, { count: 12, boxCode: 'CBO6' }], [line(wineId, 7, { boxCode: 'CBO6' })]),
    ).toMatchObject({ found: [7], places: ['1.0', '1.1', '1.2', '1.3', '1.4', '1.5', '1.6'] }))
})

describe('which warehouse', () => {
  const old = '2021-01-04T09:00:00Z'
  const young = '2025-01-06T09:00:00Z'

  test('one that can serve everything is preferred to older bottles in several', async () =>
    expect(
      await pickFrom(
        [
          { count: 2, warehouse: 0, storedAt: old },
          { count: 3, warehouse: 1, storedAt: young },
        ],
        [line(wineId, 3)],
      ),
    ).toMatchObject({ places: ['1.0', '1.1', '1.2'], warehouses: [1] }))

  test('of several that can, the one with the oldest bottle serves', async () =>
    expect(
      await pickFrom(
        [
          { count: 3, warehouse: 0, storedAt: young },
          { count: 3, warehouse: 1, storedAt: young },
          { count: 1, warehouse: 1, storedAt: old },
        ],
        [line(wineId, 3)],
      ),
    ).toMatchObject({ places: ['1.0', '1.1', '2.0'], warehouses: [1] }))

  test('one warehouse must serve every line', async () =>
    expect(
      await pickFrom(
        [
          { count: 2, warehouse: 0, storedAt: old },
          { wineId: otherWineId, count: 1, warehouse: 0, storedAt: old },
          { count: 2, warehouse: 2, storedAt: young },
          { wineId: otherWineId, count: 2, warehouse: 2, storedAt: young },
        ],
        [line(wineId, 2), line(otherWineId, 2)],
      ),
    ).toMatchObject({ found: [2, 2], warehouses: [2] }))

  test('when none can, the oldest of all warehouses are taken', async () =>
    expect(
      await pickFrom(
        [
          { count: 3, warehouse: 2, storedAt: young },
          { count: 1, warehouse: 1, storedAt: old },
          { count: 2, warehouse: 0, storedAt: '2023-01-02T09:00:00Z' },
        ],
        [line(wineId, 4)],
      ),
    ).toEqual({ found: [4], places: ['0.0', '1.0', '2.0', '2.1'], warehouses: [0, 1, 2] }))

  test('what is short is looked for in one warehouse as well', async () =>
    expect(
      await pickFrom(
        [
          { count: 1, warehouse: 0, storedAt: old },
          { count: 2, warehouse: 1, storedAt: young },
          { wineId: otherWineId, count: 1, warehouse: 1, storedAt: young },
        ],
        [line(wineId, 2), line(otherWineId, 5)],
      ),
    ).toMatchObject({ found: [2, 1], places: ['1.0', '1.1', '2.0'], warehouses: [1] }))
})

import { describe, expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { line, pickup } from '../../../test/support/order-cellar.ts'
import { refusalOf, stockCellar } from '../../../test/support/stock-cellar.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import { createOrder } from '../orders/create-order.ts'
import { type BottleMove, type Moving, moveBottles } from './move-bottles.ts'

const { db, pool, deps } = await testDatabase()
const cellar = await stockCellar(deps, pool)
const { warehouseId, otherWarehouseId, wineId, ownerOf, placesOf, ledgerOf } = cellar

const goods = { wineId, formatMl: 750, boxCode: '' }
const move = (accountId: number, what: Moving, more: Partial<BottleMove> = {}) =>
  moveBottles(deps, { accountId, warehouseId, to: 'A-02', comment: '', what, ...more })

test('bottles go to another location, each with a row in the ledger', async () => {
  const { owner, stored } = await ownerOf({ count: 3 })
  const [ids = []] = stored
  const moved = await move(owner.accountId, { bottleIds: ids.slice(0, 2) }, { comment: 'closer to the door' })
  expect(moved).toEqual({ movedIds: ids.slice(0, 2), alreadyThere: 0 })
  expect(await placesOf(ids)).toEqual(['Bercy A-02', 'Bercy A-02', 'Bercy A-01'])
  expect((await ledgerOf(owner.accountId)).slice(3)).toEqual(
    Array(2).fill('moved A-01 A-02 closer to the door'),
  )
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

test('what lies there already stays as it is, so that a scanner may send it twice', async () => {
  const { owner, stored } = await ownerOf({ count: 2 })
  const [ids = []] = stored
  await move(owner.accountId, { bottleIds: ids })
  const before = await checksumOf(pool)
  expect(await move(owner.accountId, { bottleIds: [...ids, ...ids] })).toEqual({
    movedIds: [],
    alreadyThere: 2,
  })
  expect(await checksumOf(pool)).toEqual(before)
})

test('a reserved bottle is moved and stays reserved', async () => {
  const { owner, stored } = await ownerOf({ count: 2 })
  const [ids = []] = stored
  const { order } = await createOrder(deps, owner, pickup([line(wineId, 2)]))
  await move(owner.accountId, { bottleIds: ids })
  expect(await cellar.heldBottles(owner.accountId)).toEqual({ [order.id]: ids })
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

describe('by goods', () => {
  test('free bottles are taken before reserved ones, the oldest first', async () => {
    const { owner, stored } = await ownerOf(
      { count: 1, storedAt: '2021-01-04T09:00:00Z' },
      { count: 3, storedAt: '2022-01-04T09:00:00Z' },
    )
    const [[reserved = 0] = [], [first = 0, second = 0, third = 0] = []] = stored
    await createOrder(deps, owner, pickup([line(wineId, 1)]))
    const { movedIds } = await move(owner.accountId, { from: 'A-01', goods, quantity: 2 })
    expect(movedIds).toEqual([first, second])
    const rest = await move(owner.accountId, { from: 'A-01', goods, quantity: 2 })
    expect(rest.movedIds.sort()).toEqual([reserved, third].sort())
  })

  test('only that wine, format and box', async () => {
    const { owner, stored } = await ownerOf(
      { count: 1, wineId: cellar.otherWineId },
      { count: 1, formatMl: 1500 },
      { count: 1, boxCode: 'CBO6' },
      { count: 1 },
    )
    const { movedIds } = await move(owner.accountId, { from: 'A-01', goods, quantity: 1 })
    expect(movedIds).toEqual(stored[3])
  })

  test('what has been picked for an order is not on the shelf any more', async () => {
    const { owner, stored } = await ownerOf({ count: 2 })
    await createOrder(deps, owner, pickup([line(wineId, 1)]))
    await pool.query('update bottles set picked_at = now() where order_id is not null and account_id = $1', [
      owner.accountId,
    ])
    expect(await refusalOf(move(owner.accountId, { from: 'A-01', goods, quantity: 2 }))).toBe(
      'not_enough_stock goods.quantity',
    )
    expect(stored).toHaveLength(1)
  })
})

describe('refused, and nothing is written', async () => {
  const { owner, stored } = await ownerOf({ count: 2 }, { count: 1, warehouse: 1 })
  const { stored: foreign } = await ownerOf({ count: 1 })
  const [ids = [], [elsewhere = 0] = []] = stored
  const [[others = 0] = []] = foreign
  const [first = 0] = ids
  await pool.query(
    `insert into locations (warehouse_id, code, created_at, deactivated_at) values ($1, 'A-OLD', now(), now())`,
    [warehouseId],
  )
  const announced = await cellar.announce(owner.accountId)

  test.each<[string, Moving, Partial<BottleMove>, string]>([
    ['a bottle that there is not', { bottleIds: [first, 999_999] }, {}, 'fields_invalid bottle_ids.1'],
    ["another account's bottle", { bottleIds: [others] }, {}, 'fields_invalid bottle_ids.0'],
    ['the largest number', { bottleIds: [Number.MAX_SAFE_INTEGER] }, {}, 'fields_invalid bottle_ids.0'],
    [
      'a bottle that has not come yet',
      { bottleIds: [first, announced] },
      {},
      'step_not_possible bottle_ids.1',
    ],
    ['a bottle of another warehouse', { bottleIds: [first, elsewhere] }, {}, 'location_elsewhere bottle_ids'],
    ['a location of another warehouse', { bottleIds: ids }, { to: 'I-09' }, 'location_elsewhere to'],
    ['no location', { bottleIds: ids }, { to: 'Z-99' }, 'fields_invalid to'],
    ['a location out of use', { bottleIds: ids }, { to: 'A-OLD' }, 'fields_invalid to'],
    ['no warehouse', { bottleIds: ids }, { warehouseId: 999_999, to: 'Z-99' }, 'fields_invalid to'],
    [
      'from a location that there is not',
      { from: 'Z-99', goods, quantity: 1 },
      {},
      'fields_invalid goods.from',
    ],
    ['to where it lies', { from: 'A-01', goods, quantity: 1 }, { to: 'A-01' }, 'fields_invalid to'],
    ['more than there are', { from: 'A-01', goods, quantity: 3 }, {}, 'not_enough_stock goods.quantity'],
    [
      'a wine that there is not',
      { from: 'A-01', goods: { ...goods, wineId: 999_999 }, quantity: 1 },
      {},
      'not_enough_stock goods.quantity',
    ],
    [
      'in the warehouse where they are not',
      { bottleIds: ids },
      { warehouseId: otherWarehouseId, to: 'I-09' },
      'location_elsewhere bottle_ids',
    ],
  ])('%s', async (_what, what, more, expected) => {
    const before = await checksumOf(pool)
    expect(await refusalOf(move(owner.accountId, what, more))).toBe(expected)
    expect(await checksumOf(pool)).toEqual(before)
  })
})

test('a move and orders for the same bottles at once: nobody is refused, and the ledger holds', async () => {
  const { owner, stored } = await ownerOf({ count: 40 })
  const [ids = []] = stored
  const orders = Array.from({ length: 10 }, () => createOrder(deps, owner, pickup([line(wineId, 2)])))
  const moves = [ids.slice(0, 20), ids.slice(10, 40), ids.slice(5, 15)].map((bottleIds, index) =>
    move(owner.accountId, { bottleIds }, { to: index === 1 ? 'A-03' : 'A-02' }),
  )
  await Promise.all([...orders, ...moves])
  expect(Object.values(await cellar.heldBottles(owner.accountId)).flat()).toHaveLength(20)
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { line, linesIn, orderCellar, pickup, type Shelf } from '../../../test/support/order-cellar.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import { createOrder } from './create-order.ts'
import type { OrderLine } from './new-order.ts'
import { findOrder } from './order-reads.ts'

const { db, pool, deps } = await testDatabase()
const { wineId, otherWineId, addWine, ownerOf, heldBottles, freeBottles, warehouseIds } =
  await orderCellar(pool)

const refusedFor = (...shortages: Record<string, unknown>[]) => ({
  problem: {
    code: 'not_enough_bottles',
    shortages: shortages.map((shortage) => expect.objectContaining(shortage)),
  },
})

// An order that one warehouse can serve is opened in one statement, a partial one step by step: the rules are the same.
describe.each([
  ['in one statement', false],
  ['step by step', true],
])('an order that one warehouse can serve, opened %s', (_way, allowPartial) => {
  test('takes the oldest bottles by the day they came, not by their numbers', async () => {
    const { owner, stored } = await ownerOf(
      { count: 2, storedAt: '2024-03-01T09:00:00Z' },
      { count: 2, storedAt: '2022-03-01T09:00:00Z' },
    )
    const { order, shortages } = await createOrder(deps, owner, pickup([line(wineId, 3)], { allowPartial }))
    const [[firstOfYoung], old] = [stored[0] ?? [], stored[1] ?? []]
    expect(await heldBottles(owner.accountId)).toEqual({ [order.id]: [firstOfYoung, ...old] })
    expect(shortages).toEqual([])
  })

  test('comes from the warehouse that has everything, though older bottles lie in another', async () => {
    const { owner, stored } = await ownerOf(
      { count: 2, warehouse: 0, storedAt: '2021-01-04T09:00:00Z' },
      { count: 3, warehouse: 2, storedAt: '2025-01-06T09:00:00Z' },
    )
    const { order } = await createOrder(deps, owner, pickup([line(wineId, 3)], { allowPartial }))
    expect(await heldBottles(owner.accountId)).toEqual({ [order.id]: stored[1] })
    expect(order).toMatchObject({ children: [], warehouse: { id: warehouseIds[2] } })
  })

  test('comes from the one with the oldest bottle when several have everything', async () => {
    const { owner } = await ownerOf(
      { count: 3, warehouse: 0, storedAt: '2024-01-01T09:00:00Z' },
      { count: 2, warehouse: 1, storedAt: '2025-01-06T09:00:00Z' },
      { count: 1, warehouse: 1, storedAt: '2023-01-02T09:00:00Z' },
    )
    const { order } = await createOrder(deps, owner, pickup([line(wineId, 3)], { allowPartial }))
    expect(order.warehouse.id).toBe(warehouseIds[1])
  })

  test('reads afterwards as it was answered', async () => {
    const { owner } = await ownerOf({ count: 3 }, { wineId: otherWineId, count: 6, boxCode: 'CBO6' })
    const wanted = [line(otherWineId, 6, { boxCode: 'CBO6' }), line(wineId, 2)]
    const { order } = await createOrder(
      deps,
      owner,
      pickup(wanted, { allowPartial, comment: 'Ring twice', reference: 'R-1' }),
    )
    expect(linesIn(order)).toEqual([line(wineId, 2), line(otherWineId, 6, { boxCode: 'CBO6' })])
    expect(await findOrder(db, owner.accountId, order.id)).toEqual(order)
  })

  test('writes one reservation per bottle into the ledger', async () => {
    const { owner, stored } = await ownerOf({ count: 2 })
    const { order } = await createOrder(deps, owner, pickup([line(wineId, 2)], { allowPartial }))
    const { rows } = await pool.query(
      `select bottle_id, order_id, from_location_id = to_location_id as stays from stock_moves
       where account_id = $1 and kind = 'reserved' order by bottle_id`,
      [owner.accountId],
    )
    expect(rows).toEqual(stored[0]?.map((id) => ({ bottle_id: id, order_id: order.id, stays: true })))
  })

  test('sums lines of the same wine, format and box before it looks', async () => {
    const { owner } = await ownerOf({ count: 6 }, { count: 6, boxCode: 'CBO6' })
    const twice = [line(wineId, 2), line(wineId, 3, { boxCode: 'CBO6' }), line(wineId, 2)]
    const { order } = await createOrder(deps, owner, pickup(twice, { allowPartial }))
    expect(linesIn(order)).toEqual([line(wineId, 4), line(wineId, 3, { boxCode: 'CBO6' })])
  })
})

describe('an order that no single warehouse can serve', () => {
  test('is split: the parent carries everything, each warehouse has one child, the bottles are on the children', async () => {
    const { owner, stored } = await ownerOf(
      { count: 2, warehouse: 0 },
      { wineId: otherWineId, count: 1, warehouse: 0 },
      { count: 2, warehouse: 1 },
      { wineId: otherWineId, count: 3, warehouse: 2 },
    )
    const wanted = [line(wineId, 4), line(otherWineId, 4)]
    const { order } = await createOrder(deps, owner, pickup(wanted, { reference: 'R-2' }))
    expect(linesIn(order)).toEqual(wanted)
    expect(order.children.map((child) => [child.warehouse.id, linesIn(child)])).toEqual([
      [warehouseIds[0], [line(wineId, 2), line(otherWineId, 1)]],
      [warehouseIds[1], [line(wineId, 2)]],
      [warehouseIds[2], [line(otherWineId, 3)]],
    ])
    const [first, second, third] = order.children.map(({ id }) => id)
    expect(await heldBottles(owner.accountId)).toEqual({
      [first ?? 0]: [...(stored[0] ?? []), ...(stored[1] ?? [])],
      [second ?? 0]: stored[2],
      [third ?? 0]: stored[3],
    })
    for (const child of order.children)
      expect(child).toMatchObject({
        parent: { id: order.id, status: 'new' },
        children: [],
        reference: 'R-2',
        deliveryDate: order.deliveryDate,
        preparationDate: order.preparationDate,
      })
  })

  test('is named after the warehouse that gives most of it', async () => {
    const { owner } = await ownerOf({ count: 1, warehouse: 0 }, { count: 3, warehouse: 1 })
    const { order } = await createOrder(deps, owner, pickup([line(wineId, 4)]))
    expect(order.warehouse.id).toBe(warehouseIds[1])
  })
})

describe('an order that cannot be served in full', () => {
  const refusals: [string, Shelf[], OrderLine[], Record<string, unknown>[]][] = [
    [
      'more than is there',
      [
        { count: 2, warehouse: 0 },
        { count: 1, warehouse: 1 },
      ],
      [line(wineId, 4)],
      [{ wineId, asked: 4, found: 3, isHeld: true }],
    ],
    [
      'loose bottles while only boxed ones are there',
      [{ count: 6, boxCode: 'CBO6' }],
      [line(wineId, 1)],
      [{ boxCode: '', asked: 1, found: 0, isHeld: true }],
    ],
    [
      'boxed bottles while only loose ones are there',
      [{ count: 6 }],
      [line(wineId, 6, { boxCode: 'CBO6' })],
      [{ boxCode: 'CBO6', asked: 6, found: 0, isHeld: true }],
    ],
    [
      'a format that is not held',
      [{ count: 6 }],
      [line(wineId, 1, { formatMl: 1500 })],
      [{ formatMl: 1500, asked: 1, found: 0, isHeld: false }],
    ],
    [
      'two lines of one wine that only together are too much',
      [{ count: 5 }],
      [line(wineId, 3), line(wineId, 3)],
      [{ asked: 6, found: 5 }],
    ],
    [
      'one line of several',
      [{ count: 5 }],
      [line(wineId, 5), line(otherWineId, 1)],
      [{ wineId: otherWineId, asked: 1, found: 0 }],
    ],
  ]

  test.each(refusals)('is refused and writes nothing: %s', async (_what, shelves, lines, shortages) => {
    const { owner } = await ownerOf(...shelves)
    const before = await checksumOf(pool)
    await expect(createOrder(deps, owner, pickup(lines))).rejects.toMatchObject(refusedFor(...shortages))
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('takes what is there when it may be partial, and tells each shortfall', async () => {
    const thirdWineId = await addWine('Clos Trois')
    const { owner } = await ownerOf(
      { count: 2, warehouse: 0 },
      { wineId: otherWineId, count: 6, boxCode: 'CBO6', warehouse: 1 },
    )
    const wanted = [line(wineId, 3), line(otherWineId, 8, { boxCode: 'CBO6' }), line(thirdWineId, 1)]
    const { order, shortages } = await createOrder(deps, owner, pickup(wanted, { allowPartial: true }))
    expect(linesIn(order)).toEqual([line(wineId, 2), line(otherWineId, 6, { boxCode: 'CBO6' })])
    expect(order.children).toHaveLength(2)
    expect(shortages).toMatchObject([
      { wineId, boxCode: '', asked: 3, found: 2 },
      { wineId: otherWineId, boxCode: 'CBO6', asked: 8, found: 6 },
      { wineId: thirdWineId, asked: 1, found: 0 },
    ])
    expect(await freeBottles(owner.accountId)).toEqual([])
  })

  test('is refused when nothing at all is there, partial or not', async () => {
    const { owner } = await ownerOf({ count: 6, boxCode: 'CBO6' })
    const before = await checksumOf(pool)
    await expect(
      createOrder(deps, owner, pickup([line(wineId, 1)], { allowPartial: true })),
    ).rejects.toMatchObject(refusedFor({ asked: 1, found: 0 }))
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('the bottles of another owner do not help', async () => {
    await ownerOf({ count: 5 })
    const { owner } = await ownerOf({ count: 1 })
    await expect(createOrder(deps, owner, pickup([line(wineId, 2)]))).rejects.toMatchObject(
      refusedFor({ asked: 2, found: 1 }),
    )
  })
})

test('the ledger holds after all of it', async () =>
  expect((await verifyLedger(db)).discrepancies).toEqual([]))

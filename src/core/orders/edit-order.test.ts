import { describe, expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { line, linesIn, orderCellar, pickup } from '../../../test/support/order-cellar.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import { createOrder } from './create-order.ts'
import { deleteOrder } from './delete-order.ts'
import { editOrder, type OrderChange } from './edit-order.ts'
import { findOrder } from './order-reads.ts'

const { db, pool, deps } = await testDatabase()
const { wineId, otherWineId, ownerOf, heldBottles, freeBottles, warehouseIds } = await orderCellar(pool)
const boxed = { boxCode: 'CBO6' }

const change = (more: Partial<OrderChange>): OrderChange => ({ allowPartial: false, recipient: {}, ...more })

/** What the ledger says about the orders of an account, oldest row first: `reserved` or `released`, bottle and order. */
async function claimsOf(accountId: number) {
  const { rows } = await pool.query<{ kind: string; bottle: number; order: number }>(
    `select kind, bottle_id as bottle, order_id as order from stock_moves
     where account_id = $1 and order_id is not null order by id`,
    [accountId],
  )
  return rows.map(({ kind, bottle, order }) => [kind, bottle, order])
}

describe('a change of content', () => {
  test('picks anew: what the order held is free for it, and the oldest go first again', async () => {
    const { owner, stored } = await ownerOf(
      { count: 2, storedAt: '2022-01-03T09:00:00Z' },
      { count: 2, storedAt: '2024-01-01T09:00:00Z' },
    )
    const [old = [], young = []] = stored
    const { order: first } = await createOrder(deps, owner, pickup([line(wineId, 2)]))
    const { order } = await createOrder(deps, owner, pickup([line(wineId, 2)]))
    expect(await heldBottles(owner.accountId)).toEqual({ [first.id]: old, [order.id]: young })
    await deleteOrder(deps, owner, first.id)
    const edited = await editOrder(deps, owner, order.id, change({ looseLines: [line(wineId, 3)] }))
    expect(linesIn(edited.order)).toEqual([line(wineId, 3)])
    expect(await heldBottles(owner.accountId)).toEqual({ [order.id]: [...old, young[0]] })
    expect(await findOrder(db, owner.accountId, order.id)).toEqual(edited.order)
  })

  test('is in the ledger as a release of all it held and a reservation of all it holds', async () => {
    const { owner, stored } = await ownerOf({ count: 3 })
    const [[one = 0, two = 0] = []] = stored
    const { order } = await createOrder(deps, owner, pickup([line(wineId, 2)]))
    await editOrder(deps, owner, order.id, change({ looseLines: [line(wineId, 1)] }))
    expect(await claimsOf(owner.accountId)).toEqual([
      ['reserved', one, order.id],
      ['reserved', two, order.id],
      ['released', one, order.id],
      ['released', two, order.id],
      ['reserved', one, order.id],
    ])
  })

  test('of the loose lines keeps the boxed ones, and the other way round', async () => {
    const { owner } = await ownerOf({ count: 4 }, { count: 6, ...boxed })
    const both = [line(wineId, 2), line(wineId, 6, boxed)]
    const { order } = await createOrder(deps, owner, pickup(both))
    const looser = await editOrder(deps, owner, order.id, change({ looseLines: [line(wineId, 4)] }))
    expect(linesIn(looser.order)).toEqual([line(wineId, 4), line(wineId, 6, boxed)])
    const unboxed = await editOrder(deps, owner, order.id, change({ boxedLines: [] }))
    expect(linesIn(unboxed.order)).toEqual([line(wineId, 4)])
  })

  test('swaps one wine for another', async () => {
    const { owner, stored } = await ownerOf({ count: 1 }, { wineId: otherWineId, count: 1 })
    const { order } = await createOrder(deps, owner, pickup([line(wineId, 1)]))
    await editOrder(deps, owner, order.id, change({ looseLines: [line(otherWineId, 1)] }))
    expect(await heldBottles(owner.accountId)).toEqual({ [order.id]: stored[1] })
  })

  test('takes what is there when it may be partial', async () => {
    const { owner } = await ownerOf({ count: 3 })
    const { order } = await createOrder(deps, owner, pickup([line(wineId, 1)]))
    const partial = change({ looseLines: [line(wineId, 5), line(otherWineId, 1)], allowPartial: true })
    const { order: edited, shortages } = await editOrder(deps, owner, order.id, partial)
    expect(linesIn(edited)).toEqual([line(wineId, 3)])
    expect(shortages).toMatchObject([
      { wineId, asked: 5, found: 3 },
      { wineId: otherWineId, asked: 1, found: 0 },
    ])
  })

  test('makes a split order a single one and a single one a split one', async () => {
    const { owner, stored } = await ownerOf({ count: 2, warehouse: 0 }, { count: 3, warehouse: 1 })
    const [here = [], there = []] = stored
    const { order: split } = await createOrder(deps, owner, pickup([line(wineId, 5)]))
    expect(split.children).toHaveLength(2)

    const { order: single } = await editOrder(
      deps,
      owner,
      split.id,
      change({ looseLines: [line(wineId, 3)] }),
    )
    expect(single).toMatchObject({ id: split.id, children: [], warehouse: { id: warehouseIds[1] } })
    expect(linesIn(single)).toEqual([line(wineId, 3)])
    expect(await heldBottles(owner.accountId)).toEqual({ [split.id]: there })
    for (const { id } of split.children) expect(await findOrder(db, owner.accountId, id)).toBeUndefined()

    const { order: again } = await editOrder(deps, owner, split.id, change({ looseLines: [line(wineId, 4)] }))
    const [first, second] = again.children
    expect(again.children.map((child) => [child.warehouse.id, linesIn(child)])).toEqual([
      [warehouseIds[0], [line(wineId, 2)]],
      [warehouseIds[1], [line(wineId, 2)]],
    ])
    expect(linesIn(again)).toEqual([line(wineId, 4)])
    expect(await heldBottles(owner.accountId)).toEqual({
      [first?.id ?? 0]: here,
      [second?.id ?? 0]: there.slice(0, 2),
    })
    expect(again.children.map(({ id }) => id)).not.toEqual(split.children.map(({ id }) => id))
  })
})

describe('a change of anything else', () => {
  test('leaves the bottles and the ledger alone', async () => {
    const { owner } = await ownerOf({ count: 2 })
    const { order } = await createOrder(deps, owner, pickup([line(wineId, 2)]))
    const [held, claims] = [await heldBottles(owner.accountId), await claimsOf(owner.accountId)]
    const { order: edited } = await editOrder(
      deps,
      owner,
      order.id,
      change({ comment: 'Ring twice', halfDay: 'pm' }),
    )
    expect(edited).toMatchObject({ comment: 'Ring twice', halfDay: 'pm', lines: order.lines })
    expect(await heldBottles(owner.accountId)).toEqual(held)
    expect(await claimsOf(owner.accountId)).toEqual(claims)
  })

  test('reaches the children of a split order', async () => {
    const { owner } = await ownerOf({ count: 1, warehouse: 0 }, { count: 1, warehouse: 1 })
    const { order } = await createOrder(deps, owner, pickup([line(wineId, 2)], { comment: 'Ring' }))
    const { order: edited } = await editOrder(deps, owner, order.id, change({ comment: null, halfDay: 'pm' }))
    expect(edited.children.map(({ id }) => id)).toEqual(order.children.map(({ id }) => id))
    for (const child of edited.children) expect(child).toMatchObject({ comment: null, halfDay: 'pm' })
  })
})

describe('a change that fails leaves order, bottles and ledger as they were', () => {
  const refusals: [string, string, Partial<OrderChange>][] = [
    ['more than there is', 'not_enough_bottles', { looseLines: [line(wineId, 6)] }],
    ['one line of several', 'not_enough_bottles', { looseLines: [line(wineId, 1), line(otherWineId, 1)] }],
    [
      'nothing at all, though it may be partial',
      'not_enough_bottles',
      { looseLines: [line(otherWineId, 1)], allowPartial: true },
    ],
    ['no line left', 'fields_invalid', { looseLines: [] }],
    ['an unknown box', 'fields_invalid', { boxedLines: [line(wineId, 1, { boxCode: 'NOBOX' })] }],
    [
      'content that is there and a date that cannot be',
      'delivery_date_invalid',
      { looseLines: [line(wineId, 5)], wantedDate: '2026-11-15' },
    ],
    [
      'content that is there and no address for a delivery',
      'address_invalid',
      { looseLines: [line(wineId, 5)], handover: 'delivery' },
    ],
  ]

  test.each(refusals)('%s: %s', async (_what, code, refused) => {
    const { owner } = await ownerOf({ count: 3, warehouse: 0 }, { count: 2, warehouse: 1 })
    const { order } = await createOrder(deps, owner, pickup([line(wineId, 4)]))
    const before = await checksumOf(pool)
    await expect(editOrder(deps, owner, order.id, change(refused))).rejects.toMatchObject({
      problem: { code },
    })
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('the shortage counts what the order holds itself as found', async () => {
    const { owner } = await ownerOf({ count: 5 })
    const { order } = await createOrder(deps, owner, pickup([line(wineId, 3)]))
    await createOrder(deps, owner, pickup([line(wineId, 1)]))
    await expect(
      editOrder(deps, owner, order.id, change({ looseLines: [line(wineId, 5)] })),
    ).rejects.toMatchObject({ problem: { shortages: [{ asked: 5, found: 4, isHeld: true }] } })
  })
})

test('an order that shrinks gives back what it no longer needs', async () => {
  const { owner, stored } = await ownerOf({ count: 3 })
  const { order } = await createOrder(deps, owner, pickup([line(wineId, 3)]))
  await editOrder(deps, owner, order.id, change({ looseLines: [line(wineId, 1)] }))
  expect(await freeBottles(owner.accountId)).toEqual(stored[0]?.slice(1))
})

test('the ledger holds after all of it', async () =>
  expect((await verifyLedger(db)).discrepancies).toEqual([]))

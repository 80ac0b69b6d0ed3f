import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { line, linesIn, orderCellar, pickup } from '../../../test/support/order-cellar.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import { createOrder } from './create-order.ts'
import { deleteOrder } from './delete-order.ts'
import { findOrder, listOrders } from './order-reads.ts'

const { db, pool, deps } = await testDatabase()
const { wineId, ownerOf, heldBottles, freeBottles } = await orderCellar(pool)

test('a delete returns the order as it was, and it is gone from list and record', async () => {
  const { owner } = await ownerOf({ count: 2 })
  const { order } = await createOrder(deps, owner, pickup([line(wineId, 2)]))
  expect(await deleteOrder(deps, owner, order.id)).toEqual(order)
  expect(await findOrder(db, owner.accountId, order.id)).toBeUndefined()
  expect(await listOrders(db, owner.accountId, { page: 1, count: 30 })).toEqual({ records: [], total: 0 })
})

test('its bottles can be ordered again at once', async () => {
  const { owner, stored } = await ownerOf({ count: 2 })
  const { order } = await createOrder(deps, owner, pickup([line(wineId, 2)]))
  await deleteOrder(deps, owner, order.id)
  expect(await freeBottles(owner.accountId)).toEqual(stored[0])
  const { order: next } = await createOrder(deps, owner, pickup([line(wineId, 2)]))
  expect(await heldBottles(owner.accountId)).toEqual({ [next.id]: stored[0] })
})

test('a split order goes with its children, and every bottle comes back', async () => {
  const { owner } = await ownerOf({ count: 2, warehouse: 0 }, { count: 2, warehouse: 1 })
  const { order } = await createOrder(deps, owner, pickup([line(wineId, 4)]))
  const deleted = await deleteOrder(deps, owner, order.id)
  expect(deleted.children.map(linesIn)).toEqual([[line(wineId, 2)], [line(wineId, 2)]])
  for (const { id } of order.children) expect(await findOrder(db, owner.accountId, id)).toBeUndefined()
  expect(await freeBottles(owner.accountId)).toHaveLength(4)
})

test('each bottle is released in the ledger by the order that held it', async () => {
  const { owner, stored } = await ownerOf({ count: 1, warehouse: 0 }, { count: 1, warehouse: 1 })
  const { order } = await createOrder(deps, owner, pickup([line(wineId, 2)]))
  await deleteOrder(deps, owner, order.id)
  const { rows } = await pool.query(
    `select bottle_id as bottle, order_id as order from stock_moves where account_id = $1 and kind = 'released' order by id`,
    [owner.accountId],
  )
  const [first, second] = order.children
  expect(rows).toEqual([
    { bottle: stored[0]?.[0], order: first?.id },
    { bottle: stored[1]?.[0], order: second?.id },
  ])
})

test('the ledger holds after all of it', async () =>
  expect((await verifyLedger(db)).discrepancies).toEqual([]))

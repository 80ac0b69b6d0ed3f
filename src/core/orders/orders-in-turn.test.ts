import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openTransaction, rivalConnection, untilWaiting } from '../../../test/support/open-transaction.ts'
import { line, linesIn, orderCellar, pickup } from '../../../test/support/order-cellar.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import type { Caller, Deps } from '../deps.ts'
import { createOrder } from './create-order.ts'
import { deleteOrder } from './delete-order.ts'
import { editOrder } from './edit-order.ts'
import { findOrder } from './order-reads.ts'

const { db, pool, deps } = await testDatabase()
const { wineId, otherWineId, ownerOf, heldBottles, freeBottles } = await orderCellar(pool)

const create = (within: Deps, owner: Caller, quantity: number) =>
  createOrder(within, owner, pickup([line(wineId, quantity)]))
const edit = (within: Deps, owner: Caller, id: number, quantity: number) =>
  editOrder(within, owner, id, { allowPartial: false, recipient: {}, looseLines: [line(wineId, quantity)] })

describe('while another order has the last bottles in its hands', () => {
  test('an order waits, and gets them when the other is taken back', async () => {
    const { owner, stored } = await ownerOf({ count: 3 })
    const other = await openTransaction(deps, (within) => create(within, owner, 3))
    const waiting = create(deps, owner, 3)
    await untilWaiting(pool)
    await other.rollback()
    const { order } = await waiting
    expect(await heldBottles(owner.accountId)).toEqual({ [order.id]: stored[0] })
  })

  test('a partial order waits too, before it is content with less', async () => {
    const { owner } = await ownerOf({ count: 3 })
    const other = await openTransaction(deps, (within) => create(within, owner, 2))
    const waiting = createOrder(deps, owner, pickup([line(wineId, 3)], { allowPartial: true }))
    await untilWaiting(pool)
    await other.rollback()
    expect((await waiting).shortages).toEqual([])
  })

  test('an order waits, and is refused when the other is made', async () => {
    const { owner } = await ownerOf({ count: 3 })
    const other = await openTransaction(deps, (within) => create(within, owner, 2))
    const waiting = create(deps, owner, 3)
    const refused = expect(waiting).rejects.toMatchObject({
      problem: { code: 'not_enough_bottles', shortages: [{ asked: 3, found: 1 }] },
    })
    await untilWaiting(pool)
    await other.commit()
    await refused
  })

  test('an order is not refused because the other gave some back and took these instead', async () => {
    const { owner, stored } = await ownerOf(
      { count: 2, storedAt: '2022-01-03T09:00:00Z' },
      { count: 2, storedAt: '2024-01-01T09:00:00Z' },
    )
    const { order: first } = await create(deps, owner, 2)
    const { order: exchanged } = await create(deps, owner, 2)
    await deleteOrder(deps, owner, first.id)
    // Two bottles are free before, during and after this change.
    const other = await openTransaction(deps, (within) => edit(within, owner, exchanged.id, 2))
    const waiting = create(deps, owner, 2)
    await untilWaiting(pool)
    await other.commit()
    const { order } = await waiting
    expect(await heldBottles(owner.accountId)).toEqual({ [exchanged.id]: stored[0], [order.id]: stored[1] })
  })
})

describe('nobody waits without need', () => {
  test('an order takes the next bottles when the oldest are in the hands of another', async () => {
    const { owner, stored } = await ownerOf({ count: 5 })
    const other = await openTransaction(deps, (within) => create(within, owner, 3))
    const { order } = await create(deps, owner, 2)
    await other.rollback()
    expect(await heldBottles(owner.accountId)).toEqual({ [order.id]: stored[0]?.slice(3) })
  })

  test('another owner of the same wine orders, edits and deletes in between', async () => {
    const { owner } = await ownerOf({ count: 3, warehouse: 0 }, { count: 3, warehouse: 1 })
    const { owner: neighbour } = await ownerOf({ count: 2, warehouse: 0 }, { count: 2, warehouse: 1 })
    const other = await openTransaction(deps, (within) => create(within, owner, 6))
    const { order } = await create(deps, neighbour, 4)
    await edit(deps, neighbour, order.id, 1)
    await deleteOrder(deps, neighbour, order.id)
    await other.rollback()
  })
})

describe('two changes of one order take turns', () => {
  const singleOrder = async () => {
    const { owner } = await ownerOf({ count: 3, warehouse: 0 }, { count: 3, warehouse: 1 })
    const { order } = await create(deps, owner, 2)
    expect(order.children).toEqual([])
    return { owner, order }
  }

  test('a delete that waited for a split gives back the bottles of the children too', async () => {
    const { owner, order } = await singleOrder()
    const split = await openTransaction(deps, (within) => edit(within, owner, order.id, 5))
    const deleting = deleteOrder(deps, owner, order.id)
    await untilWaiting(pool)
    await split.commit()
    expect((await deleting).children).toHaveLength(2)
    expect(await heldBottles(owner.accountId)).toEqual({})
    expect(await freeBottles(owner.accountId)).toHaveLength(6)
  })

  test('an edit that waited for a split replaces the children', async () => {
    const { owner, order } = await singleOrder()
    const split = await openTransaction(deps, (within) => edit(within, owner, order.id, 5))
    const editing = edit(deps, owner, order.id, 4)
    await untilWaiting(pool)
    await split.commit()
    const { order: edited } = await editing
    expect(edited.children.map(linesIn)).toEqual([[line(wineId, 3)], [line(wineId, 1)]])
    expect(await freeBottles(owner.accountId)).toHaveLength(2)
  })

  test('an edit that waited for a delete finds nothing', async () => {
    const { owner, order } = await singleOrder()
    const other = await openTransaction(deps, (within) => deleteOrder(within, owner, order.id))
    const refused = expect(edit(deps, owner, order.id, 1)).rejects.toMatchObject({
      problem: { code: 'record_not_found' },
    })
    await untilWaiting(pool)
    await other.commit()
    await refused
  })

  test('a change that waited for the preparation to start is refused', async () => {
    const { owner, order } = await singleOrder()
    const warehouse = await rivalConnection(pool)
    await warehouse.query(`update orders set status = 'processing' where id = $1`, [order.id])
    const refused = expect(deleteOrder(deps, owner, order.id)).rejects.toMatchObject({
      problem: { code: 'order_not_editable' },
    })
    await untilWaiting(pool)
    await warehouse.query('commit')
    await refused
    expect(await findOrder(db, owner.accountId, order.id)).toMatchObject({ status: 'processing' })
  })
})

test('a deadlock is tried again and nobody is told', async () => {
  const { owner, stored } = await ownerOf({ count: 1 }, { wineId: otherWineId, count: 1 })
  const [[bottle] = [], [otherBottle] = []] = stored
  const lock = 'select from bottles where id = $1 for update'
  const rival = await rivalConnection(pool)
  // The rival never looks for a deadlock, so it is the order that gives way.
  await rival.query(`set local deadlock_timeout = '10min'`)
  await rival.query(lock, [otherBottle])
  const both = createOrder(deps, owner, pickup([line(wineId, 1), line(otherWineId, 1)]))
  await untilWaiting(pool)
  await rival.query(lock, [bottle])
  await rival.query('rollback')
  const { order } = await both
  expect(await heldBottles(owner.accountId)).toEqual({ [order.id]: [bottle, otherBottle] })
})

test('the ledger holds after all of it', async () =>
  expect((await verifyLedger(db)).discrepancies).toEqual([]))

import { describe, expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { openTransaction, untilWaiting } from '../../../test/support/open-transaction.ts'
import { line, orderCellar, pickup } from '../../../test/support/order-cellar.ts'
import type { Caller } from '../deps.ts'
import { createOrder } from './create-order.ts'
import { deleteOrder } from './delete-order.ts'
import { editOrder } from './edit-order.ts'
import { listOrders } from './order-reads.ts'

const { db, pool, deps } = await testDatabase()
const { wineId, addOwner, store, freeBottles } = await orderCellar(pool)

async function strictOwner(): Promise<Caller> {
  const owner = await addOwner({ unique_references: true })
  await store(owner.accountId, { count: 3, warehouse: 0 })
  await store(owner.accountId, { count: 3, warehouse: 1 })
  return owner
}
const create = (owner: Caller, reference: string | null, quantity = 1, within = deps) =>
  createOrder(within, owner, pickup([line(wineId, quantity)], { reference }))
const rename = (owner: Caller, id: number, reference: string | null) =>
  editOrder(deps, owner, id, { allowPartial: false, recipient: {}, reference })
const taken = (reference: string, orderId: number) => ({
  problem: { code: 'reference_taken', reference, orderId },
})

describe('an owner who wants references to be unique', () => {
  // One warehouse can serve 1 bottle and not 4, so both ways of opening an order are tried.
  test.each([1, 4])(
    'is refused the second of two, with the first one named (%i bottles)',
    async (quantity) => {
      const owner = await strictOwner()
      const { order: first } = await create(owner, 'R-1')
      const before = await checksumOf(pool)
      await expect(create(owner, 'R-1', quantity)).rejects.toMatchObject(taken('R-1', first.id))
      expect(await checksumOf(pool)).toEqual(before)
    },
  )

  test('may give it to a split order, whose children bear it too', async () => {
    const owner = await strictOwner()
    const { order } = await create(owner, 'R-1', 5)
    expect(order.children.map(({ reference }) => reference)).toEqual(['R-1', 'R-1'])
    await expect(create(owner, 'R-1')).rejects.toMatchObject(taken('R-1', order.id))
  })

  test('has it back when the order is deleted or takes another one', async () => {
    const owner = await strictOwner()
    const { order: first } = await create(owner, 'R-1')
    await deleteOrder(deps, owner, first.id)
    const { order: second } = await create(owner, 'R-1')
    await rename(owner, second.id, 'R-2')
    await create(owner, 'R-1')
    await expect(create(owner, 'R-2')).rejects.toMatchObject(taken('R-2', second.id))
  })

  test('may leave it out any number of times', async () => {
    const owner = await strictOwner()
    await create(owner, null)
    const { order } = await create(owner, 'R-1')
    await rename(owner, order.id, null)
    await create(owner, null)
  })

  test('is refused an edit to a reference that is taken, and nothing changes', async () => {
    const owner = await strictOwner()
    const { order: first } = await create(owner, 'R-1')
    const { order: second } = await create(owner, 'R-2', 4)
    const before = await checksumOf(pool)
    await expect(rename(owner, second.id, 'R-1')).rejects.toMatchObject(taken('R-1', first.id))
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('may edit everything else of an order and keep its reference', async () => {
    const owner = await strictOwner()
    const { order } = await create(owner, 'R-1', 4)
    const change = { allowPartial: false, recipient: {}, comment: 'Ring', looseLines: [line(wineId, 5)] }
    const { order: edited } = await editOrder(deps, owner, order.id, change)
    expect(edited).toMatchObject({ reference: 'R-1', comment: 'Ring' })
  })

  test.each([1, 4])('gets one order of two that come at once (%i bottles)', async (quantity) => {
    const owner = await strictOwner()
    const outcomes = await Promise.allSettled([
      create(owner, 'R-1', quantity),
      create(owner, 'R-1', 1),
      create(owner, 'R-1', 1),
    ])
    const made = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value.order)
    expect(made).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(taken('R-1', made[0]?.id ?? 0))
    expect(await freeBottles(owner.accountId)).toHaveLength(6 - (made[0]?.lines[0]?.quantity ?? 0))
  })

  test('gets the second of two when the first is taken back', async () => {
    const owner = await strictOwner()
    const first = await openTransaction(deps, (within) => create(owner, 'R-1', 1, within))
    const second = create(owner, 'R-1')
    await untilWaiting(pool)
    await first.rollback()
    expect((await second).order.reference).toBe('R-1')
  })
})

test('an owner who was made to mind references later is told which order is in the way of an edit', async () => {
  const owner = await addOwner()
  await store(owner.accountId, { count: 2 })
  const { order: first } = await create(owner, 'R-1')
  const { order: second } = await create(owner, 'R-1')
  await pool.query('update accounts set unique_references = true where id = $1', [owner.accountId])
  const comment = { allowPartial: false, recipient: {}, comment: 'Ring' }
  await editOrder(deps, owner, first.id, comment)
  await expect(editOrder(deps, owner, second.id, comment)).rejects.toMatchObject(taken('R-1', first.id))
})

test('the references of two owners have nothing to do with each other', async () => {
  await create(await strictOwner(), 'R-1')
  await create(await strictOwner(), 'R-1')
})

test('an owner who did not ask for it may use a reference twice', async () => {
  const owner = await addOwner()
  await store(owner.accountId, { count: 2 })
  await create(owner, 'R-1')
  await create(owner, 'R-1')
  expect((await listOrders(db, owner.accountId, { page: 1, count: 30 })).total).toBe(2)
})

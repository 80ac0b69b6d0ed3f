import { describe, expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { line, orderCellar, pickup } from '../../../test/support/order-cellar.ts'
import type { Caller } from '../deps.ts'
import { createOrder } from './create-order.ts'
import { deleteOrder } from './delete-order.ts'
import { editOrder } from './edit-order.ts'
import { nextStatuses, type OrderStatus } from './order.ts'

const { pool, deps } = await testDatabase()
const { wineId, ownerOf } = await orderCellar(pool)

const setStatus = (id: number, status: OrderStatus) =>
  pool.query(`update orders set status = $2, handover = 'pickup' where id = $1`, [id, status])

const splitOrder = async () => {
  const { owner } = await ownerOf({ count: 2, warehouse: 0 }, { count: 2, warehouse: 1 })
  const { order } = await createOrder(deps, owner, pickup([line(wineId, 3)]))
  const [first, last] = order.children
  if (!first || !last) throw new Error('The order was not split')
  return { owner, order, first, last }
}

const changes: [string, (owner: Caller, id: number) => Promise<unknown>][] = [
  [
    'an edit of content',
    (owner, id) =>
      editOrder(deps, owner, id, { allowPartial: false, recipient: {}, looseLines: [line(wineId, 1)] }),
  ],
  [
    'an edit of the comment',
    (owner, id) => editOrder(deps, owner, id, { allowPartial: false, recipient: {}, comment: 'Ring' }),
  ],
  ['a delete', (owner, id) => deleteOrder(deps, owner, id)],
]

describe.each(changes)('%s', (_what, attempt) => {
  const expectRefusal = async (owner: Caller, id: number, code: string) => {
    const before = await checksumOf(pool)
    await expect(attempt(owner, id)).rejects.toMatchObject({ problem: { code } })
    expect(await checksumOf(pool)).toEqual(before)
  }

  const beyondNew = (Object.keys(nextStatuses) as OrderStatus[]).filter(
    (status) => !['new', 'shipped', 'delivered'].includes(status),
  )
  test.each(beyondNew)('of an order that is %s is refused and changes nothing', async (status) => {
    const { owner } = await ownerOf({ count: 2 })
    const { order } = await createOrder(deps, owner, pickup([line(wineId, 2)]))
    await setStatus(order.id, status)
    await expectRefusal(owner, order.id, 'order_not_editable')
  })

  test('of a split order is refused when only its last child is in preparation', async () => {
    const { owner, order, last } = await splitOrder()
    await setStatus(last.id, 'processing')
    await expectRefusal(owner, order.id, 'order_not_editable')
  })

  test('of a child by itself is refused', async () => {
    const { owner, first } = await splitOrder()
    await expectRefusal(owner, first.id, 'order_not_editable')
  })

  test('of an order of somebody else, of one that is deleted and of none finds nothing', async () => {
    const { owner, order } = await splitOrder()
    const { owner: stranger } = await ownerOf({ count: 1 })
    await expectRefusal(stranger, order.id, 'record_not_found')
    await deleteOrder(deps, owner, order.id)
    await expectRefusal(owner, order.id, 'record_not_found')
    await expectRefusal(owner, 999_999_999, 'record_not_found')
  })
})

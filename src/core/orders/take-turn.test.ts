import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openTransaction, untilWaiting } from '../../../test/support/open-transaction.ts'
import { line, orderCellar, pickup } from '../../../test/support/order-cellar.ts'
import { claimOrFindAnswer } from '../accounts/idempotent-answers.ts'
import type { Caller } from '../deps.ts'
import { createOrder } from './create-order.ts'
import { deleteOrder } from './delete-order.ts'
import { editOrder } from './edit-order.ts'
import { inTurn as whenItsTurnComes } from './take-turn.ts'

const { pool, deps } = await testDatabase()
const { wineId, ownerOf } = await orderCellar(pool)

const two = [line(wineId, 2)]
const change = { allowPartial: false, recipient: {}, looseLines: [line(wineId, 3)] }
const stockedOwner = async () => {
  const { owner } = await ownerOf({ count: 4, warehouse: 0 }, { count: 1, warehouse: 1 })
  const { order } = await createOrder(deps, owner, pickup([line(wineId, 1)]))
  return { owner, order }
}
const holdTurn = ({ accountId }: Caller) =>
  openTransaction(deps, (within) => whenItsTurnComes(within.db, accountId, async () => {}))

const inTurn: [string, (owner: Caller, id: number) => Promise<unknown>][] = [
  ['an edit', (owner, id) => editOrder(deps, owner, id, change)],
  ['a delete', (owner, id) => deleteOrder(deps, owner, id)],
  ['a partial order', (owner) => createOrder(deps, owner, pickup(two, { allowPartial: true }))],
  ['an order that must be split', (owner) => createOrder(deps, owner, pickup([line(wineId, 4)]))],
  [
    'an order with an idempotency key',
    (owner) =>
      deps.db.transaction(async (db) => {
        const request = {
          sender: { kind: 'account', id: owner.accountId } as const,
          key: 'once',
          requestHash: Buffer.alloc(32),
        }
        await claimOrFindAnswer({ ...deps, db }, request)
        await createOrder({ ...deps, db }, owner, pickup(two))
      }),
  ],
]
test.each(inTurn)('%s waits for its turn', async (_what, attempt) => {
  const { owner, order } = await stockedOwner()
  const turn = await holdTurn(owner)
  const waiting = attempt(owner, order.id)
  await untilWaiting(pool)
  await turn.commit()
  await waiting
})

test('an order that one warehouse can serve needs no turn', async () => {
  const { owner } = await stockedOwner()
  const turn = await holdTurn(owner)
  expect((await createOrder(deps, owner, pickup(two))).order.lines).toHaveLength(1)
  await turn.commit()
})

test('the turns of another owner are another matter', async () => {
  const [{ owner }, { owner: neighbour, order }] = [await stockedOwner(), await stockedOwner()]
  const turn = await holdTurn(owner)
  await editOrder(deps, neighbour, order.id, change)
  await deleteOrder(deps, neighbour, order.id)
  await turn.commit()
})

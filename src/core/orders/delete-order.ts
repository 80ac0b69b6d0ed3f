import type { Caller, Deps } from '../deps.ts'
import { recordOrderEvent } from '../events/record-order-event.ts'
import { notFound } from '../problems.ts'
import type { Order } from './order.ts'
import { findOrder } from './order-reads.ts'
import { deleteOrderRows, lockForChange, releaseBottles } from './order-writes.ts'
import { inTurn } from './take-turn.ts'

/** Gives the bottles back and takes the order off the list. Returns it as it was. */
export function deleteOrder(deps: Deps, caller: Caller, id: number): Promise<Order> {
  const { accountId } = caller
  return inTurn(deps.db, accountId, async (db) => {
    const { childIds } = await lockForChange(db, accountId, id)
    const order = await findOrder(db, accountId, id)
    if (!order) throw notFound()
    const now = deps.now()
    await recordOrderEvent(db, accountId, 'delete', id, now)
    await releaseBottles(db, accountId, [id, ...childIds], now)
    await deleteOrderRows(db, accountId, [id, ...childIds], now)
    return order
  })
}

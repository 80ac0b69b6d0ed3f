import type { Deps } from '../deps.ts'
import type { Order } from '../orders/order.ts'
import { findOrder } from '../orders/order-reads.ts'
import { inTurn } from '../orders/take-turn.ts'
import { notFound } from '../problems.ts'
import type { OrderStep } from './order-steps.ts'

/**
 * Takes a step with an order of the account's own, in one transaction. With a split order it is taken with each part that can take
 * it; when none can, the first says why. Gives the order as it is then, or as it was when nothing is left of it.
 */
export const takeOrderStep = (
  deps: Deps,
  accountId: number,
  orderId: number,
  step: OrderStep,
): Promise<Order> =>
  inTurn(deps.db, accountId, async (db) => {
    const order = await findOrder(db, accountId, orderId)
    if (!order) throw notFound()
    const within = { ...deps, db }
    const parts = leavesOf(order)
    const able = parts.filter(step.isPossible)
    for (const [place, part] of (able.length > 0 ? able : parts.slice(0, 1)).entries())
      await step.take(within, part, place)
    return (await findOrder(db, accountId, orderId)) ?? order
  })

/** What warehouses work on: the parts of a split order, or the order itself. */
export const leavesOf = (order: Order): Order[] => (order.children.length > 0 ? order.children : [order])

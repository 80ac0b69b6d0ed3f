import type { Deps } from '../deps.ts'
import { findOrder } from '../orders/order-reads.ts'
import { listShortages, readNotes } from '../orders/order-sheet.ts'
import { notFound } from '../problems.ts'
import { type DeliverySlip, deliverySlipName, slipOf } from './delivery-slip.ts'
import { drawDeliverySlips } from './draw-delivery-slip.ts'

/**
 * The delivery slip of a packed order, drawn when it is asked for: what it says can no longer change. That of a split order holds
 * the slips of all its parts.
 */
export async function makeDeliverySlip(
  deps: Deps,
  accountId: number,
  orderId: number,
): Promise<{ name: string; bytes: Buffer }> {
  const order = await findOrder(deps.db, accountId, orderId)
  if (!order?.hasDeliverySlip) throw notFound()
  const parts = order.children.length > 0 ? order.children : [order]
  const ids = parts.map(({ id }) => id)
  const shortages = await listShortages(deps.db, accountId, ids)
  const slips: DeliverySlip[] = []
  for (const part of parts) {
    const notes = await readNotes(deps.db, accountId, part.id)
    slips.push(
      slipOf({ order: part, notes, shortages: shortages.filter((each) => each.orderId === part.id) }),
    )
  }
  const { env } = deps.settings
  const about = { title: `Delivery slip ${orderId}`, createdAt: order.updatedAt, env }
  return { name: deliverySlipName(orderId), bytes: await drawDeliverySlips(about, slips) }
}

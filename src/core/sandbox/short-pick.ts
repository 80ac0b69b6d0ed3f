import { type Goods, sameGoods } from '../catalogue/goods.ts'
import type { ContentLine } from '../cellar/content-lines.ts'
import type { Deps } from '../deps.ts'
import type { Order } from '../orders/order.ts'
import { findOrder } from '../orders/order-reads.ts'
import { inTurn } from '../orders/take-turn.ts'
import { type LossReason, reportLoss } from '../preparation/report-loss.ts'
import { notFound } from '../problems.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { sandboxStaff } from './sandbox-staff.ts'
import { leavesOf } from './take-order-step.ts'

type Wanted = Goods & { quantity: number }
export type ShortPick = {
  /** What is not there; one bottle of the first line when nothing is said. */
  lines: readonly Wanted[] | null
  reason: LossReason
  comment: string
  /** Whether equal bottles may take their place, so that the order is short only when there are none. */
  isReplaceable: boolean
}

/**
 * Bottles of the account's own order turn out to be missing or broken while it is prepared. Of a split order the first parts that
 * have them lose them. Gives the order as it is then, or as it was when nothing is left of it.
 */
export const shortPick = (deps: Deps, accountId: number, orderId: number, loss: ShortPick): Promise<Order> =>
  inTurn(deps.db, accountId, async (db) => {
    const order = await findOrder(db, accountId, orderId)
    if (!order) throw notFound()
    const within = { ...deps, db }
    const { lines, ...how } = loss
    const lose = (part: Order, { quantity, ...goods }: Wanted) =>
      reportLoss(within, sandboxStaff, part.id, { ...how, goods, quantity })
    const parts = leavesOf(order)
    const able = parts.filter(({ status }) => status === 'processing')
    const wanted = lines ? summed(lines) : oneOfFirst(able[0] ?? parts[0])
    // When none is being prepared, the first says what has to be done before.
    for (const { part, line } of able.length > 0 ? allot(order, able, wanted) : firstOf(parts, wanted))
      await lose(part, line)
    return (await findOrder(db, accountId, orderId)) ?? order
  })

const toWanted = ({ wine, formatMl, boxCode, quantity }: ContentLine): Wanted => ({
  ...{ wineId: wine.id, formatMl, boxCode },
  quantity,
})

const oneOfFirst = (part: Order | undefined): Wanted[] =>
  (part?.lines ?? []).slice(0, 1).map((line) => ({ ...toWanted(line), quantity: 1 }))

type Allotted = { part: Order; line: Wanted }

const firstOf = (parts: readonly Order[], wanted: readonly Wanted[]): Allotted[] =>
  parts.slice(0, 1).flatMap((part) => wanted.slice(0, 1).map((line) => ({ part, line })))

/** Lines of the same goods are one line. */
function summed(lines: readonly Wanted[]): Wanted[] {
  const sums: Wanted[] = []
  for (const line of lines) {
    const known = sums.find((each) => sameGoods(each, line))
    if (known) known.quantity += line.quantity
    else sums.push({ ...line })
  }
  return sums
}

function allot(order: Order, parts: readonly Order[], wanted: readonly Wanted[]): Allotted[] {
  return wanted.flatMap((line) => {
    let left = line.quantity
    const allotted = parts.flatMap((part): Allotted[] => {
      const held = part.lines.map(toWanted).find((each) => sameGoods(each, line))?.quantity ?? 0
      const quantity = Math.min(held, left)
      left -= quantity
      return quantity > 0 ? [{ part, line: { ...line, quantity } }] : []
    })
    if (left > 0)
      throw new WorkRefusal(
        'wrong_bottle',
        `Order ${order.id} has ${line.quantity - left} bottles of this wine, format and box in preparation, so ${line.quantity} cannot be lost.`,
      )
    return allotted
  })
}

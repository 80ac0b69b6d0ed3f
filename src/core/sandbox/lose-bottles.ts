import { int, statement } from '../../db/statement.ts'
import type { Goods } from '../catalogue/goods.ts'
import type { Deps } from '../deps.ts'
import { inTurn } from '../orders/take-turn.ts'
import { reportStockLoss } from '../stock/report-stock-loss.ts'
import { WorkRefusal } from '../work-refusal.ts'

const ofGoods = `account_id = $1 and wine_id = $2 and format_ml = $3 and box_code = $4 and state = 'stored' and order_id is null`
const lockOldest = statement(
  'sandboxes.lock-oldest-bottles',
  `select id from bottles where ${ofGoods} order by stored_at, id limit $5 for update`,
  { id: int },
)
const countFree = statement(
  'sandboxes.count-free-bottles',
  `select count(*) as bottles from bottles where ${ofGoods}`,
  { bottles: int },
)

export type LostBottles = {
  goods: Goods
  quantity: number
  reason: 'missing' | 'broken'
  comment: string
}

/** Free bottles of one kind are gone, the oldest first. Those that an order waits for are lost with the order. */
export const loseBottles = (
  deps: Deps,
  accountId: number,
  { goods, quantity, reason, comment }: LostBottles,
): Promise<{ lost: number; left: number }> =>
  inTurn(deps.db, accountId, async (db) => {
    const kind = [accountId, goods.wineId, goods.formatMl, goods.boxCode]
    const bottleIds = (await db.rows(lockOldest, [...kind, quantity])).map(({ id }) => id)
    if (bottleIds.length < quantity)
      throw new WorkRefusal(
        'not_enough_stock',
        `The cellar has ${bottleIds.length} free bottles of this wine, format and box, so ${quantity} cannot be ${reason}.`,
      )
    const { lostIds } = await reportStockLoss({ ...deps, db }, { accountId, bottleIds, reason, comment })
    return { lost: lostIds.length, left: (await db.row(countFree, kind))?.bottles ?? 0 }
  })

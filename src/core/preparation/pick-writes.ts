import type { Database } from '../../db/database.ts'
import { int, statement } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { isPicked } from '../orders/order-summary.ts'
import { realTime } from '../sandbox/account-clock.ts'
import type { Leaf } from './lock-leaf.ts'

const mark = statement(
  'picks.mark',
  `update bottles set picked_at = $4
   where account_id = $1 and order_id = $2 and id = any($3::bigint[]) and picked_at is null and state = 'stored'`,
  {},
)
const unmark = statement(
  'picks.unmark',
  'update bottles set picked_at = null where account_id = $1 and order_id = $2 and id = $3 and picked_at is not null',
  {},
)
const forget = statement(
  'picks.forget',
  'update bottles set picked_at = null where account_id = $1 and order_id = $2 and picked_at is not null',
  {},
)
const release = statement(
  'picks.release-bottle',
  `with freed as (
     update bottles set order_id = null, updated_at = $4 where account_id = $1 and order_id = $2 and id = $3
     returning id, wine_id, format_ml, location_id
   )
   insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, from_location_id, to_location_id, order_id, created_at)
   select $1, id, 'released', wine_id, format_ml, location_id, location_id, $2, $4 from freed`,
  {},
)
const counts = statement(
  'picks.progress',
  `select count(*) as "bottleCount", count(*) filter (where ${isPicked}) as "pickedCount"
   from bottles b join orders o on o.account_id = b.account_id and o.id = b.order_id
   where b.account_id = $1 and b.order_id = $2`,
  { bottleCount: int, pickedCount: int },
)

export type Progress = { bottleCount: number; pickedCount: number }

/**
 * How many of these count as picked now that did not before. A pick has the real time, also where the owner's clock shows another:
 * counts of the shelf ask what was taken off it before them.
 */
export const markPicked = (within: Deps, { accountId, id }: Leaf, bottleIds: readonly number[]) =>
  within.db.run(mark, [accountId, id, bottleIds, realTime(within)])

export const unmarkPicked = (db: Database, { accountId, id }: Leaf, bottleId: number) =>
  db.run(unmark, [accountId, id, bottleId])

export const forgetPicks = (db: Database, { accountId, id }: Leaf) => db.run(forget, [accountId, id])

/** Gives one bottle of an order back. */
export const releaseBottle = (db: Database, { accountId, id }: Leaf, bottleId: number, now: Date) =>
  db.run(release, [accountId, id, bottleId, now])

export async function readProgress(db: Database, accountId: number, orderId: number): Promise<Progress> {
  return (await db.row(counts, [accountId, orderId])) ?? { bottleCount: 0, pickedCount: 0 }
}

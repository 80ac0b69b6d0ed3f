import type { Database } from '../../db/database.ts'
import { int, statement } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { recordOrderEvent } from '../events/record-order-event.ts'
import type { Order, OrderStatus } from '../orders/order.ts'
import { findOrder } from '../orders/order-reads.ts'
import { deleteOrderRows } from '../orders/order-writes.ts'
import { notFound } from '../problems.ts'
import type { Staff } from '../staff/staff.ts'
import type { Leaf } from './lock-leaf.ts'
import { refuseJump } from './order-step.ts'

/** What of the order itself changes; whatever is left out stays as it is. */
export type LeafChange = {
  status?: OrderStatus
  holdReason?: string | null
  trackingNumbers?: readonly string[]
  /** Whether lines were changed already, which are also lines of the whole. */
  linesChanged?: boolean
}

const updateOrder = statement(
  'preparations.change-order',
  `update orders set status = coalesce($3, status), hold_reason = case when $4::boolean then $5 else hold_reason end,
     tracking_numbers = coalesce($6::text[], tracking_numbers), updated_by_email = $7, updated_by_name = $8, updated_at = $9
   where account_id = $1 and id = $2`,
  {},
)

/*
 * A split order is as far as the least advanced of its parts, has the tracking numbers of all of them, and is on hold while any of
 * them is. Its row is touched only when one of these is new, or when its lines are ($6).
 */
const followParts = statement(
  'preparations.follow-parts',
  `with part as (
     select id, status, hold_reason, tracking_numbers from orders
     where account_id = $1 and parent_id = $2 and deleted_at is null
   ), sum as (
     select (array_agg(status order by array_position(
         array['new', 'processing', 'ready', 'shipped', 'delivered', 'withdrawn'], status)))[1] as status,
       (array_agg(hold_reason order by id) filter (where hold_reason is not null))[1] as hold_reason,
       array(select n.number from part cross join lateral unnest(tracking_numbers) with ordinality as n (number, place)
         order by part.id, n.place) as tracking_numbers
     from part
   )
   update orders o set status = sum.status, hold_reason = sum.hold_reason, tracking_numbers = sum.tracking_numbers,
     updated_by_email = $3, updated_by_name = $4, updated_at = $5
   from sum
   where o.account_id = $1 and o.id = $2 and ($6::boolean
     or (o.status, o.hold_reason, o.tracking_numbers) is distinct from (sum.status, sum.hold_reason, sum.tracking_numbers))`,
  {},
)
const countParts = statement(
  'preparations.count-parts',
  'select count(*) as parts from orders where account_id = $1 and parent_id = $2 and deleted_at is null',
  { parts: int },
)

/** Writes a change of an order in the name of who made it, lets the whole follow its part, and tells of both as they are then. */
export async function changeLeaf(
  { db, now }: Deps,
  staff: Staff,
  leaf: Leaf,
  change: LeafChange,
): Promise<Order> {
  if (change.status) refuseJump(leaf, change.status)
  await writeChange(db, staff, leaf, change, now())
  const hasParentChanged = await letParentFollow(db, staff, leaf, change.linesChanged ?? false, now())
  await recordOrderEvent(db, leaf.accountId, 'update', leaf.id, now())
  if (hasParentChanged) await tellOfParent(db, leaf, now())
  const changed = await findOrder(db, leaf.accountId, leaf.id)
  if (!changed) throw notFound()
  return changed
}

/** Takes an order off the list that has no bottle left, and the whole with its last part. It goes back to new first. */
export async function dropLeaf({ db, now }: Deps, staff: Staff, leaf: Leaf): Promise<void> {
  const { accountId, parentId } = leaf
  refuseJump(leaf, 'new')
  await writeChange(db, staff, leaf, { status: 'new', holdReason: null }, now())
  await remove(db, accountId, leaf.id, now())
  if (parentId === null) return
  const left = await db.row(countParts, [accountId, parentId])
  if (left && left.parts > 0) {
    await letParentFollow(db, staff, leaf, true, now())
    return tellOfParent(db, leaf, now())
  }
  await writeChange(db, staff, { accountId, id: parentId }, { status: 'new', holdReason: null }, now())
  await remove(db, accountId, parentId, now())
}

const writeChange = (
  db: Database,
  staff: Staff,
  { accountId, id }: Pick<Leaf, 'accountId' | 'id'>,
  { status, holdReason, trackingNumbers }: LeafChange,
  now: Date,
): Promise<number> => {
  const hold = [holdReason !== undefined, holdReason ?? null]
  return db.run(updateOrder, [
    ...[accountId, id, status ?? null, ...hold, trackingNumbers ?? null],
    ...[staff.email, staff.name, now],
  ])
}

async function letParentFollow(
  db: Database,
  staff: Staff,
  { accountId, parentId }: Leaf,
  linesChanged: boolean,
  now: Date,
): Promise<boolean> {
  if (parentId === null) return false
  const values = [accountId, parentId, staff.email, staff.name, now, linesChanged]
  return (await db.run(followParts, values)) > 0
}

async function tellOfParent(db: Database, { accountId, parentId }: Leaf, now: Date): Promise<void> {
  if (parentId !== null) await recordOrderEvent(db, accountId, 'update', parentId, now)
}

async function remove(db: Database, accountId: number, id: number, now: Date): Promise<void> {
  await recordOrderEvent(db, accountId, 'delete', id, now)
  await deleteOrderRows(db, accountId, [id], now)
}

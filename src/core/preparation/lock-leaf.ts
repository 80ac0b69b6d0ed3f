import type { Database } from '../../db/database.ts'
import { instant, int, orNull, statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../in-transaction.ts'
import type { Order, OrderStatus } from '../orders/order.ts'
import { getOrderOwner } from '../orders/order-owner.ts'
import { inTurn } from '../orders/take-turn.ts'
import { notFound } from '../problems.ts'
import { atTimeOf } from '../sandbox/account-clock.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { refuseSplit } from './split-orders.ts'

/** An order that a warehouse works on: an undivided one, or one part of a split one. */
export type Leaf = {
  accountId: number
  id: number
  parentId: number | null
  status: OrderStatus
  handover: Order['handover']
  warehouseId: number
  holdReason: string | null
  /** Who prepares it; an order may be in preparation without anybody, when it came so from elsewhere. */
  picker: { id: number | null; name: string } | null
  shippedAt: Date | null
}

const lockRow = statement(
  'preparations.lock-order',
  `select status, handover, warehouse_id as "warehouseId", hold_reason as "holdReason" from orders
   where account_id = $1 and id = $2 and deleted_at is null for update`,
  { status: text, handover: text, warehouseId: int, holdReason: orNull(text) },
)
const claimOf = statement(
  'preparations.of-order',
  `select picker_id as "pickerId", picker_name as "pickerName", shipped_at as "shippedAt" from preparations
   where account_id = $1 and order_id = $2`,
  { pickerId: orNull(int), pickerName: orNull(text), shippedAt: orNull(instant) },
)

/**
 * Locks the order, and before it the whole that it is a part of, as its owner does. What else is to be known is read when the lock
 * is there, and not with it: a statement that waited for a lock still sees the other tables as they were before it waited.
 */
async function lockLeaf(db: Database, orderId: number): Promise<Leaf> {
  const { accountId, parentId } = await getOrderOwner(db, orderId)
  if (parentId !== null) await db.row(lockRow, [accountId, parentId])
  const row = await db.row(lockRow, [accountId, orderId])
  if (!row) throw notFound()
  if (parentId === null) await refuseSplit(db, accountId, orderId)
  const {
    pickerId = null,
    pickerName = null,
    shippedAt = null,
  } = (await db.row(claimOf, [accountId, orderId])) ?? {}
  return {
    accountId,
    id: orderId,
    parentId,
    status: row.status as OrderStatus,
    handover: row.handover === 'pickup' ? 'pickup' : 'delivery',
    warehouseId: row.warehouseId,
    holdReason: row.holdReason,
    picker: pickerName === null ? null : { id: pickerId, name: pickerName },
    shippedAt,
  }
}

type Work<T> = (within: Deps, leaf: Leaf) => Promise<T>

async function workOnLeaf<T>(within: Deps, orderId: number, work: Work<T>): Promise<T> {
  const leaf = await lockLeaf(within.db, orderId)
  return work(await atTimeOf(within, leaf.accountId), leaf)
}

/**
 * Runs `work` in one transaction, at the time of the order's owner, under the locks of the order and of the whole that it is a
 * part of.
 */
export const withLeaf = <T>(deps: Deps, orderId: number, work: Work<T>): Promise<T> =>
  inTransaction(deps, (within) => workOnLeaf(within, orderId, work))

/** The same for work that may reserve bottles or give some back: it has the turn of the account before any lock. */
export async function withLeafInTurn<T>(deps: Deps, orderId: number, work: Work<T>): Promise<T> {
  const { accountId } = await getOrderOwner(deps.db, orderId)
  return inTurn(deps.db, accountId, (db) => workOnLeaf({ ...deps, db }, orderId, work))
}

export function refuseHeld({ id, holdReason }: Leaf): void {
  if (holdReason !== null)
    throw new WorkRefusal(
      'order_on_hold',
      `Order ${id} is on hold: ${holdReason}. Release the hold before going on.`,
    )
}

import { int, statement } from '../../db/statement.ts'
import { refuseUnknownGoods } from '../catalogue/goods.ts'
import type { Deps } from '../deps.ts'
import { createOrder, type WrittenOrder } from '../orders/create-order.ts'
import { deleteOrder } from '../orders/delete-order.ts'
import type { NewOrder } from '../orders/new-order.ts'
import type { Order } from '../orders/order.ts'
import { getOrderOwner } from '../orders/order-owner.ts'
import { inTurn } from '../orders/take-turn.ts'
import { invalidField } from '../problems.ts'
import { atTimeOf } from '../sandbox/account-clock.ts'
import type { Staff } from '../staff/staff.ts'

const accountById = statement('preparations.account', 'select id from accounts where id = $1', { id: int })
const signDeletion = statement(
  'preparations.sign-deletion',
  `update orders set updated_by_email = $3, updated_by_name = $4
   where account_id = $1 and (id = $2 or parent_id = $2) and deleted_at = $5`,
  {},
)

const asCaller = (staff: Staff, accountId: number) =>
  ({ accountId, rights: 'write', email: staff.email, name: staff.name }) as const

/**
 * An order that the operator places for an owner, by the owner's own rules. It takes the turn of the account first: within a
 * transaction, bottles that the quick way locked in vain would stay locked while it waits for its turn on the other.
 */
export async function placeOrder(
  deps: Deps,
  staff: Staff,
  accountId: number,
  order: NewOrder,
): Promise<WrittenOrder> {
  if (!(await deps.db.row(accountById, [accountId])))
    throw invalidField('account_id', `${accountId} is no account`)
  await refuseUnknownGoods(deps.db, order.lines, 'content')
  return inTurn(deps.db, accountId, async (db) => {
    const within = await atTimeOf({ ...deps, db }, accountId)
    return createOrder(within, asCaller(staff, accountId), { ...order, origin: 'operator' })
  })
}

/** Deletes an order that nobody prepares yet, and tells it as it was. */
export async function removeOrder(
  deps: Deps,
  staff: Staff,
  orderId: number,
): Promise<{ accountId: number; order: Order }> {
  const { accountId } = await getOrderOwner(deps.db, orderId)
  return inTurn(deps.db, accountId, async (db) => {
    const within = await atTimeOf({ ...deps, db }, accountId)
    const moment = within.now()
    const order = await deleteOrder({ ...within, now: () => moment }, asCaller(staff, accountId), orderId)
    await db.run(signDeletion, [accountId, orderId, staff.email, staff.name, moment])
    return { accountId, order }
  })
}

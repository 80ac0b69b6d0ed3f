import type { Database } from '../../db/database.ts'
import { int, orNull, statement } from '../../db/statement.ts'
import { notFound } from '../problems.ts'

const ownerOfOrder = statement(
  'orders.owner',
  `select account_id as "accountId", parent_id as "parentId" from orders where id = $1 and deleted_at is null`,
  { accountId: int, parentId: orNull(int) },
)

/** Whose order it is, and which one it is a part of. Neither ever changes; that it is not deleted may. */
export async function getOrderOwner(
  db: Database,
  orderId: number,
): Promise<{ accountId: number; parentId: number | null }> {
  const owner = await db.row(ownerOfOrder, [orderId])
  if (!owner) throw notFound()
  return owner
}

import type { Database } from '../../db/database.ts'
import { int, statement, text } from '../../db/statement.ts'
import { WorkRefusal } from '../work-refusal.ts'

const partsOf = statement(
  'preparations.parts-of-order',
  `select c.id, w.name as warehouse from orders c join warehouses w on w.id = c.warehouse_id
   where c.account_id = $1 and c.parent_id = $2 and c.deleted_at is null order by c.id`,
  { id: int, warehouse: text },
)

/** Nobody works on a split order as a whole: each warehouse has a part of it. */
export async function refuseSplit(db: Database, accountId: number, orderId: number): Promise<void> {
  const parts = await db.rows(partsOf, [accountId, orderId])
  if (parts.length === 0) return
  const named = parts.map(({ id, warehouse }) => `${id} (${warehouse})`)
  throw new WorkRefusal(
    'step_not_possible',
    `Order ${orderId} is split over several warehouses; work on its parts instead: ${named.join(', ')}.`,
  )
}

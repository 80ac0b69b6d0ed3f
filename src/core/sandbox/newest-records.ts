import type { Database } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { type AccountEvent, eventColumns, eventRow, toEvent } from '../events/event-reads.ts'
import type { Order } from '../orders/order.ts'
import { assemble, familiesOf, listOrders } from '../orders/order-reads.ts'
import { orderRow } from '../orders/order-row.ts'

/** As many as somebody looks through at once. */
export const newestCount = 50

const newestEvents = statement(
  'sandboxes.newest-events',
  `select ${eventColumns} from events e where e.account_id = $1 and e.subject <> 'test'
   order by e.written_by desc, e.id desc limit ${newestCount}`,
  eventRow,
)
const openOrders = statement(
  'sandboxes.open-orders',
  familiesOf(
    `select id from orders where account_id = $1 and parent_id is null and deleted_at is null
       and status in ('new', 'processing', 'ready', 'shipped') order by id desc limit ${newestCount}`,
  ),
  orderRow,
)

/** What happened last, the newest first. */
export async function readNewestEvents(db: Database, accountId: number): Promise<AccountEvent[]> {
  return (await db.rows(newestEvents, [accountId])).map(toEvent)
}

/** The newest orders, all of them or those with which something is still to happen. */
export async function readNewestOrders(
  db: Database,
  accountId: number,
  which: 'open' | 'all',
): Promise<Order[]> {
  if (which === 'all') return (await listOrders(db, accountId, { page: 1, count: newestCount })).records
  const rows = await db.rows(openOrders, [accountId])
  return assemble(
    rows.filter(({ parentId }) => parentId === null),
    rows,
  )
}

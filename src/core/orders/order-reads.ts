import type { Database } from '../../db/database.ts'
import { int, type Page, pagedStatement, statement } from '../../db/statement.ts'
import type { Order } from './order.ts'
import { type OrderRow, orderColumns, orderRow, toOrder } from './order-row.ts'

const linesOfOrder = 'select * from order_lines l where l.account_id = $1 and l.order_id = o.id'

// The children of a split order are shown inside their parent, not beside it. The ids go in as an array, because the planner
// cannot know how few they are, and a join would read every order of the owner.
export const familiesOf = (wanted: string) => `
  with wanted as (select array(${wanted}) as ids), family as (
    select * from orders where account_id = $1 and id = any((select ids from wanted)::bigint[])
    union all
    select * from orders where account_id = $1 and parent_id = any((select ids from wanted)::bigint[]) and deleted_at is null
  )
  select ${orderColumns({ parentStatus: 'parent.status', lines: linesOfOrder })}
  from family o left join orders parent on parent.account_id = $1 and parent.id = o.parent_id`

const orderPage = pagedStatement(
  'orders.page',
  (window) =>
    familiesOf(
      `select id from orders where account_id = $1 and parent_id is null and deleted_at is null order by id desc ${window}`,
    ),
  orderRow,
)
const orderCount = statement(
  'orders.count',
  'select count(*) as total from orders where account_id = $1 and parent_id is null and deleted_at is null',
  { total: int },
)
const orderById = statement(
  'orders.by-id',
  familiesOf('select id from orders where account_id = $1 and id = $2 and deleted_at is null'),
  orderRow,
)

/** Orders with their children, the newest first. `rows` holds both. */
export function assemble(heads: OrderRow[], rows: readonly OrderRow[]): Order[] {
  const childrenOf = (id: number) =>
    rows.filter(({ parentId }) => parentId === id).sort((one, other) => one.id - other.id)
  return heads
    .sort((one, other) => other.id - one.id)
    .map((head) =>
      toOrder(
        head,
        childrenOf(head.id).map((child) => toOrder(child)),
      ),
    )
}

export async function listOrders(db: Database, accountId: number, page: Page) {
  const [rows, counted] = await Promise.all([
    db.rows(orderPage(page), [accountId]),
    db.row(orderCount, [accountId]),
  ])
  const heads = rows.filter(({ parentId }) => parentId === null)
  return { records: assemble(heads, rows), total: counted?.total ?? 0 }
}

export async function findOrder(db: Database, accountId: number, id: number): Promise<Order | undefined> {
  const rows = await db.rows(orderById, [accountId, id])
  return assemble(
    rows.filter((row) => row.id === id),
    rows,
  )[0]
}

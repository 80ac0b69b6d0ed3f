import type { Database } from '../../db/database.ts'
import { int, type Page, pagedStatement, statement, text } from '../../db/statement.ts'
import { warehousesOf } from '../catalogue/warehouse.ts'
import { linesOfOrders } from '../cellar/content-lines.ts'
import type { Order } from './order.ts'
import { type OrderRow, orderColumns, orderRow, toOrder, topLevelColumns, withParent } from './order-row.ts'

// The children of a split order are shown inside their parent, not beside it.
const orderPage = pagedStatement(
  'orders.page',
  (window) => `select ${topLevelColumns} from orders o
    where o.account_id = $1 and o.parent_id is null and o.deleted_at is null order by o.id desc ${window}`,
  orderRow,
)
const orderCount = statement(
  'orders.count',
  'select count(*) as total from orders where account_id = $1 and parent_id is null and deleted_at is null',
  { total: int },
)
const orderById = statement(
  'orders.by-id',
  `select ${orderColumns} from orders o ${withParent} where o.account_id = $1 and o.id = $2 and o.deleted_at is null`,
  orderRow,
)
const childrenOf = statement(
  'orders.children',
  `select ${orderColumns} from orders o ${withParent} where o.account_id = $1 and o.parent_id = any($2::bigint[])
     and o.deleted_at is null order by o.id`,
  orderRow,
)
const fileNamesOf = statement(
  'order-files.names',
  `select order_id as "orderId", name from order_files where account_id = $1 and order_id = any($2::bigint[]) order by id`,
  { orderId: int, name: text },
)

/** Adds to the rows what lies in other tables, in a fixed number of queries however many orders there are. */
async function complete(db: Database, accountId: number, rows: OrderRow[]): Promise<Order[]> {
  if (rows.length === 0) return []
  const children = await db.rows(childrenOf, [accountId, rows.map((row) => row.id)])
  const everyRow = [...rows, ...children]
  const ids = everyRow.map((row) => row.id)
  const [lines, files, warehouse] = await Promise.all([
    linesOfOrders(db, accountId, ids),
    db.rows(fileNamesOf, [accountId, ids]),
    warehousesOf(
      db,
      everyRow.map((row) => row.warehouseId),
    ),
  ])
  const build = (row: OrderRow): Order =>
    toOrder(row, {
      children: children.filter((child) => child.parentId === row.id).map(build),
      warehouse: warehouse(row.warehouseId),
      fileNames: files.filter((file) => file.orderId === row.id).map((file) => file.name),
      lines: lines.get(row.id) ?? [],
    })
  return rows.map(build)
}

export async function listOrders(db: Database, accountId: number, page: Page) {
  const [rows, counted] = await Promise.all([
    db.rows(orderPage(page), [accountId]),
    db.row(orderCount, [accountId]),
  ])
  return { records: await complete(db, accountId, rows), total: counted?.total ?? 0 }
}

export async function findOrder(db: Database, accountId: number, id: number): Promise<Order | undefined> {
  const row = await db.row(orderById, [accountId, id])
  return row && (await complete(db, accountId, [row]))[0]
}

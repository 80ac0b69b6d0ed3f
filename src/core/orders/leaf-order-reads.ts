import type { Database } from '../../db/database.ts'
import { int, type Page, pagedStatement, statement } from '../../db/statement.ts'
import type { OrderStatus } from './order.ts'
import {
  leafOrder,
  type OrderSummary,
  summaryColumns,
  summaryJoins,
  summaryRow,
  toSummary,
} from './order-summary.ts'

/** Which orders of all owners; whatever is left out is not asked about. */
export type LeafFilter = {
  accountId?: number
  warehouseId?: number
  status?: OrderStatus
  isOnHold?: boolean
  reference?: string
  preparationDate?: string
}

const openStatuses: readonly OrderStatus[] = ['new', 'processing', 'ready']

/*
 * Where the search begins. A filter that may be absent is none that an index can be searched by, so the usual questions have
 * statements of their own: those about one owner, and those about orders that are still in the house.
 */
const beginnings = {
  account: 'o.account_id = $1::bigint',
  house: `o.status in ('new', 'processing', 'ready') and ($1::bigint is null or o.account_id = $1)`,
  anywhere: '($1::bigint is null or o.account_id = $1)',
}
type Beginning = keyof typeof beginnings

function statementsFrom(beginning: Beginning) {
  const chosen = `o.deleted_at is null and ${beginnings[beginning]} and ${leafOrder}
    and ($2::bigint is null or o.warehouse_id = $2) and ($3::text is null or o.status = $3)
    and ($4::boolean is null or (o.hold_reason is not null) = $4)
    and ($5::text is null or o.reference = $5) and ($6::date is null or o.preparation_date = $6)`
  // Only the ids are paged over, so that the bottles of skipped orders are not counted.
  const page = pagedStatement(
    `orders.leaf-page-${beginning}`,
    (window) => `
      with page as (select o.account_id, o.id from orders o where ${chosen} order by o.id desc ${window})
      select ${summaryColumns} from page join orders o on o.account_id = page.account_id and o.id = page.id ${summaryJoins}
      order by o.id desc`,
    summaryRow,
  )
  const count = statement(
    `orders.leaf-count-${beginning}`,
    `select count(*) as total from orders o where ${chosen}`,
    { total: int },
  )
  return { page, count }
}
const statements = {
  account: statementsFrom('account'),
  house: statementsFrom('house'),
  anywhere: statementsFrom('anywhere'),
}

function beginningOf({ accountId, status }: LeafFilter): Beginning {
  if (accountId !== undefined) return 'account'
  return status && openStatuses.includes(status) ? 'house' : 'anywhere'
}

/** The orders that warehouses work on, newest first: of a split order the parts, and not the whole. */
export async function listLeafOrders(
  db: Database,
  filter: LeafFilter,
  page: Page,
): Promise<{ records: OrderSummary[]; total: number }> {
  const values = [
    filter.accountId ?? null,
    filter.warehouseId ?? null,
    filter.status ?? null,
    filter.isOnHold ?? null,
    filter.reference ?? null,
    filter.preparationDate ?? null,
  ]
  const chosen = statements[beginningOf(filter)]
  const [rows, counted] = await Promise.all([
    db.rows(chosen.page(page), values),
    db.row(chosen.count, values),
  ])
  return { records: rows.map(toSummary), total: counted?.total ?? 0 }
}

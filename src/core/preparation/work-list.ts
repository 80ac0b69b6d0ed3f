import type { Database } from '../../db/database.ts'
import { bool, int, statement } from '../../db/statement.ts'
import { parisClock, timeZone } from '../calendar/paris-time.ts'
import type { Deps } from '../deps.ts'
import {
  leafOrder,
  type OrderSummary,
  summaryColumns,
  summaryJoins,
  summaryRow,
  toSummary,
} from '../orders/order-summary.ts'
import { invalidField } from '../problems.ts'

const longestList = 1000

const dueBy = (day: string) => `o.warehouse_id = $1 and o.preparation_date <= ${day}
  and o.status in ('new', 'processing', 'ready') and o.deleted_at is null and ${leafOrder}`
const overdueOn = (today: string) => `o.preparation_date < ${today} and o.status <> 'ready' as overdue`
// An order is overdue when its day is over and it is not packed yet. Owners with a clock of their own have days of their own.
const workOfWarehouse = statement(
  'preparations.work-list',
  `with clock as materialized (
     select account_id, (account_time(account_id, $4) at time zone $5)::date as today from sandboxes
     where shown_at is not null
   ), waiting as (
     select o.*, ${overdueOn('$3::date')} from orders o
     where ${dueBy('coalesce($2::date, $3::date)')} and o.account_id not in (select account_id from clock)
     union all
     select o.*, ${overdueOn('c.today')} from clock c join orders o on o.account_id = c.account_id
     where ${dueBy('coalesce($2::date, c.today)')}
   ), due as (
     select o.*, count(*) over () as total from waiting o
     order by overdue desc, o.preparation_date, o.delivery_date, o.half_day, o.id limit ${longestList}
   )
   select ${summaryColumns}, o.overdue as "isOverdue", o.total from due o ${summaryJoins}
   order by o.overdue desc, o.preparation_date, o.delivery_date, o.half_day, o.id`,
  { ...summaryRow, isOverdue: bool, total: int },
)
const warehouseById = statement('preparations.warehouse', 'select id from warehouses where id = $1', {
  id: int,
})

export type WorkList = {
  day: string
  /** How many there are, also when they are more than the list holds. */
  total: number
  orders: (OrderSummary & { isOverdue: boolean })[]
}

/** What a warehouse has to do by the end of a day, today unless told otherwise: the overdue first, then by date. */
export async function getWorkList(deps: Deps, warehouseId: number, day?: string): Promise<WorkList> {
  await requireWarehouse(deps.db, warehouseId)
  const today = parisClock(deps.now()).toPlainDate().toString()
  const rows = await deps.db.rows(workOfWarehouse, [warehouseId, day ?? null, today, deps.now(), timeZone])
  return {
    day: day ?? today,
    total: rows[0]?.total ?? 0,
    orders: rows.map((row) => ({ ...toSummary(row), isOverdue: row.isOverdue })),
  }
}

async function requireWarehouse(db: Database, warehouseId: number): Promise<void> {
  if (!(await db.row(warehouseById, [warehouseId])))
    throw invalidField('warehouse_id', `${warehouseId} is no warehouse`)
}

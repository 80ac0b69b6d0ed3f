import type { Database } from '../../db/database.ts'
import { bool, int, json, statement, text } from '../../db/statement.ts'
import { notFound, type RuleStep, refuse } from '../problems.ts'
import type { OrderLine } from './new-order.ts'
import type { OrderRecord } from './order-record.ts'

const decidedColumns = `handover, first_name, last_name, company, street1, street2, city, zipcode, country, phone, email,
  vat_number, address_detail, comment, reference, delivery_date, preparation_date, half_day, window_start,
  window_end, updated_by_email, updated_by_name`
const given = decidedColumns.replaceAll(/\w+/g, 'r.$&')

// A child bears everything of its parent but the unique reference, which belongs to the whole; also the reason of a hold, so that
// an owner's edit, which places the bottles anew, does not release it.
const insertOrder = statement(
  'orders.insert',
  `insert into orders (account_id, parent_id, status, warehouse_id, origin, ${decidedColumns}, schedule_steps, created_by_email,
     created_by_name, unique_reference, hold_reason, created_at, updated_at)
   select $1, $2::bigint, 'new', $3, r.origin, ${given}, r.schedule_steps, r.updated_by_email,
     r.updated_by_name, case when a.unique_references and $2::bigint is null then r.reference end,
     (select p.hold_reason from orders p where p.account_id = $1 and p.id = $2::bigint), $5, $5
   from accounts a, jsonb_populate_record(null::orders, $4) r where a.id = $1
   on conflict (account_id, unique_reference) where deleted_at is null do nothing
   returning id`,
  { id: int },
)
const updateOrder = statement(
  'orders.update',
  `update orders o set (${decidedColumns}) = (select ${given} from jsonb_populate_record(null::orders, $3) r),
     unique_reference = (
       select case when a.unique_references and o.parent_id is null then $3::jsonb ->> 'reference' end from accounts a where a.id = $1),
     schedule_steps = coalesce(nullif($3::jsonb -> 'schedule_steps', 'null'), o.schedule_steps), warehouse_id = $4, updated_at = $5
   where account_id = $1 and id = $2`,
  {},
)
const insertLines = statement(
  'order-lines.insert',
  `insert into order_lines (account_id, order_id, wine_id, format_ml, box_code, quantity)
   select $1, $2, * from unnest($3::bigint[], $4::int[], $5::text[], $6::int[])`,
  {},
)
const deleteLines = statement(
  'order-lines.delete',
  'delete from order_lines where account_id = $1 and order_id = $2',
  {},
)
const reserve = statement(
  'bottles.reserve',
  `with picked as (select * from unnest($2::bigint[], $3::bigint[]) as p (bottle_id, order_id)),
   taken as (
     update bottles b set order_id = picked.order_id, updated_at = $4 from picked
     where b.account_id = $1 and b.id = picked.bottle_id
     returning b.id, b.wine_id, b.format_ml, b.location_id, b.order_id
   )
   insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, from_location_id, to_location_id, order_id, created_at)
   select $1, id, 'reserved', wine_id, format_ml, location_id, location_id, order_id, $4 from taken order by id`,
  {},
)
const release = statement(
  'bottles.release',
  `with held as (
     select id, wine_id, format_ml, location_id, order_id from bottles
     where account_id = $1 and order_id = any($2::bigint[]) for update
   ), freed as (
     update bottles b set order_id = null, updated_at = $3 from held where b.account_id = $1 and b.id = held.id
   )
   insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, from_location_id, to_location_id, order_id, created_at)
   select $1, id, 'released', wine_id, format_ml, location_id, location_id, order_id, $3 from held order by id`,
  {},
)
const lockOrder = statement(
  'orders.lock',
  `select parent_id is not null as "isChild", status from orders
   where account_id = $1 and id = $2 and deleted_at is null for update`,
  { isChild: bool, status: text },
)
const lockChildren = statement(
  'orders.lock-children',
  `select id, status from orders where account_id = $1 and parent_id = $2 and deleted_at is null order by id for update`,
  { id: int, status: text },
)
const markDeleted = statement(
  'orders.mark-deleted',
  `update orders set deleted_at = $3, updated_at = $3 where account_id = $1 and id = any($2::bigint[])`,
  {},
)
const stepsOfOrder = statement(
  'orders.schedule-steps',
  'select schedule_steps as steps from orders where account_id = $1 and id = $2',
  { steps: json<RuleStep[]>() },
)
const orderByReference = statement(
  'orders.by-unique-reference',
  `select id from orders where account_id = $1 and unique_reference = $2 and deleted_at is null`,
  { id: int },
)

type NewRow = { parentId: number | null; warehouseId: number; record: OrderRecord }

export async function insertOrderRow(
  db: Database,
  accountId: number,
  row: NewRow,
  now: Date,
): Promise<number> {
  const made = await db.row(insertOrder, [accountId, row.parentId, row.warehouseId, row.record, now])
  if (!made) throw await referenceTaken(db, accountId, row.record.reference ?? '')
  return made.id
}

export async function updateOrderRow(
  db: Database,
  accountId: number,
  { id, warehouseId, record }: { id: number; warehouseId: number; record: OrderRecord },
  now: Date,
): Promise<void> {
  await db.run(updateOrder, [accountId, id, record, warehouseId, now])
}

export async function referenceTaken(db: Database, accountId: number, reference: string) {
  const first = await db.row(orderByReference, [accountId, reference])
  return refuse({ code: 'reference_taken', reference, orderId: first?.id ?? 0 })
}

export async function writeLines(
  db: Database,
  accountId: number,
  orderId: number,
  lines: readonly OrderLine[],
) {
  await db.run(deleteLines, [accountId, orderId])
  await db.run(insertLines, [
    accountId,
    orderId,
    lines.map((line) => line.wineId),
    lines.map((line) => line.formatMl),
    lines.map((line) => line.boxCode),
    lines.map((line) => line.quantity),
  ])
}

export async function reserveBottles(
  db: Database,
  accountId: number,
  reserved: readonly { bottleId: number; orderId: number }[],
  now: Date,
): Promise<void> {
  const bottleIds = reserved.map(({ bottleId }) => bottleId)
  const orderIds = reserved.map(({ orderId }) => orderId)
  await db.run(reserve, [accountId, bottleIds, orderIds, now])
}

export const releaseBottles = (db: Database, accountId: number, orderIds: readonly number[], now: Date) =>
  db.run(release, [accountId, orderIds, now])

export const deleteOrderRows = (db: Database, accountId: number, orderIds: readonly number[], now: Date) =>
  db.run(markDeleted, [accountId, orderIds, now])

/** Why the order has its dates, as it was decided when they were set. */
export const readScheduleSteps = async (db: Database, accountId: number, id: number): Promise<RuleStep[]> =>
  (await db.row(stepsOfOrder, [accountId, id]))?.steps ?? []

/**
 * Locks an order and its children for a change by their owner, and refuses one that is being prepared or is only a part. The
 * children are looked for when the order is locked, and not with it: whoever had the lock before may have made new ones.
 */
export async function lockForChange(
  db: Database,
  accountId: number,
  id: number,
): Promise<{ childIds: number[] }> {
  const order = await db.row(lockOrder, [accountId, id])
  if (!order) throw notFound()
  const children = await db.rows(lockChildren, [accountId, id])
  if (order.isChild || [order, ...children].some(({ status }) => status !== 'new'))
    throw refuse({ code: 'order_not_editable' })
  return { childIds: children.map((child) => child.id) }
}

import { day, instant, int, orNull, type Row, text } from '../../db/statement.ts'
import type { HalfDay, Order, OrderOrigin, OrderStatus } from './order.ts'

/** A part of a split order, or an undivided one: of `orders o`, those that a warehouse works on. */
export const leafOrder = `not exists (
  select from orders c where c.account_id = o.account_id and c.parent_id = o.id and c.deleted_at is null)`

/** Whether bottle `b` of order `o` is picked. What is packed was picked, also where nobody scanned it. */
export const isPicked = `(b.picked_at is not null or o.status not in ('new', 'processing'))`

/** What a list of the operator's shows of `orders o`; the joins name the rest. */
export const summaryColumns = `o.id, o.parent_id as "parentId", o.account_id as "accountId", a.name as "accountName",
  a.company as "accountCompany", o.status, o.origin, o.handover, o.warehouse_id as "warehouseId", w.name as "warehouseName",
  coalesce(o.company, nullif(concat_ws(' ', o.first_name, o.last_name), '')) as "recipientName", o.city, o.country, o.reference,
  o.delivery_date as "deliveryDate", o.preparation_date as "preparationDate", o.half_day as "halfDay",
  o.hold_reason as "holdReason", p.picker_id as "pickerId", p.picker_name as "pickerName", p.started_at as "startedAt",
  held.bottles as "bottleCount", held.picked as "pickedCount", o.created_at as "createdAt", o.updated_at as "updatedAt"`
export const summaryJoins = `join accounts a on a.id = o.account_id join warehouses w on w.id = o.warehouse_id
  left join preparations p on p.account_id = o.account_id and p.order_id = o.id
  cross join lateral (
    select count(*) as bottles, count(*) filter (where ${isPicked}) as picked from bottles b
    where b.account_id = o.account_id and b.order_id = o.id) held`
export const summaryRow = {
  id: int,
  parentId: orNull(int),
  accountId: int,
  accountName: text,
  accountCompany: orNull(text),
  status: text,
  origin: text,
  handover: text,
  warehouseId: int,
  warehouseName: text,
  recipientName: orNull(text),
  city: orNull(text),
  country: orNull(text),
  reference: orNull(text),
  deliveryDate: day,
  preparationDate: day,
  halfDay: text,
  holdReason: orNull(text),
  pickerId: orNull(int),
  pickerName: orNull(text),
  startedAt: orNull(instant),
  bottleCount: int,
  pickedCount: int,
  createdAt: instant,
  updatedAt: instant,
}
type SummaryRow = Row<typeof summaryRow>

/** Who prepares an order, since when. */
export type Picker = { id: number | null; name: string; since: Date }

export type OrderSummary = Omit<SummaryRow, 'pickerId' | 'pickerName' | 'startedAt'> & {
  status: OrderStatus
  origin: OrderOrigin
  handover: Order['handover']
  halfDay: HalfDay
  picker: Picker | null
}

export const toPicker = (row: Pick<SummaryRow, 'pickerId' | 'pickerName' | 'startedAt'>): Picker | null =>
  row.pickerName === null || row.startedAt === null
    ? null
    : { id: row.pickerId, name: row.pickerName, since: row.startedAt }

export const toSummary = (row: SummaryRow): OrderSummary => ({
  ...row,
  status: row.status as OrderStatus,
  origin: row.origin as OrderOrigin,
  handover: row.handover as Order['handover'],
  halfDay: row.halfDay as HalfDay,
  picker: toPicker(row),
})

import type { Database } from '../../db/database.ts'
import { day, int, orNull, type Row, statement, text } from '../../db/statement.ts'
import { timeZone } from '../calendar/paris-time.ts'
import type { BillingMonth } from './billing-month.ts'

const orderRow = {
  orderId: int,
  reference: orNull(text),
  handover: text,
  zipcode: orNull(text),
  country: orNull(text),
  deliveryDate: day,
  leftOn: day,
  bottleCount: int,
  parcelCount: int,
}
/** An order that has left and is not billed. When, and with how many bottles, is what the ledger says. */
export type BillableOrder = Row<typeof orderRow>

// Parts of a split order leave on their own, so the whole is never billed beside them. An order that was packed before parcels were
// counted went in boxes of six.
const billableOrders = statement(
  'billing.orders',
  `with gone as materialized (
     select o.id, o.reference, o.handover, o.zipcode, o.country, o.delivery_date from orders o
     where o.account_id = $1 and o.status in ('shipped', 'delivered', 'withdrawn') and o.deleted_at is null
       and not exists (
         select from orders c where c.account_id = $1 and c.parent_id = o.id and c.deleted_at is null)
       and not exists (
         select from invoice_orders i where i.account_id = $1 and i.order_id = o.id
           and (i.invoice_id is null or i.invoice_id is distinct from $2))
   )
   select o.id as "orderId", o.reference, o.handover, o.zipcode, o.country, o.delivery_date as "deliveryDate",
     (l.left_at at time zone $4)::date as "leftOn", l.bottles as "bottleCount",
     coalesce(p.parcels, ceil(l.bottles / 6.0)::int) as "parcelCount"
   from gone o
     cross join lateral (
       select min(m.created_at) as left_at, count(*) as bottles from bottles b
         join stock_moves m on m.account_id = $1 and m.bottle_id = b.id and m.order_id = o.id
           and m.kind in ('shipped', 'withdrawn')
       where b.account_id = $1 and b.order_id = o.id
     ) l
     left join preparations p on p.account_id = $1 and p.order_id = o.id
   where l.left_at < $3
   order by o.id`,
  orderRow,
)

const putawayRow = { putawayId: int, validatedOn: day, bottleCount: int }
export type BillablePutaway = Row<typeof putawayRow>

const billablePutaways = statement(
  'billing.putaways',
  `select p.id as "putawayId", (p.validated_at at time zone $4)::date as "validatedOn", (
       select coalesce(sum(coalesce(l.received, l.announced)), 0) from putaway_lines l
       where l.account_id = $1 and l.putaway_id = p.id)::int as "bottleCount"
   from putaways p
   where p.account_id = $1 and p.status = 'validated' and p.validated_at < $3
     and not exists (
       select from invoice_putaways i where i.account_id = $1 and i.putaway_id = p.id
         and (i.invoice_id is null or i.invoice_id is distinct from $2))
   order by p.id`,
  putawayRow,
)

/** What was done up to the end of the month and is billed by no invoice, or by this draft. */
export async function readBillableWork(
  db: Database,
  accountId: number,
  month: BillingMonth,
  draftId: number | null,
): Promise<{ orders: BillableOrder[]; putaways: BillablePutaway[] }> {
  const values = [accountId, draftId, month.until, timeZone]
  const [orders, putaways] = await Promise.all([
    db.rows(billableOrders, values),
    db.rows(billablePutaways, values),
  ])
  return { orders, putaways }
}

import type { Database } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import type { OrderLine } from './new-order.ts'
import type { Order } from './order.ts'
import type { OrderRecord } from './order-record.ts'
import { orderColumns, orderRow, toOrder } from './order-row.ts'
import { turnLock } from './take-turn.ts'

/*
 * The usual order in one statement and one round trip: one warehouse has everything, nobody is in the way. It chooses the
 * warehouse with the oldest bottle, takes bottles that no other order is taking, and writes order, lines, ledger and event only if
 * every line is complete. No row comes back otherwise, nor when the reference is taken or no slot has room for the hours that are
 * asked for, and nothing has been written.
 * By itself it waits for no bottle and needs no turn. In a transaction that has written already, that of an idempotency key, the
 * bottles it locked in vain would stay locked while the harder way is tried, so there it takes its turn first. The picked ids
 * go into the update as an array: the planner cannot know how few they are, and a join would read the whole cellar. The lines
 * come out of subselects, which hide from the planner how many there are: else it would plan anew for every order, which takes as
 * long as the order itself.
 */
const openWhole = statement(
  'orders.open-whole',
  `with turn as (
     select count(${turnLock}) >= 0 as has_come where pg_current_xact_id_if_assigned() is not null
   ), line as (
     select * from unnest((select $2::bigint[]), (select $3::int[]), (select $4::text[]), (select $5::int[]))
       as l (wine_id, format_ml, box_code, quantity)
   ), chosen as (
     select w.id from warehouses w cross join line l cross join lateral (
       select count(*) as quantity, min(stored_at) as oldest from (
         select stored_at from bottles b
         where b.account_id = $1 and b.wine_id = l.wine_id and b.format_ml = l.format_ml and b.box_code = l.box_code
           and b.warehouse_id = w.id and b.state = 'stored' and b.order_id is null
         order by b.stored_at, b.id limit l.quantity) free
     ) free
     where (select has_come from turn)
     group by w.id having bool_and(free.quantity = l.quantity) order by min(free.oldest), w.id limit 1
   ), picked as materialized (
     select b.id, b.location_id, l.wine_id, l.format_ml from chosen cross join line l cross join lateral (
       select b.id, b.location_id from bottles b
       where b.account_id = $1 and b.wine_id = l.wine_id and b.format_ml = l.format_ml and b.box_code = l.box_code
         and b.warehouse_id = chosen.id and b.state = 'stored' and b.order_id is null
       order by b.stored_at, b.id limit l.quantity for update skip locked
     ) b
   ), opened as (
     insert into orders (account_id, status, origin, warehouse_id, handover, first_name, last_name, company, street1, street2,
       city, zipcode, country, phone, email, vat_number, address_detail, comment, reference, unique_reference, delivery_date,
       preparation_date, half_day, window_start, window_end, schedule_steps, created_by_email, created_by_name, updated_by_email, updated_by_name,
       created_at, updated_at)
     select $1, 'new', r.origin, chosen.id, r.handover, r.first_name, r.last_name, r.company, r.street1, r.street2,
       r.city, r.zipcode, r.country, r.phone, r.email, r.vat_number, r.address_detail, r.comment, r.reference,
       case when a.unique_references then r.reference end, r.delivery_date, r.preparation_date,
       coalesce(r.half_day, case when coalesce(r.window_start, slot.starts) < '12:00' then 'am' else 'pm' end),
       coalesce(r.window_start, slot.starts), coalesce(r.window_end, slot.ends), r.schedule_steps, r.updated_by_email, r.updated_by_name, r.updated_by_email, r.updated_by_name, $7, $7
     from chosen cross join accounts a cross join jsonb_populate_record(null::orders, $6) r left join lateral (
       select s.starts, s.ends from warehouse_slots s
       where s.warehouse_id = chosen.id and s.handover = r.handover
         and (r.window_start is null or (r.window_start >= s.starts and r.window_start < s.ends))
         and (r.window_end is null or (r.window_end > s.starts and r.window_end <= s.ends))
         and (r.window_start < r.window_end) is not false
       order by s.position limit 1) slot on r.half_day is null
     where a.id = $1 and (select count(*) from picked) = (select sum(quantity) from line)
       and (r.half_day is not null or slot.starts is not null)
     on conflict (account_id, unique_reference) where deleted_at is null do nothing
     returning *
   ), lines as (
     insert into order_lines (account_id, order_id, wine_id, format_ml, box_code, quantity)
     select $1, opened.id, l.wine_id, l.format_ml, l.box_code, l.quantity from opened, line l
   ), taken as (
     update bottles b set order_id = opened.id, updated_at = $7 from opened
     where b.account_id = $1 and b.id = any(array(select id from picked))
   ), moves as (
     insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, from_location_id, to_location_id, order_id, created_at)
     select $1, picked.id, 'reserved', picked.wine_id, picked.format_ml, picked.location_id, picked.location_id, opened.id, $7
     from opened, picked order by picked.id
   ), shown as (
     select ${orderColumns({ parentStatus: 'null::text', lines: 'select * from line' })} from opened o
   ), told as (
     insert into events (account_id, subject, change, subject_id, record, created_at)
     select $1, 'order', 'create', shown.id, jsonb_build_object('rows', jsonb_build_array(to_jsonb(shown))), $7 from shown
   )
   select * from shown`,
  orderRow,
)

/** Opens the order if one warehouse can serve all of it right now; undefined leaves the harder cases to the caller. */
export async function openWholeOrder(
  db: Database,
  accountId: number,
  lines: readonly OrderLine[],
  record: OrderRecord,
  now: Date,
): Promise<Order | undefined> {
  const row = await db.row(openWhole, [
    accountId,
    lines.map((line) => line.wineId),
    lines.map((line) => line.formatMl),
    lines.map((line) => line.boxCode),
    lines.map((line) => line.quantity),
    record,
    now,
  ])
  return row && toOrder(row)
}

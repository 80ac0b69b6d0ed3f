import type { Database } from '../../db/database.ts'
import { int, orNull, statement, text } from '../../db/statement.ts'

export type Discrepancy = { accountId: number; bottleId: number | null; fault: string }

const mostFaults = 100

// What the last row about its place says of a bottle must be what the bottle says of itself, and so with its order. One that was
// announced and then refused, or is missing, never had a place and is gone.
const rebuilt = statement(
  'ledger.verify-bottles',
  `with last_place as (
     select distinct on (account_id, bottle_id) account_id, bottle_id, kind, to_location_id
     from stock_moves where kind not in ('reserved', 'released') order by account_id, bottle_id, id desc
   ), last_claim as (
     select distinct on (account_id, bottle_id) account_id, bottle_id, kind, order_id
     from stock_moves where order_id is not null order by account_id, bottle_id, id desc
   ), expected as (
     select p.account_id, p.bottle_id, p.to_location_id as location_id,
       case when p.to_location_id is not null then 'stored' when p.kind = 'announced' then 'announced' else 'gone' end as state,
       case when c.kind <> 'released' then c.order_id end as order_id
     from last_place p left join last_claim c using (account_id, bottle_id)
   )
   select b.account_id as "accountId", b.id as "bottleId",
     case when e.bottle_id is null then 'is not in the ledger'
       when b.state <> e.state then 'is ' || b.state || ', the ledger says ' || e.state
       when b.location_id is distinct from e.location_id then 'lies at location ' || coalesce(b.location_id::text, 'outside')
         || ', the ledger says ' || coalesce(e.location_id::text, 'outside')
       else 'is held by order ' || coalesce(b.order_id::text, 'none') || ', the ledger says ' || coalesce(e.order_id::text, 'none')
     end as fault
   from bottles b left join expected e on e.account_id = b.account_id and e.bottle_id = b.id
   where e.bottle_id is null or b.state <> e.state or b.location_id is distinct from e.location_id
     or b.order_id is distinct from e.order_id
   order by b.account_id, b.id limit ${mostFaults}`,
  { accountId: int, bottleId: int, fault: text },
)

// A life is unbroken when each row starts where the row before it ended, and bears the wine of its bottle, or one that was merged
// into it since.
const unbroken = statement(
  'ledger.verify-lives',
  `select m.account_id as "accountId", m.bottle_id as "bottleId",
     case when coalesce(w.merged_into_id, w.id) is distinct from b.wine_id or m.format_ml <> b.format_ml then 'ledger row ' || m.id || ' names another wine or format'
       else 'ledger row ' || m.id || ' does not start where the row before it ended' end as fault
   from (
     select *, lag(to_location_id) over w as former_location_id, row_number() over w as position
     from stock_moves window w as (partition by account_id, bottle_id order by id)
   ) m join bottles b on b.account_id = m.account_id and b.id = m.bottle_id left join wines w on w.id = m.wine_id
   where m.from_location_id is distinct from m.former_location_id or coalesce(w.merged_into_id, w.id) is distinct from b.wine_id
     or m.format_ml <> b.format_ml
   order by m.account_id, m.bottle_id limit ${mostFaults}`,
  { accountId: int, bottleId: int, fault: text },
)

// An order holds exactly the bottles of its lines, also after they have left; a split one holds them through its children.
const reserved = statement(
  'ledger.verify-orders',
  `with asked as (
     select l.account_id, l.order_id, l.wine_id, l.format_ml, l.box_code, l.quantity from order_lines l
       join orders o on o.account_id = l.account_id and o.id = l.order_id
     where o.deleted_at is null and not exists (
       select from orders c where c.account_id = o.account_id and c.parent_id = o.id and c.deleted_at is null)
   ), held as (
     select account_id, order_id, wine_id, format_ml, box_code, count(*) as quantity from bottles
     where order_id is not null group by account_id, order_id, wine_id, format_ml, box_code
   )
   select account_id as "accountId", null::bigint as "bottleId",
     'order ' || order_id || ' holds ' || coalesce(held.quantity, 0) || ' bottle(s) of wine ' || wine_id || ' and its lines say '
       || coalesce(asked.quantity, 0) as fault
   from asked full join held using (account_id, order_id, wine_id, format_ml, box_code)
   where asked.quantity is distinct from held.quantity
   order by account_id, order_id limit ${mostFaults}`,
  { accountId: int, bottleId: orNull(int), fault: text },
)

const counted = statement(
  'ledger.verify-counts',
  'select (select count(*) from bottles) as bottles, (select count(*) from stock_moves) as moves',
  { bottles: int, moves: int },
)

const takeYourTime = statement('ledger.verify-without-limit', 'set local statement_timeout = 0', {})

/** Rebuilds the cellar from the ledger and compares it with the bottles, life by life and order by order. */
export function verifyLedger(database: Database) {
  return database.transaction(async (db) => {
    await db.run(takeYourTime)
    const discrepancies: Discrepancy[] = [
      ...(await db.rows(rebuilt)),
      ...(await db.rows(unbroken)),
      ...(await db.rows(reserved)),
    ]
    const counts = await db.row(counted)
    return { discrepancies, bottles: counts?.bottles ?? 0, moves: counts?.moves ?? 0 }
  })
}

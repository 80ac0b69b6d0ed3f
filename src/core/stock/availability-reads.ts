import type { Database } from '../../db/database.ts'
import { int, orNull, type Row, statement, text } from '../../db/statement.ts'
import { findSurvivor } from '../catalogue/follow-merges.ts'
import { notFound } from '../problems.ts'
import { isAccount } from './known-account.ts'

const availabilityRow = {
  wineId: int,
  wineName: text,
  vintage: int,
  formatMl: int,
  boxCode: text,
  warehouseId: orNull(int),
  free: int,
  reserved: int,
  announced: int,
}
/** Bottles of the same goods in a warehouse; announced ones count where their putaway will bring them. */
export type Availability = Row<typeof availabilityRow>

const summed = `
  select p.wine_id as "wineId", w.name as "wineName", w.vintage, p.format_ml as "formatMl", p.box_code as "boxCode",
    p.warehouse_id as "warehouseId", sum(p.free)::bigint as free, sum(p.reserved)::bigint as reserved,
    sum(p.announced)::bigint as announced
  from part p join wines w on w.id = p.wine_id
  group by p.wine_id, w.name, w.vintage, p.format_ml, p.box_code, p.warehouse_id
  order by p.wine_id, p.format_ml, p.box_code, p.warehouse_id`

const ofAccount = statement(
  'stock.availability-of-account',
  `with part as (
     select b.wine_id, b.format_ml, b.box_code, coalesce(b.warehouse_id, p.warehouse_id) as warehouse_id,
       count(*) filter (where b.state = 'stored' and b.order_id is null) as free,
       count(*) filter (where b.state = 'stored' and b.order_id is not null) as reserved,
       count(*) filter (where b.state = 'announced') as announced
     from bottles b left join putaways p
       on p.account_id = b.account_id and p.id = b.putaway_id and b.state = 'announced'
     where b.account_id = $1 and b.state <> 'gone' and ($2::bigint is null or b.wine_id = $2)
     group by 1, 2, 3, 4
   ) ${summed}`,
  availabilityRow,
)
// Stored bottles by one look at the index for each location: there is no index of all bottles by wine, because every order would
// pay for it.
const ofWine = statement(
  'stock.availability-of-wine',
  `with part as (
     select $1::bigint as wine_id, b.format_ml, b.box_code, l.warehouse_id,
       count(*) filter (where b.order_id is null) as free, count(b.order_id) as reserved, 0 as announced
     from locations l cross join lateral (
       select format_ml, box_code, order_id from bottles
       where location_id = l.id and wine_id = $1 and state = 'stored') b
     group by b.format_ml, b.box_code, l.warehouse_id
     union all
     select $1, b.format_ml, b.box_code, p.warehouse_id, 0, 0, count(*)
     from bottles b left join putaways p on p.account_id = b.account_id and p.id = b.putaway_id
     where b.wine_id = $1 and b.state = 'announced'
     group by b.format_ml, b.box_code, p.warehouse_id
   ) ${summed}`,
  availabilityRow,
)

export async function getAccountAvailability(db: Database, accountId: number, wineId: number | null) {
  if (!(await isAccount(db, accountId))) throw notFound()
  return db.rows(ofAccount, [accountId, wineId])
}

/** Of all owners together. A wine that was merged into another leads to that one. */
export async function getWineAvailability(db: Database, wineId: number): Promise<Availability[]> {
  const survivorId = await findSurvivor(db, wineId)
  if (survivorId === undefined) throw notFound()
  return db.rows(ofWine, [survivorId])
}

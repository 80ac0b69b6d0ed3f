import { int, orNull, type Row, statement, text } from '../../db/statement.ts'
import { nextDay, parisClock, startOfParisDay } from '../calendar/paris-time.ts'
import type { Deps } from '../deps.ts'
import { invalidField, notFound } from '../problems.ts'
import { atTimeOf } from '../sandbox/account-clock.ts'
import { isAccount } from './known-account.ts'

// The last row about its place that was written before the day ended tells where each bottle lay. How it is packed, which the
// ledger does not repeat, never changes.
const lyingThen = `
  select distinct on (bottle_id) bottle_id, to_location_id from stock_moves
  where account_id = $1 and created_at < $2 and kind not in ('reserved', 'released') order by bottle_id, id desc`

const cellarRow = {
  wineId: int,
  wineName: text,
  vintage: int,
  formatMl: int,
  boxCode: text,
  warehouseId: int,
  warehouseName: text,
  location: orNull(text),
  quantity: int,
}
const groupedBy = (name: string, location: string, grouped: string) =>
  statement(
    name,
    `with lying as (
       select b.wine_id, b.format_ml, b.box_code, l.warehouse_id, ${location} as location, count(*) as quantity
       from (${lyingThen}) place join locations l on l.id = place.to_location_id
         join bottles b on b.account_id = $1 and b.id = place.bottle_id
       group by b.wine_id, b.format_ml, b.box_code, l.warehouse_id ${grouped}
     )
     select lying.wine_id as "wineId", w.name as "wineName", w.vintage, lying.format_ml as "formatMl",
       lying.box_code as "boxCode", lying.warehouse_id as "warehouseId", h.name as "warehouseName", lying.location,
       lying.quantity
     from lying join wines w on w.id = lying.wine_id join warehouses h on h.id = lying.warehouse_id
     order by lying.wine_id, lying.format_ml, lying.box_code, lying.warehouse_id, lying.location`,
    cellarRow,
  )
const byWarehouse = groupedBy('stock.cellar-on-day', 'null::text', '')
const byLocation = groupedBy('stock.cellar-on-day-by-location', 'l.code', ', l.code')

export type CellarLine = Row<typeof cellarRow>
type AsOf = { day?: string; isByLocation: boolean }

/** What lay in an account's cellar at the end of a Paris day, reserved bottles included; of today, what lies there now. */
export async function getCellarOnDay(deps: Deps, accountId: number, { day, isByLocation }: AsOf) {
  const { db, now } = await atTimeOf(deps, accountId)
  const today = parisClock(now()).toPlainDate().toString()
  if (day !== undefined && day > today) throw invalidField('date', `must be ${today} or earlier`)
  if (!(await isAccount(db, accountId))) throw notFound()
  // A clock that was turned back has rows of later days behind it, and they have happened all the same.
  const endsAt = day === undefined || day === today ? 'infinity' : startOfParisDay(nextDay(day))
  const lines = await db.rows(isByLocation ? byLocation : byWarehouse, [accountId, endsAt])
  return { day: day ?? today, lines }
}

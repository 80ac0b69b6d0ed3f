import type { Database } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'

// In each of these $1 is the wine that stays and $2 its duplicate.

const markMerged = statement(
  'wines.mark-merged',
  'update wines set merged_into_id = $1, updated_at = $3 where id = $2 or merged_into_id = $2',
  {},
)
// Each bottle at the time of its owner. Whoever holds one is waited for, so that every order with bottles of the duplicate is to be seen when its lines are moved.
const moveBottles = statement(
  'wines.merge-bottles',
  `with held as (select account_id, id from bottles where wine_id = $2 order by account_id, id for update)
   update bottles b set wine_id = $1, updated_at = account_time(b.account_id, $3) from held
   where b.account_id = held.account_id and b.id = held.id`,
  {},
)

/** Lines of the same record, format and box become one, with their quantities added up; the others get the survivor's number. */
function lineMerge(table: string, record: string, quantities: readonly string[]) {
  const sums = quantities.map(
    (name) => `${name} = coalesce(s.${name} + gone.${name}, s.${name}, gone.${name})`,
  )
  const isTwin = (other: string) => `s.wine_id = $1 and s.account_id = ${other}.account_id
    and s.${record} = ${other}.${record} and s.format_ml = ${other}.format_ml and s.box_code = ${other}.box_code`
  return [
    statement(
      `wines.merge-equal-${table}`,
      `with gone as (delete from ${table} d using ${table} s where d.wine_id = $2 and ${isTwin('d')} returning d.*)
       update ${table} s set ${sums.join(', ')} from gone where ${isTwin('gone')}`,
      {},
    ),
    statement(`wines.merge-${table}`, `update ${table} set wine_id = $1 where wine_id = $2`, {}),
  ]
}

/** Where both have a note in a format, the survivor's stays. */
const noteMerge = (table: string) => [
  statement(
    `wines.merge-equal-${table}`,
    `delete from ${table} d using ${table} s where d.wine_id = $2 and s.wine_id = $1 and s.account_id = d.account_id
       and s.format_ml = d.format_ml`,
    {},
  ),
  statement(`wines.merge-${table}`, `update ${table} set wine_id = $1 where wine_id = $2`, {}),
]

// What was counted goes with its line, which takes it along, except where that line is about to become one with another.
const moveCounts = statement(
  'wines.merge-equal-putaway_counts',
  `insert into putaway_counts (account_id, putaway_id, wine_id, format_ml, box_code, warehouse_id, location_id, quantity)
   select d.account_id, d.putaway_id, $1, d.format_ml, d.box_code, d.warehouse_id, d.location_id, d.quantity
   from putaway_counts d join putaway_lines s on s.account_id = d.account_id and s.putaway_id = d.putaway_id
     and s.format_ml = d.format_ml and s.box_code = d.box_code
   where d.wine_id = $2 and s.wine_id = $1
   on conflict (account_id, putaway_id, wine_id, format_ml, box_code, location_id)
     do update set quantity = putaway_counts.quantity + excluded.quantity`,
  {},
)
const moveShortages = statement(
  'wines.merge-order_shortages',
  'update order_shortages set wine_id = $1 where wine_id = $2',
  {},
)

const steps = [
  ...lineMerge('order_lines', 'order_id', ['quantity']),
  moveShortages,
  moveCounts,
  ...lineMerge('putaway_lines', 'putaway_id', ['announced', 'received', 'broken']),
  ...lineMerge('count_lines', 'count_id', ['quantity']),
  ...noteMerge('wine_comments'),
  ...noteMerge('wine_prices'),
  ...noteMerge('stock_alerts'),
]

/** Everything but the ledger, which keeps what it says. */
export async function moveToSurvivor(
  db: Database,
  { survivorId, duplicateId }: { survivorId: number; duplicateId: number },
  now: Date,
): Promise<void> {
  await db.run(markMerged, [survivorId, duplicateId, now])
  await db.run(moveBottles, [survivorId, duplicateId, now])
  for (const step of steps) await db.run(step, [survivorId, duplicateId])
}

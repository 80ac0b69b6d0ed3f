import type { Database } from '../../db/database.ts'
import { int, statement } from '../../db/statement.ts'

// Enough bottles in one statement to be fast, and few enough to tell how far it is.
const pieces = statement(
  'import-rows.pieces',
  `select min(line) as first, max(line) as last from (
     select line, quantity, (sum(quantity) over (order by line) - 1) / 10000 as piece from import_rows where import_id = $1
   ) p group by piece order by 1`,
  { first: int, last: int },
)
const receiveBottles = statement(
  'bottles.receive-import',
  `with made as (
     insert into bottles (account_id, wine_id, format_ml, box_code, detail, state, warehouse_id, location_id, stored_at, created_at,
       updated_at)
     select $2, r.found_wine_id, r.format_ml, r.box_code, r.detail, 'stored', $3::bigint, l.id, coalesce(r.stored_at, $4), $4, $4
     from import_rows r join locations l on l.warehouse_id = $3 and l.code = r.location_code, generate_series(1, r.quantity)
     where r.import_id = $1 and r.line between $5 and $6 order by r.line
     returning id, wine_id, format_ml, location_id
   )
   insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, to_location_id, comment, created_at)
   select $2, id, 'received', wine_id, format_ml, location_id, $7, $4 from made order by id`,
  {},
)

type Arrival = { importId: number; accountId: number | null; warehouseId: number | null; comment: string }

/** Brings the bottles of checked lines in, each with its row in the ledger. */
export async function writeStock(
  db: Database,
  { importId, accountId, warehouseId, comment }: Arrival,
  now: Date,
  onWritten: (bottles: number) => void,
): Promise<number> {
  let written = 0
  for (const { first, last } of await db.rows(pieces, [importId])) {
    written += await db.run(receiveBottles, [importId, accountId, warehouseId, now, first, last, comment])
    onWritten(written)
  }
  return written
}

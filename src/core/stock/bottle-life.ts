import type { Database } from '../../db/database.ts'
import { instant, int, orNull, type Row, statement, text } from '../../db/statement.ts'
import { toWine, wineColumns, wineRow } from '../catalogue/wine.ts'
import { notFound } from '../problems.ts'

const bottleById = statement(
  'stock.bottle-of-account',
  `select b.id, b.format_ml as "formatMl", b.box_code as "boxCode", b.detail, b.state, b.warehouse_id as "warehouseId",
     h.name as "warehouseName", l.code as location, b.order_id as "orderId", b.putaway_id as "putawayId",
     b.picked_at as "pickedAt", b.stored_at as "storedAt", b.created_at as "createdAt", ${wineColumns}
   from bottles b join wines w on w.id = b.wine_id left join warehouses h on h.id = b.warehouse_id
     left join locations l on l.id = b.location_id
   where b.account_id = $1 and b.id = $2`,
  {
    id: int,
    formatMl: int,
    boxCode: text,
    detail: orNull(text),
    state: text,
    warehouseId: orNull(int),
    warehouseName: orNull(text),
    location: orNull(text),
    orderId: orNull(int),
    putawayId: orNull(int),
    pickedAt: orNull(instant),
    storedAt: orNull(instant),
    createdAt: instant,
    ...wineRow,
  },
)
const movesOfBottle = statement(
  'stock.moves-of-bottle',
  `select m.id, m.kind, fw.name as "fromWarehouse", f.code as "fromLocation", tw.name as "toWarehouse",
     t.code as "toLocation", m.order_id as "orderId", m.putaway_id as "putawayId", m.comment, m.created_at as "createdAt"
   from stock_moves m
     left join locations f on f.id = m.from_location_id left join warehouses fw on fw.id = f.warehouse_id
     left join locations t on t.id = m.to_location_id left join warehouses tw on tw.id = t.warehouse_id
   where m.account_id = $1 and m.bottle_id = $2 order by m.id`,
  {
    id: int,
    kind: text,
    fromWarehouse: orNull(text),
    fromLocation: orNull(text),
    toWarehouse: orNull(text),
    toLocation: orNull(text),
    orderId: orNull(int),
    putawayId: orNull(int),
    comment: text,
    createdAt: instant,
  },
)
export type LedgerRow = Row<typeof movesOfBottle.columns>

/** A bottle as it is now, also when it is gone, and every row of the ledger about it, the oldest first. */
export async function getBottleLife(db: Database, accountId: number, id: number) {
  const bottle = await db.row(bottleById, [accountId, id])
  if (!bottle) throw notFound()
  return { ...bottle, wine: toWine(bottle), moves: await db.rows(movesOfBottle, [accountId, id]) }
}
export type BottleLife = Awaited<ReturnType<typeof getBottleLife>>

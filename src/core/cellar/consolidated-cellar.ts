import type { Database } from '../../db/database.ts'
import { decimal, int, json, orNull, statement, text } from '../../db/statement.ts'
import { toWine, type Wine, wineColumns, wineRow } from '../catalogue/wine.ts'

/** All free bottles of one wine in one format. */
export type CellarEntry = {
  wine: Wine
  formatMl: number
  quantity: number
  /** How many of them sit in each box code. */
  boxes: Record<string, number> | null
  price: string | null
  comment: string | null
}

// Counted on the covering index first and joined afterwards: the wines are looked up once per entry, not once per bottle.
const consolidated = statement(
  'cellar.consolidated',
  `with packed as (
     select wine_id, format_ml, box_code, count(*) as quantity from bottles
     where account_id = $1 and state = 'stored' and order_id is null group by wine_id, format_ml, box_code
   ), held as (
     select wine_id, format_ml, sum(quantity)::bigint as quantity,
       jsonb_object_agg(box_code, quantity) filter (where box_code <> '') as boxes
     from packed group by wine_id, format_ml
   )
   select ${wineColumns}, h.format_ml as "formatMl", h.quantity, h.boxes, p.price, c.comment
   from held h join wines w on w.id = h.wine_id
     left join wine_prices p on p.account_id = $1 and p.wine_id = h.wine_id and p.format_ml = h.format_ml
     left join wine_comments c on c.account_id = $1 and c.wine_id = h.wine_id and c.format_ml = h.format_ml
   order by h.wine_id desc, h.format_ml desc`,
  {
    ...wineRow,
    formatMl: int,
    quantity: int,
    boxes: orNull(json<Record<string, number>>()),
    price: orNull(decimal),
    comment: orNull(text),
  },
)

export async function readConsolidatedCellar(db: Database, accountId: number): Promise<CellarEntry[]> {
  const rows = await db.rows(consolidated, [accountId])
  return rows.map((row) => ({
    wine: toWine(row),
    formatMl: row.formatMl,
    quantity: row.quantity,
    boxes: row.boxes,
    price: row.price,
    comment: row.comment,
  }))
}

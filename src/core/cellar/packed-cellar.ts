import type { Database } from '../../db/database.ts'
import { decimal, int, orNull, statement, text } from '../../db/statement.ts'
import { toWine, wineColumns, wineRow } from '../catalogue/wine.ts'
import type { ContentLine } from './content-lines.ts'

// Counted on the covering index first and joined afterwards: the wines are looked up once per entry, not once per bottle.
const packed = (condition: string) => `
  with packed as (
    select wine_id, format_ml, box_code, count(*) as quantity from bottles
    where account_id = $1 and ${condition} group by wine_id, format_ml, box_code
  )
  select ${wineColumns}, b.format_ml as "formatMl", b.box_code as "boxCode", b.quantity, p.price, c.comment
  from packed b join wines w on w.id = b.wine_id
    left join wine_prices p on p.account_id = $1 and p.wine_id = b.wine_id and p.format_ml = b.format_ml
    left join wine_comments c on c.account_id = $1 and c.wine_id = b.wine_id and c.format_ml = b.format_ml
  order by b.wine_id desc, b.format_ml desc, b.box_code`
const packedRow = {
  ...wineRow,
  formatMl: int,
  boxCode: text,
  quantity: int,
  price: orNull(decimal),
  comment: orNull(text),
}
const inStock = statement('cellar.packed', packed(`state = 'stored' and order_id is null`), packedRow)
const toCome = statement('cellar.packed-future', packed(`state = 'announced'`), packedRow)

/** Free bottles, or announced ones, counted by wine, format and box. */
export async function readPackedCellar(
  db: Database,
  accountId: number,
  which: 'stock' | 'future',
): Promise<ContentLine[]> {
  const rows = await db.rows(which === 'future' ? toCome : inStock, [accountId])
  return rows.map((row) => ({
    wine: toWine(row),
    formatMl: row.formatMl,
    boxCode: row.boxCode,
    quantity: row.quantity,
    price: row.price,
    comment: row.comment,
  }))
}

import type { Database } from '../../db/database.ts'
import { decimal, int, orNull, statement, text } from '../../db/statement.ts'
import { toWine, type Wine, wineColumns, wineRow } from '../catalogue/wine.ts'

/** One line of an order or of a putaway, with the owner's notes on the wine. */
export type ContentLine = {
  wine: Wine
  formatMl: number
  boxCode: string
  quantity: number
  price: string | null
  comment: string | null
}

const linesIn = (
  table: 'order_lines' | 'putaway_lines',
  record: 'order_id' | 'putaway_id',
  quantity: string,
) =>
  statement(
    `${table}.of-records`,
    `select l.${record} as "recordId", ${wineColumns}, l.format_ml as "formatMl", l.box_code as "boxCode",
       ${quantity} as quantity, p.price, c.comment
     from ${table} l join wines w on w.id = l.wine_id
       left join wine_prices p on p.account_id = $1 and p.wine_id = l.wine_id and p.format_ml = l.format_ml
       left join wine_comments c on c.account_id = $1 and c.wine_id = l.wine_id and c.format_ml = l.format_ml
     where l.account_id = $1 and l.${record} = any($2::bigint[]) and ${quantity} > 0
     order by l.${record}, l.wine_id, l.format_ml, l.box_code`,
    {
      recordId: int,
      ...wineRow,
      formatMl: int,
      boxCode: text,
      quantity: int,
      price: orNull(decimal),
      comment: orNull(text),
    },
  )

const orderLines = linesIn('order_lines', 'order_id', 'l.quantity')
// Until the bottles have been counted in, a putaway holds what was announced.
const putawayLines = linesIn('putaway_lines', 'putaway_id', 'coalesce(l.received, l.announced)')

async function linesByRecord(
  db: Database,
  lines: typeof orderLines,
  accountId: number,
  ids: readonly number[],
) {
  const rows = await db.rows(lines, [accountId, ids])
  const byRecord = new Map<number, ContentLine[]>(ids.map((id) => [id, []]))
  for (const row of rows)
    byRecord.get(row.recordId)?.push({
      wine: toWine(row),
      formatMl: row.formatMl,
      boxCode: row.boxCode,
      quantity: row.quantity,
      price: row.price,
      comment: row.comment,
    })
  return byRecord
}

export const linesOfOrders = (db: Database, accountId: number, ids: readonly number[]) =>
  linesByRecord(db, orderLines, accountId, ids)
export const linesOfPutaways = (db: Database, accountId: number, ids: readonly number[]) =>
  linesByRecord(db, putawayLines, accountId, ids)

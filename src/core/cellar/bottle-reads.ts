import type { Database } from '../../db/database.ts'
import {
  instant,
  int,
  orNull,
  type Page,
  pagedStatement,
  type Row,
  statement,
  text,
} from '../../db/statement.ts'
import { toWine, type Wine, wineColumns, wineRow } from '../catalogue/wine.ts'

export type Bottle = {
  id: number
  detail: string | null
  boxCode: string
  formatMl: number
  createdAt: Date
  updatedAt: Date
  wine: Wine
}

/** `stock`: in a warehouse and free. `future`: announced by a putaway that is not validated yet. */
export type Shelf = 'stock' | 'future'

const bottleColumns = `b.id, b.detail, b.box_code as "boxCode", b.format_ml as "formatMl", b.created_at as "createdAt",
  b.updated_at as "updatedAt", ${wineColumns}`
const bottleRow = {
  id: int,
  detail: orNull(text),
  boxCode: text,
  formatMl: int,
  createdAt: instant,
  updatedAt: instant,
  ...wineRow,
}

// Only the ids are paged over: a late page must not fetch the bottles and wines that it skips.
const pageOf = (shelf: Shelf, condition: string) =>
  pagedStatement(
    `bottles.page-${shelf}`,
    (window) => `
      with page as (select id from bottles where account_id = $1 and ${condition} order by id desc ${window})
      select ${bottleColumns}
      from page join bottles b on b.account_id = $1 and b.id = page.id join wines w on w.id = b.wine_id
      order by b.id desc`,
    bottleRow,
  )
const countOf = (shelf: Shelf, condition: string) =>
  statement(
    `bottles.count-${shelf}`,
    `select count(*) as total from bottles where account_id = $1 and ${condition}`,
    { total: int },
  )

// `id > 0` names the list's own index, which the pick of an order must never be planned with.
const inStock = `state = 'stored' and order_id is null and id > 0`
const announced = `state = 'announced'`
const pages = { stock: pageOf('stock', inStock), future: pageOf('future', announced) }
const counts = { stock: countOf('stock', inStock), future: countOf('future', announced) }

const bottleById = statement(
  'bottles.by-id',
  `select ${bottleColumns} from bottles b join wines w on w.id = b.wine_id
   where b.account_id = $1 and b.id = $2 and b.state <> 'gone'`,
  bottleRow,
)

const toBottle = (row: Row<typeof bottleRow>): Bottle => ({
  id: row.id,
  detail: row.detail,
  boxCode: row.boxCode,
  formatMl: row.formatMl,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  wine: toWine(row),
})

export async function listBottles(db: Database, accountId: number, shelf: Shelf, page: Page) {
  const [rows, counted] = await Promise.all([
    db.rows(pages[shelf](page), [accountId]),
    db.row(counts[shelf], [accountId]),
  ])
  return { records: rows.map(toBottle), total: counted?.total ?? 0 }
}

/** A bottle of the cellar, free, reserved or still to come; one that has left is no longer found. */
export async function findBottle(db: Database, accountId: number, id: number): Promise<Bottle | undefined> {
  const row = await db.row(bottleById, [accountId, id])
  return row && toBottle(row)
}

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
import { nextDay, startOfParisDay } from '../calendar/paris-time.ts'

/** Kinds of the ledger that change a bottle's place or owner; reservations, announcements and missing bottles do neither. */
export type ListedKind = 'received' | 'moved' | 'shipped' | 'withdrawn' | 'found' | 'lost'
export type Direction = 'in' | 'out'
/** Inclusive days, in Paris. */
export type MoveFilter = { direction?: Direction; firstDay?: string; lastDay?: string }

const moveRow = {
  id: int,
  kind: text,
  fromLocationId: orNull(int),
  toLocationId: orNull(int),
  toLocationCode: orNull(text),
  bottleId: int,
  formatMl: int,
  wineId: int,
  wineName: text,
  color: text,
  vintage: int,
  description: orNull(text),
  comment: text,
  createdAt: instant,
}
export type StockMove = Omit<Row<typeof moveRow>, 'kind'> & { kind: ListedKind }

const listed = `kind in ('received', 'moved', 'shipped', 'withdrawn', 'found', 'lost')`
const directions = {
  any: '',
  in: `and kind in ('received', 'found')`,
  out: `and kind in ('shipped', 'withdrawn', 'lost')`,
}
const dated = 'and created_at >= $2 and created_at < $3'

// A statement for each combination, so that a list without dates walks the ids and one with dates its own index. A wine that was
// merged into another since then is shown as the other, which its bottles are now.
function statementsFor(direction: keyof typeof directions, hasDates: boolean) {
  const name = `${direction}${hasDates ? '-dated' : ''}`
  const condition = `account_id = $1 and ${listed} ${directions[direction]} ${hasDates ? dated : ''}`
  const page = pagedStatement(
    `stock-moves.page-${name}`,
    (window) => `
      with page as (select id from stock_moves where ${condition} order by id desc ${window})
      select m.id, m.kind, m.from_location_id as "fromLocationId", m.to_location_id as "toLocationId",
        l.code as "toLocationCode", m.bottle_id as "bottleId", m.format_ml as "formatMl", w.id as "wineId",
        w.name as "wineName", w.color, w.vintage, w.description, m.comment, m.created_at as "createdAt"
      from page join stock_moves m on m.account_id = $1 and m.id = page.id
        join wines written on written.id = m.wine_id
        join wines w on w.id = coalesce(written.merged_into_id, written.id) left join locations l on l.id = m.to_location_id
      order by m.id desc`,
    moveRow,
  )
  const count = statement(
    `stock-moves.count-${name}`,
    `select count(*) as total from stock_moves where ${condition}`,
    { total: int },
  )
  return { page, count }
}

const undatedStatements = {
  any: statementsFor('any', false),
  in: statementsFor('in', false),
  out: statementsFor('out', false),
}
const datedStatements = {
  any: statementsFor('any', true),
  in: statementsFor('in', true),
  out: statementsFor('out', true),
}

export async function listStockMoves(db: Database, accountId: number, filter: MoveFilter, page: Page) {
  const { direction = 'any', firstDay, lastDay } = filter
  const hasDates = firstDay !== undefined || lastDay !== undefined
  const statements = (hasDates ? datedStatements : undatedStatements)[direction]
  const from = firstDay === undefined ? '-infinity' : startOfParisDay(firstDay)
  const until = lastDay === undefined ? 'infinity' : startOfParisDay(nextDay(lastDay))
  const values = hasDates ? [accountId, from, until] : [accountId]
  const [rows, counted] = await Promise.all([
    db.rows(statements.page(page), values),
    db.row(statements.count, values),
  ])
  return {
    records: rows.map((row) => ({ ...row, kind: row.kind as ListedKind })),
    total: counted?.total ?? 0,
  }
}

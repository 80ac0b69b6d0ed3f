import type { Database } from '../../db/database.ts'
import {
  instant,
  int,
  json,
  orNull,
  type Page,
  pagedStatement,
  type Row,
  statement,
  text,
} from '../../db/statement.ts'
import { notFound } from '../problems.ts'
import type { Difference, SeenLine } from './compare-count.ts'

export const countStates = ['open', 'posted', 'cancelled'] as const
export type CountState = (typeof countStates)[number]
export type NamedDifference = Difference & { wineName: string; vintage: number }
/** What posting a count came to, in bottles. */
export type CountOutcome = {
  lostCount: number
  foundCount: number
  movedCount: number
  differences: NamedDifference[]
}

const columns = `c.id, c.warehouse_id as "warehouseId", c.location_id as "locationId", l.code as location, c.state,
  c.opened_by as "openedBy", c.opened_at as "openedAt", c.counted_by_id as "countedById", c.counted_by as "countedBy",
  c.counted_at as "countedAt", c.counted_after as "countedAfter", c.closed_by as "closedBy", c.closed_at as "closedAt",
  c.reason, c.outcome`
const countRow = {
  id: int,
  warehouseId: int,
  locationId: int,
  location: text,
  state: text,
  openedBy: text,
  openedAt: instant,
  countedById: orNull(int),
  countedBy: orNull(text),
  countedAt: orNull(instant),
  countedAfter: orNull(int),
  closedBy: orNull(text),
  closedAt: orNull(instant),
  reason: orNull(text),
  outcome: orNull(json<CountOutcome>()),
}
export type CountHead = Row<typeof countRow>
export type Count = CountHead & { lines: SeenLine[]; bottleIds: number[] }

const chosen = '($1::bigint is null or c.warehouse_id = $1) and ($2::text is null or c.state = $2)'
const countPage = pagedStatement(
  'counts.page',
  (window) => `select ${columns} from counts c join locations l on l.id = c.location_id
    where ${chosen} order by c.id desc ${window}`,
  countRow,
)
const countTotal = statement('counts.count', `select count(*) as total from counts c where ${chosen}`, {
  total: int,
})
const countById = statement(
  'counts.by-id',
  `select ${columns} from counts c join locations l on l.id = c.location_id where c.id = $1`,
  countRow,
)
const lockById = statement(
  'counts.lock',
  `select ${columns} from counts c join locations l on l.id = c.location_id where c.id = $1 for update of c`,
  countRow,
)
// A wine may have been merged into another after it was entered.
const linesOfCount = statement(
  'count-lines.of-count',
  `select l.account_id as "accountId", coalesce(w.merged_into_id, w.id) as "wineId", l.format_ml as "formatMl",
     l.box_code as "boxCode", sum(l.quantity)::bigint as quantity
   from count_lines l join wines w on w.id = l.wine_id where l.count_id = $1 group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  { accountId: int, wineId: int, formatMl: int, boxCode: text, quantity: int },
)
const bottlesOfCount = statement(
  'count-bottles.of-count',
  `select account_id as "accountId", bottle_id as id from count_bottles where count_id = $1 order by account_id, bottle_id`,
  { accountId: int, id: int },
)

type CountFilter = { warehouseId?: number; state?: CountState }

export async function listCounts(db: Database, { warehouseId, state }: CountFilter, page: Page) {
  const values = [warehouseId ?? null, state ?? null]
  const [records, counted] = await Promise.all([db.rows(countPage(page), values), db.row(countTotal, values)])
  return { records, total: counted?.total ?? 0 }
}

/** What was entered and, once it is posted, what it came to; nothing of what lies there before. */
export async function getCount(db: Database, id: number): Promise<Count> {
  const head = await db.row(countById, [id])
  if (!head) throw notFound()
  const { lines, scanned } = await readSeen(db, id)
  return { ...head, lines, bottleIds: scanned.map((bottle) => bottle.id) }
}

export async function lockCount(db: Database, id: number): Promise<CountHead> {
  const head = await db.row(lockById, [id])
  if (!head) throw notFound()
  return head
}

export async function readSeen(db: Database, countId: number) {
  const lines = await db.rows(linesOfCount, [countId])
  const scanned = await db.rows(bottlesOfCount, [countId])
  return { lines, scanned }
}

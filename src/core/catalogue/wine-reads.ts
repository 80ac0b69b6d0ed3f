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
import { notFound } from '../problems.ts'
import { toWine, type Wine, wineColumns, wineRow } from './wine.ts'

/** A wine with what only the operator sees of it. */
export type CatalogueWine = Wine & {
  lwin: string | null
  /** The wine that this one was a duplicate of. */
  mergedIntoId: number | null
  createdAt: Date
  updatedAt: Date
}
export type CountedWine = CatalogueWine & { stored: number; announced: number }

/** What to look for; what is left out is not asked about. `search` holds beginnings of words of the name or appellation. */
export type WineFilter = { search?: string; vintage?: number; color?: string; lwin?: string }

const columns = `${wineColumns}, w.lwin, w.merged_into_id as "mergedIntoId", w.created_at as "createdAt", w.updated_at as "updatedAt"`
const row = {
  ...wineRow,
  lwin: orNull(text),
  mergedIntoId: orNull(int),
  createdAt: instant,
  updatedAt: instant,
}

const toCatalogueWine = (found: Row<typeof row>): CatalogueWine => ({
  ...toWine(found),
  lwin: found.lwin,
  mergedIntoId: found.mergedIntoId,
  createdAt: found.createdAt,
  updatedAt: found.updatedAt,
})

// What is looked for is made once, in a query of its own, and not for every wine. Its words bear no punctuation any more, so that
// quotes around each are all that the index asks for; text without a single word makes it null, which finds nothing. A longer
// LWIN names a part of what its first digits name.
const conditions: Record<keyof WineFilter, (value: string) => string> = {
  search: (value) =>
    `words @@ (select ('''' || replace(nullif(plain_words(${value}), ''), ' ', ''':* & ''') || ''':*')::tsquery)`,
  vintage: (value) => `vintage = ${value}::int`,
  color: (value) => `color_words = (select plain_words(${value}))`,
  lwin: (value) => `lwin collate "C" >= ${value} and lwin collate "C" < ${value} || ':'`,
}
const filters = Object.keys(conditions) as (keyof WineFilter)[]

// A statement for each combination, so that each is planned for what it asks and finds its way by the fitting index. What is few is
// found first and sorted then: walking from the newest wine on, a rare word would be met at the end of the catalogue.
function statementsFor(asked: readonly (keyof WineFilter)[]) {
  const name = asked.length > 0 ? asked.join('-') : 'all'
  const chosen = [
    'merged_into_id is null',
    ...asked.map((filter, index) => conditions[filter](`$${index + 1}`)),
  ]
  const condition = chosen.join(' and ')
  const fence = asked.includes('search') || asked.includes('lwin') ? 'materialized' : 'not materialized'
  const page = pagedStatement(
    `wines.page-${name}`,
    (window) => `
      with found as ${fence} (select id from wines where ${condition}),
      page as (select id from found order by id desc ${window})
      select ${columns} from page join wines w on w.id = page.id order by w.id desc`,
    row,
  )
  const count = statement(`wines.count-${name}`, `select count(*) as total from wines where ${condition}`, {
    total: int,
  })
  return { page, count }
}
const subsets = Array.from({ length: 2 ** filters.length }, (_, number) =>
  filters.filter((_filter, place) => Math.floor(number / 2 ** place) % 2 === 1),
)
const statementsByFilter = new Map(subsets.map((asked) => [asked.join(), statementsFor(asked)]))

export async function listWines(db: Database, filter: WineFilter, page: Page) {
  const asked = filters.filter((name) => filter[name] !== undefined)
  const statements = statementsByFilter.get(asked.join())
  if (!statements) throw new Error(`No statement lists wines by ${asked}`)
  const values = asked.map((name) => filter[name])
  const [rows, counted] = await Promise.all([
    db.rows(statements.page(page), values),
    db.row(statements.count, values),
  ])
  return { records: rows.map(toCatalogueWine), total: counted?.total ?? 0 }
}

// Counted location by location, which is what the index can tell at once; on the bottles themselves it would read all there are.
const wineById = statement(
  'wines.by-id',
  `select ${columns}, (
       select coalesce(sum(held.bottles), 0)::bigint from locations l cross join lateral (
         select count(*) from bottles b where b.location_id = l.id and b.wine_id = w.id and b.state = 'stored') held (bottles)
     ) as stored,
     (select count(*) from bottles b where b.wine_id = w.id and b.state = 'announced') as announced
   from wines w where w.id = $1`,
  { ...row, stored: int, announced: int },
)

/** One wine, a merged one too, with how many bottles of it there are in all and how many are on their way. */
export async function getWine(db: Database, id: number): Promise<CountedWine> {
  const found = await db.row(wineById, [id])
  if (!found) throw notFound()
  return { ...toCatalogueWine(found), stored: found.stored, announced: found.announced }
}

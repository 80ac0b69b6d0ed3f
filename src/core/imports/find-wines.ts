import type { Database } from '../../db/database.ts'
import { statement, text } from '../../db/statement.ts'

const findById = statement(
  'import-rows.find-wines-by-id',
  `update import_rows r set found_wine_id = coalesce(w.merged_into_id, w.id), fitting_wines = 1 from wines w
   where r.import_id = $1 and r.wine_id = w.id and r.found_wine_id is null`,
  {},
)

// Lines that say the same are looked up once, each by an index: a file may be long and the catalogue longer. An offset of 0 keeps
// the planner from working words out several times.
const lookUp = (name: string, keys: string, grouped: string, found: string) =>
  statement(
    name,
    `with wanted as materialized (
       select array_agg(line) as lines, ${keys} from import_rows r
       where import_id = $1 and wine_id is null and found_wine_id is null group by ${grouped}
     ), found as (
       select unnest(wanted.lines) as line, f.wine_id, f.fitting from wanted cross join lateral (${found}) f where f.fitting > 0
     )
     update import_rows r set found_wine_id = found.wine_id, fitting_wines = found.fitting
     from found where r.import_id = $1 and r.line = found.line`,
    {},
  )

// A line of stock may leave out the vintage.
const findByLwin = lookUp(
  'import-rows.find-wines-by-lwin',
  'lwin, vintage',
  'lwin, vintage',
  `select min(w.id) as wine_id, count(*) as fitting from wines w
   where w.lwin collate "C" = wanted.lwin and w.merged_into_id is null
     and (wanted.vintage is null or w.vintage = wanted.vintage)`,
)

const wordsOf = (row: string) => `coalesce(${row}.vintage, 0) as vintage, plain_words(${row}.name) as name,
  plain_words(coalesce(${row}.color, '')) as color, plain_words(${row}.appellation) as appellation`
/** Two that have different LWINs are never the same. Stock ($2) may leave color and appellation out where that leaves no choice. */
const findByName = lookUp(
  'import-rows.find-wines-by-name',
  `lwin, ${wordsOf('r')}`,
  'r.lwin, r.vintage, r.name, r.color, r.appellation',
  `select coalesce(min(w.id) filter (where e.is_exact), min(w.id)) as wine_id,
     coalesce(nullif(count(*) filter (where e.is_exact), 0), count(*)) as fitting
   from wines w cross join lateral (select plain_words(w.color) as color, plain_words(w.appellation) as appellation offset 0) p
     cross join lateral (select p.color = wanted.color and p.appellation = wanted.appellation as is_exact) e
   where w.vintage = wanted.vintage and plain_words(w.name) = wanted.name and w.merged_into_id is null
     and (wanted.lwin is null or w.lwin is null or w.lwin = wanted.lwin)
     and (e.is_exact or $2::boolean and wanted.color in ('', p.color) and wanted.appellation in ('', p.appellation))`,
)

// The name of a duplicate goes on to lead to the wine it was merged into, as its number does.
const findMerged = statement(
  'import-rows.find-merged-wines',
  `update import_rows r set found_wine_id = m.wine_id, fitting_wines = 1
   from (
     select min(w.merged_into_id) as wine_id, ${wordsOf('w')} from wines w where w.merged_into_id is not null group by 2, 3, 4, 5
   ) m
   where r.import_id = $1 and r.wine_id is null and r.found_wine_id is null and coalesce(r.vintage, 0) = m.vintage
     and plain_words(r.name) = m.name and plain_words(r.color) = m.color and plain_words(r.appellation) = m.appellation`,
  {},
)

const madeColumns = 'name, color, country, region, appellation, ranking, description, vintage, alcohol, lwin'
const unknownWines = (distinct: string, more: string) => `
  insert into wines (${madeColumns}, created_at, updated_at)
  select ${madeColumns}, $2, $2 from (
    select distinct on (${distinct}) line, name, color, country, region, appellation, ranking, description,
      coalesce(vintage, 0) as vintage, alcohol, lwin
    from import_rows where import_id = $1 and wine_id is null and found_wine_id is null ${more} order by ${distinct}, line
  ) unknown order by line`
const makeByLwin = statement(
  'wines.make-by-lwin',
  unknownWines('lwin, coalesce(vintage, 0)', 'and lwin is not null'),
  {},
)
const makeByName = statement(
  'wines.make-by-name',
  unknownWines('plain_words(name), coalesce(vintage, 0), plain_words(color), plain_words(appellation)', ''),
  {},
)
const lockMaking = statement(
  'wines.lock-making',
  `select pg_advisory_xact_lock(hashtextextended('make wines', 0))::text as locked`,
  { locked: text },
)

/** Whoever makes wines looks for them first, and must not do so beside another who is about to make the same. */
export async function takeTurnAtMakingWines(db: Database): Promise<void> {
  await db.run(lockMaking)
}

/** Marks each line with the wine of the catalogue that it means: by number, else by LWIN, else by name, vintage, color, appellation. */
export async function findWines(db: Database, importId: number, isStock: boolean): Promise<void> {
  if (isStock) await db.run(findById, [importId])
  await db.run(findByLwin, [importId])
  await db.run(findByName, [importId, isStock])
  await db.run(findMerged, [importId])
}

/** Makes a wine for all lines that name the same one, and marks them with it. Tells how many were made. */
export async function makeWines(
  db: Database,
  importId: number,
  isStock: boolean,
  now: Date,
): Promise<number> {
  const byLwin = await db.run(makeByLwin, [importId, now])
  // A line without an LWIN may mean a wine that another line has just brought, and whose LWIN it does not tell.
  if (byLwin > 0) await findWines(db, importId, isStock)
  const byName = await db.run(makeByName, [importId, now])
  if (isStock && byName > 0) await findWines(db, importId, isStock)
  return byLwin + byName
}

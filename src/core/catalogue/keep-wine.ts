import type { Database } from '../../db/database.ts'
import { int, orNull, statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { type InvalidField, notFound, refuse } from '../problems.ts'
import { WorkRefusal } from '../work-refusal.ts'
import type { Wine } from './wine.ts'
import { type CountedWine, getWine } from './wine-reads.ts'

export type WineRecord = Omit<Wine, 'id'> & { lwin: string | null }
/** Whether a wine may be another's equal: then somebody has looked, and knows better. */
export type DuplicateChoice = { duplicateOk: boolean }

const insertWine = statement(
  'wines.insert',
  `insert into wines (name, color, country, region, appellation, ranking, description, vintage, alcohol, lwin, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) returning id`,
  { id: int },
)
const updateWine = statement(
  'wines.update',
  `update wines set name = $1, color = $2, country = $3, region = $4, appellation = $5, ranking = $6, description = $7, vintage = $8,
     alcohol = $9, lwin = $10, updated_at = $11 where id = $12`,
  {},
)
const lockWine = statement(
  'wines.lock',
  'select merged_into_id as "mergedIntoId" from wines where id = $1 for no key update',
  { mergedIntoId: orNull(int) },
)
// Two who write down the same wine at once take turns, so that the second sees the first.
const takeTurnByName = statement(
  'wines.turn-by-name',
  `select pg_advisory_xact_lock(hashtextextended('wine ' || plain_words($1), $2::bigint))::text as turn`,
  { turn: text },
)
const isSame = (alias: string) => `${alias}.vintage = $2 and plain_words(${alias}.name) = plain_words($1)
  and ${alias}.color_words = plain_words($3) and plain_words(${alias}.appellation) = plain_words($4)`
// A wine that is the other's equal already, and was let in as such, can be written again.
const sameWine = statement(
  'wines.same',
  `select min(w.id) as id from wines w where ${isSame('w')} and w.merged_into_id is null and w.id is distinct from $5::bigint
     and not exists (select from wines own where own.id = $5 and ${isSame('own')})`,
  { id: orNull(int) },
)

export async function createWine(
  deps: Deps,
  given: WineRecord,
  { duplicateOk }: DuplicateChoice,
): Promise<CountedWine> {
  const wine = checkedWine(given)
  return deps.db.transaction(async (db) => {
    if (!duplicateOk) await refuseDuplicate(db, wine, null)
    const made = await db.row(insertWine, [...valuesOf(wine), deps.now()])
    if (!made) throw new Error('The wine was not written')
    return getWine(db, made.id)
  })
}

/** Puts a record in the place of the one that is there. */
export async function editWine(
  deps: Deps,
  id: number,
  given: WineRecord,
  { duplicateOk }: DuplicateChoice,
): Promise<CountedWine> {
  const wine = checkedWine(given)
  return deps.db.transaction(async (db) => {
    const present = await db.row(lockWine, [id])
    if (!present) throw notFound()
    if (present.mergedIntoId !== null)
      throw new WorkRefusal(
        'step_not_possible',
        `Wine ${id} was merged into wine ${present.mergedIntoId}; edit that one.`,
      )
    if (!duplicateOk) await refuseDuplicate(db, wine, id)
    await db.run(updateWine, [...valuesOf(wine), deps.now(), id])
    return getWine(db, id)
  })
}

async function refuseDuplicate(db: Database, wine: WineRecord, ownId: number | null): Promise<void> {
  const { name, vintage, color, appellation } = wine
  await db.run(takeTurnByName, [name, vintage])
  const other = await db.row(sameWine, [name, vintage, color, appellation, ownId])
  if (!other || other.id === null) return
  throw new WorkRefusal(
    'already_exists',
    `Wine ${other.id} has the same name, vintage, color and appellation. Use it, or send duplicate_ok if they differ nevertheless.`,
    [{ field: 'name', message: `is that of wine ${other.id}` }],
  )
}

function checkedWine(given: WineRecord): WineRecord {
  const { vintage, alcohol } = given
  const fields: InvalidField[] = []
  if (vintage !== 0 && (vintage < 1700 || vintage > 2200))
    fields.push({
      field: 'vintage',
      message: 'must be a year from 1700 to 2200, or 0 for a wine without one',
    })
  if (Math.round(alcohol * 100) / 100 !== alcohol)
    fields.push({ field: 'alcohol', message: 'must have at most two decimal places' })
  if (fields.length > 0) throw refuse({ code: 'fields_invalid', fields })
  return {
    name: given.name.trim(),
    color: given.color.trim(),
    country: given.country.trim(),
    region: given.region.trim(),
    appellation: given.appellation.trim(),
    ranking: given.ranking?.trim() || null,
    description: given.description?.trim() || null,
    vintage,
    alcohol,
    lwin: given.lwin,
  }
}

const valuesOf = (wine: WineRecord) => [
  wine.name,
  wine.color,
  wine.country,
  wine.region,
  wine.appellation,
  wine.ranking,
  wine.description,
  wine.vintage,
  wine.alcohol,
  wine.lwin,
]

import pg from 'pg'
import type { Database } from '../../db/database.ts'
import { bool, instant, int, statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../problems.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { getLocation, type ListedLocation } from './location-list.ts'
import { requireWarehouse } from './warehouse-reads.ts'

const insertLocations = statement(
  'locations.insert',
  `insert into locations (warehouse_id, code, created_at)
   select $1, given.code, $3 from unnest($2::text[]) with ordinality as given (code, position) order by given.position
   on conflict (warehouse_id, code) do nothing
   returning id, code, created_at as "createdAt"`,
  { id: int, code: text, createdAt: instant },
)
// Stronger than the lock of those who put bottles there: they and whoever closes the location take turns.
const lockLocation = statement(
  'locations.lock',
  'select code from locations where warehouse_id = $1 and id = $2 for update',
  { code: text },
)
const updateLocation = statement(
  'locations.update',
  `update locations set code = $3, deactivated_at = case when $4::boolean then null else coalesce(deactivated_at, $5) end
   where warehouse_id = $1 and id = $2`,
  {},
)
const deleteRow = statement(
  'locations.delete',
  'delete from locations where warehouse_id = $1 and id = $2',
  {},
)
// Bottles lie there, will lie there when a putaway that was counted is validated, or are being counted.
const locationUse = statement(
  'locations.use',
  `select exists (select from bottles where location_id = $1 and state = 'stored') as "hasBottles",
     exists (
       select from putaways p join putaway_counts c on c.account_id = p.account_id and c.putaway_id = p.id
       where p.status = 'arrived' and c.location_id = $1) as "isExpecting",
     exists (select from counts where location_id = $1 and state = 'open') as "isCounted"`,
  { hasBottles: bool, isExpecting: bool, isCounted: bool },
)

/** Makes all of them or none; a code that is there already is named. */
export function createLocations(
  deps: Deps,
  warehouseId: number,
  codes: readonly string[],
): Promise<ListedLocation[]> {
  const wanted = [...new Set(codes)]
  return deps.db.transaction(async (db) => {
    await requireWarehouse(db, warehouseId)
    const made = await db.rows(insertLocations, [warehouseId, wanted, deps.now()])
    const madeCodes = new Set(made.map(({ code }) => code))
    const taken = wanted.filter((code) => !madeCodes.has(code))
    if (taken.length > 0) throw codesTaken(taken)
    return made.map((location) => ({ ...location, isActive: true, bottles: 0 }))
  })
}

export type LocationRecord = { code: string; isActive: boolean }

/** Renames a location, takes it out of use, or takes it into use again. */
export function editLocation(
  deps: Deps,
  warehouseId: number,
  id: number,
  { code, isActive }: LocationRecord,
): Promise<ListedLocation> {
  return deps.db.transaction(async (db) => {
    if (!isActive) await lockEmpty(db, warehouseId, id)
    const values = [warehouseId, id, code, isActive, deps.now()]
    const written = await db.run(updateLocation, values).catch((error: unknown) => {
      const isTaken = error instanceof pg.DatabaseError && error.code === '23505'
      throw isTaken ? codesTaken([code]) : error
    })
    if (written === 0) throw notFound()
    return getLocation(db, warehouseId, id)
  })
}

/** Deletes a location where no bottle has ever been. */
export function deleteLocation(deps: Deps, warehouseId: number, id: number): Promise<string> {
  return deps.db.transaction(async (db) => {
    const code = await lockEmpty(db, warehouseId, id)
    await db.run(deleteRow, [warehouseId, id]).catch((error: unknown) => {
      const isReferred = error instanceof pg.DatabaseError && error.code === '23503'
      throw isReferred
        ? new WorkRefusal(
            'in_use',
            `The history of bottles names the location ${code}, so it stays; deactivate it instead.`,
          )
        : error
    })
    return code
  })
}

/** Refuses before and after the lock: orders of bottles that lie there would have to wait for it. */
async function lockEmpty(db: Database, warehouseId: number, id: number): Promise<string> {
  const { code } = await getLocation(db, warehouseId, id)
  await refuseUsed(db, id, code)
  if (!(await db.row(lockLocation, [warehouseId, id]))) throw notFound()
  await refuseUsed(db, id, code)
  return code
}

async function refuseUsed(db: Database, id: number, code: string): Promise<void> {
  const use = await db.row(locationUse, [id])
  const inUse = (why: string) => new WorkRefusal('in_use', `The location ${code} ${why}`)
  if (use?.hasBottles) throw inUse('holds bottles; move them first.')
  if (use?.isExpecting)
    throw inUse('is where a putaway was counted; validate the putaway and move its bottles first.')
  if (use?.isCounted) throw inUse('is being counted; post or cancel the count first.')
}

const codesTaken = (codes: readonly string[]) =>
  new WorkRefusal(
    'already_exists',
    codes.length === 1
      ? `The warehouse has a location ${codes[0]} already; choose another code.`
      : `The warehouse has ${codes.length} of these locations already, ${codes[0]} first; nothing was made.`,
    codes.slice(0, 20).map((code) => ({ field: 'codes', message: `${code} is taken` })),
  )

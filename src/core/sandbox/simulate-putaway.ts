import type { Database } from '../../db/database.ts'
import { int, statement, text } from '../../db/statement.ts'
import type { Goods } from '../catalogue/goods.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../in-transaction.ts'
import { notFound } from '../problems.ts'
import { announcePutaway, type NewPutaway } from '../putaways/announce-putaway.ts'
import { arrivePutaway } from '../putaways/arrive-putaway.ts'
import type { CountLine } from '../putaways/count-putaway.ts'
import { countBottles } from '../putaways/putaway.ts'
import { getPutawayDetail } from '../putaways/putaway-detail-reads.ts'
import { findPutaway, type Putaway } from '../putaways/putaway-reads.ts'
import { refusePutaway } from '../putaways/refuse-putaway.ts'
import { validatePutaway } from '../putaways/validate-putaway.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { sandboxStaff } from './sandbox-staff.ts'

/** What came of one kind of bottle, whole and broken. */
export type CameLine = Goods & { quantity: number; broken: number }

// Where the account has most of its bottles; any warehouse will do for the first ones.
const usualWarehouse = statement(
  'sandboxes.usual-warehouse',
  `with held as (
     select warehouse_id, count(*) as bottles from bottles where account_id = $1 and state = 'stored' group by warehouse_id
   )
   select w.id from warehouses w left join held on held.warehouse_id = w.id
   where exists (select from locations l where l.warehouse_id = w.id and l.deactivated_at is null)
   order by held.bottles desc nulls last, w.id limit 1`,
  { id: int },
)
const firstLocation = statement(
  'sandboxes.first-location',
  `select code from locations where warehouse_id = $1 and deactivated_at is null order by code collate "C" limit 1`,
  { code: text },
)

const bottlesPerParcel = 6

export type OwnPutaway = Omit<NewPutaway, 'accountId' | 'warehouseId'> & { warehouseId: number | null }

export const announceOwn = (deps: Deps, accountId: number, putaway: OwnPutaway): Promise<Putaway> =>
  inTransaction(deps, async (within) => {
    const warehouseId = putaway.warehouseId ?? (await getUsualWarehouse(within.db, accountId))
    const { id } = await announcePutaway(within, sandboxStaff, { ...putaway, accountId, warehouseId })
    return getOwn(within.db, accountId, id)
  })

export const arriveOwn = (deps: Deps, accountId: number, id: number): Promise<Putaway> =>
  inTransaction(deps, async (within) => {
    const { lines } = await getOwn(within.db, accountId, id)
    const parcels = Math.max(1, Math.ceil(countBottles(lines) / bottlesPerParcel))
    const arrival = { receivedBy: null, arrivedAt: null, parcels, remarks: '' }
    await arrivePutaway(within, sandboxStaff, id, arrival)
    return getOwn(within.db, accountId, id)
  })

/** Takes into stock what came: as it is told, or was counted before, or as it was announced. */
export const validateOwn = (
  deps: Deps,
  accountId: number,
  id: number,
  came: readonly CameLine[] | null,
): Promise<Putaway> =>
  inTransaction(deps, async (within) => {
    await getOwn(within.db, accountId, id)
    await validatePutaway(within, sandboxStaff, id, await countOf(within.db, accountId, id, came))
    return getOwn(within.db, accountId, id)
  })

export const refuseOwn = (deps: Deps, accountId: number, id: number, reason: string): Promise<Putaway> =>
  inTransaction(deps, async (within) => {
    await getOwn(within.db, accountId, id)
    await refusePutaway(within, sandboxStaff, id, reason)
    return getOwn(within.db, accountId, id)
  })

/** The operator's people name a putaway by its number alone; an owner has only their own. */
async function getOwn(db: Database, accountId: number, id: number): Promise<Putaway> {
  const putaway = await findPutaway(db, accountId, id)
  if (!putaway) throw notFound()
  return putaway
}

async function getUsualWarehouse(db: Database, accountId: number): Promise<number> {
  const found = await db.row(usualWarehouse, [accountId])
  if (!found)
    throw new WorkRefusal('step_not_possible', 'No warehouse has a location in use, so nothing can come in.')
  return found.id
}

/** All of it at one place. Null leaves it to what was counted before, or to the verb to say that it is too early. */
async function countOf(
  db: Database,
  accountId: number,
  id: number,
  came: readonly CameLine[] | null,
): Promise<CountLine[] | null> {
  const { status, isCounted, lines, warehouse } = await getPutawayDetail(db, accountId, id)
  if (status !== 'arrived' || (isCounted && !came)) return null
  const place = await db.row(firstLocation, [warehouse.id])
  if (!place)
    throw new WorkRefusal(
      'step_not_possible',
      `The warehouse ${warehouse.name} has no location in use to put the bottles.`,
    )
  const all = came ?? lines.map(({ announced, ...line }) => ({ ...line, quantity: announced, broken: 0 }))
  return all.map(({ wineId, formatMl, boxCode, quantity, broken }) => ({
    ...{ wineId, formatMl, boxCode, broken },
    received: quantity > 0 ? [{ location: place.code, quantity }] : [],
  }))
}

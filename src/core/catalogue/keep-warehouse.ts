import pg from 'pg'
import type { Database } from '../../db/database.ts'
import { int, statement } from '../../db/statement.ts'
import { isZipcodeOf } from '../addresses/zipcode.ts'
import type { Deps } from '../deps.ts'
import { invalidField, notFound } from '../problems.ts'
import { WorkRefusal } from '../work-refusal.ts'
import type { Warehouse } from './warehouse.ts'
import { getWarehouse, type KeptWarehouse } from './warehouse-reads.ts'
import {
  handovers,
  type OpeningHours,
  refuseMuddledTimes,
  type Slots,
  usualHours,
  usualSlots,
  weekdays,
} from './warehouse-times.ts'

export type WarehouseRecord = Omit<Warehouse, 'id'> & { openingHours: OpeningHours; slots: Slots }
/** Times that are left out are the usual ones. */
export type NewWarehouse = Omit<Warehouse, 'id'> & { openingHours?: OpeningHours; slots?: Slots }

const insertWarehouse = statement(
  'warehouses.insert',
  `insert into warehouses (name, public_name, street1, street2, city, zipcode, country, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
  { id: int },
)
const updateWarehouse = statement(
  'warehouses.update',
  `update warehouses set name = $1, public_name = $2, street1 = $3, street2 = $4, city = $5, zipcode = $6, country = $7
   where id = $8`,
  {},
)
const deleteHours = statement(
  'warehouse-hours.delete',
  'delete from warehouse_hours where warehouse_id = $1',
  {},
)
const insertHours = statement(
  'warehouse-hours.insert',
  `insert into warehouse_hours (warehouse_id, weekday, opens, closes)
   select $1, * from unnest($2::smallint[], $3::time[], $4::time[])`,
  {},
)
const deleteSlots = statement(
  'warehouse-slots.delete',
  'delete from warehouse_slots where warehouse_id = $1',
  {},
)
const insertSlots = statement(
  'warehouse-slots.insert',
  `insert into warehouse_slots (warehouse_id, handover, position, starts, ends)
   select $1, * from unnest($2::text[], $3::smallint[], $4::time[], $5::time[])`,
  {},
)

export async function createWarehouse(deps: Deps, given: NewWarehouse): Promise<KeptWarehouse> {
  const { openingHours = usualHours, slots = usualSlots } = given
  const warehouse = checkedWarehouse({ ...given, openingHours, slots })
  return deps.db.transaction(async (db) => {
    const made = await db.row(insertWarehouse, [...valuesOf(warehouse), deps.now()]).catch(refuseTakenName)
    if (!made) throw new Error('The warehouse was not written')
    await writeTimes(db, made.id, warehouse)
    return getWarehouse(db, made.id)
  })
}

/** Puts a record in the place of the one that is there, its times too. */
export async function editWarehouse(deps: Deps, id: number, given: WarehouseRecord): Promise<KeptWarehouse> {
  const warehouse = checkedWarehouse(given)
  return deps.db.transaction(async (db) => {
    // The row is written first, so that two who edit it take turns.
    const written = await db.run(updateWarehouse, [...valuesOf(warehouse), id]).catch(refuseTakenName)
    if (written === 0) throw notFound()
    await writeTimes(db, id, warehouse)
    return getWarehouse(db, id)
  })
}

async function writeTimes(
  db: Database,
  warehouseId: number,
  { openingHours, slots }: Pick<WarehouseRecord, 'openingHours' | 'slots'>,
): Promise<void> {
  const hours = weekdays.flatMap((day, index) =>
    openingHours[day].map((span) => ({ ...span, weekday: index + 1 })),
  )
  const ranked = handovers.flatMap((handover) =>
    slots[handover].map((span, index) => ({ ...span, handover, position: index + 1 })),
  )
  await db.run(deleteHours, [warehouseId])
  await db.run(insertHours, [
    warehouseId,
    hours.map(({ weekday }) => weekday),
    hours.map(({ start }) => start),
    hours.map(({ end }) => end),
  ])
  await db.run(deleteSlots, [warehouseId])
  await db.run(insertSlots, [
    warehouseId,
    ranked.map(({ handover }) => handover),
    ranked.map(({ position }) => position),
    ranked.map(({ start }) => start),
    ranked.map(({ end }) => end),
  ])
}

function checkedWarehouse(given: WarehouseRecord): WarehouseRecord {
  if (!isZipcodeOf(given.country, given.zipcode))
    throw invalidField('zipcode', 'must be five digits for an address in France')
  refuseMuddledTimes(given.openingHours, given.slots)
  return {
    ...given,
    name: given.name.trim(),
    publicName: given.publicName.trim(),
    street1: given.street1.trim(),
    street2: given.street2.trim(),
    city: given.city.trim(),
    zipcode: given.zipcode.trim(),
  }
}

const valuesOf = (given: WarehouseRecord) => [
  given.name,
  given.publicName,
  given.street1,
  given.street2,
  given.city,
  given.zipcode,
  given.country,
]

function refuseTakenName(error: unknown): never {
  if (!(error instanceof pg.DatabaseError) || error.constraint !== 'warehouses_name_key') throw error
  throw new WorkRefusal('already_exists', 'Another warehouse has this name; choose another name.', [
    { field: 'name', message: 'is taken' },
  ])
}

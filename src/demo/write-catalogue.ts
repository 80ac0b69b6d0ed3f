import { handovers, usualHours, usualSlots, weekdays } from '../core/catalogue/warehouse-times.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { bulkInsert, reserveIds } from './bulk-insert.ts'
import { at, workingDayFrom } from './demo-calendar.ts'
import type { DemoWine } from './demo-records.ts'
import type { DemoWorld } from './demo-world.ts'
import { boxes, type DemoLocation, type DemoWarehouse } from './places.ts'

const insertWines = bulkInsert('wines', [
  'id',
  'name',
  'color',
  'country',
  'region',
  'appellation',
  'ranking',
  'description',
  'vintage',
  'alcohol',
  'created_at',
  'updated_at',
])
const insertWarehouses = bulkInsert('warehouses', [
  'id',
  'name',
  'public_name',
  'street1',
  'street2',
  'city',
  'zipcode',
  'country',
  'created_at',
])
const insertHours = bulkInsert('warehouse_hours', ['warehouse_id', 'weekday', 'opens', 'closes'])
const insertSlots = bulkInsert('warehouse_slots', ['warehouse_id', 'handover', 'position', 'starts', 'ends'])
const insertLocations = bulkInsert('locations', ['id', 'warehouse_id', 'code', 'created_at'])
// A warehouse may know a packing already.
const insertBoxCodes = statement(
  'demo.insert-box-codes',
  `insert into box_codes (code, bottle_count, label)
   select code, bottle_count, label from jsonb_populate_recordset(null::box_codes, $1)
   on conflict (code) do nothing`,
  {},
)

export type CatalogueIds = {
  wine: (wine: DemoWine) => number
  warehouse: (warehouse: DemoWarehouse) => number
  location: (location: DemoLocation) => number
}

export async function writeCatalogue(db: Database, world: DemoWorld): Promise<CatalogueIds> {
  const warehouses = Object.values(world.warehouses)
  const locations = warehouses.flatMap((warehouse) => warehouse.locations)
  const ids: CatalogueIds = {
    wine: await reserveIds(db, 'wines', world.wines),
    warehouse: await reserveIds(db, 'warehouses', warehouses),
    location: await reserveIds(db, 'locations', locations),
  }
  const opened = at(workingDayFrom(world.today.subtract({ months: 39 })), 8)
  await insertWines(
    db,
    world.wines.map((wine) => ({
      id: ids.wine(wine),
      name: wine.name,
      color: wine.color,
      country: wine.country,
      region: wine.region,
      appellation: wine.appellation,
      ranking: wine.ranking,
      description: wine.description,
      vintage: wine.vintage,
      alcohol: wine.alcohol,
      created_at: wine.createdAt,
      updated_at: wine.createdAt,
    })),
  )
  await insertWarehouses(
    db,
    warehouses.map((warehouse) => ({
      id: ids.warehouse(warehouse),
      name: warehouse.name,
      public_name: warehouse.publicName,
      street1: warehouse.street1,
      street2: warehouse.street2,
      city: warehouse.city,
      zipcode: warehouse.zipcode,
      country: warehouse.country,
      created_at: opened,
    })),
  )
  await writeTimes(
    db,
    warehouses.map((warehouse) => ids.warehouse(warehouse)),
  )
  await insertLocations(
    db,
    locations.map((location) => ({
      id: ids.location(location),
      warehouse_id: ids.warehouse(location.warehouse),
      code: location.code,
      created_at: opened,
    })),
  )
  const boxRows = Object.entries(boxes).map(([code, box]) => ({
    code,
    bottle_count: box.bottleCount,
    label: box.label,
  }))
  await db.run(insertBoxCodes, [JSON.stringify(boxRows)])
  return ids
}

/** Every warehouse keeps the usual hours. */
async function writeTimes(db: Database, warehouseIds: readonly number[]): Promise<void> {
  const hours = weekdays.flatMap((day, index) =>
    usualHours[day].map(({ start, end }) => ({ weekday: index + 1, opens: start, closes: end })),
  )
  const slots = handovers.flatMap((handover) =>
    usualSlots[handover].map(({ start, end }, index) => ({
      handover,
      position: index + 1,
      starts: start,
      ends: end,
    })),
  )
  const ofEach = <T>(rows: readonly T[]) =>
    warehouseIds.flatMap((id) => rows.map((row) => ({ warehouse_id: id, ...row })))
  await insertHours(db, ofEach(hours))
  await insertSlots(db, ofEach(slots))
}

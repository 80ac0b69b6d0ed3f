import type { Database } from '../../db/database.ts'
import { int, orNull, statement, text } from '../../db/statement.ts'
import { createWarehouse } from '../catalogue/keep-warehouse.ts'
import type { Deps } from '../deps.ts'
import { takeTurnAtMakingWines } from '../imports/find-wines.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { realTime } from './account-clock.ts'
import { keyOfWine, type ScenarioCellar, type ScenarioWine } from './scenario-cellar.ts'
import { scenarioBoxes, scenarioWarehouses, shelfCodes, type WarehouseKey } from './scenario-places.ts'

/** Where the catalogue, which all accounts share, has the wines and places of a scenario. */
export type CatalogueIds = {
  wineId: (wine: ScenarioWine) => number
  placeOf: (warehouse: WarehouseKey, shelf: number) => ScenarioPlace
}
export type ScenarioPlace = { warehouseId: number; locationId: number; code: string }

// The name of a wine that was merged goes on to lead to the one it was merged into, as its number does.
const findWines = statement(
  'scenario-wines.find',
  `with wanted as materialized (
     select position, plain_words(name) as name, vintage, plain_words(color) as color, plain_words(appellation) as appellation
     from unnest($1::text[], $2::int[], $3::text[], $4::text[]) with ordinality
       as given (name, vintage, color, appellation, position)
   )
   select coalesce((
       select min(w.id) from wines w
       where w.vintage = wanted.vintage and plain_words(w.name) = wanted.name and w.merged_into_id is null
         and w.color_words = wanted.color and plain_words(w.appellation) = wanted.appellation), (
       select min(w.merged_into_id) from wines w
       where w.merged_into_id is not null and w.vintage = wanted.vintage and plain_words(w.name) = wanted.name
         and w.color_words = wanted.color and plain_words(w.appellation) = wanted.appellation)) as id
   from wanted order by position`,
  { id: orNull(int) },
)
const makeWines = statement(
  'scenario-wines.make',
  `insert into wines (name, vintage, color, appellation, country, region, ranking, alcohol, created_at, updated_at)
   select given.*, $9, $9
   from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::numeric[]) as given`,
  {},
)
const makeBoxes = statement(
  'scenario-boxes.make',
  `insert into box_codes (code, bottle_count, label) select * from unnest($1::text[], $2::int[], $3::text[])
   on conflict (code) do nothing`,
  {},
)
const findWarehouse = statement('scenario-warehouses.find', 'select id from warehouses where name = $1', {
  id: int,
})
const makeLocations = statement(
  'scenario-locations.make',
  `insert into locations (warehouse_id, code, created_at) select $1, code, $3 from unnest($2::text[]) code
   where not exists (select from locations known where known.warehouse_id = $1 and known.code = code.code)
   on conflict (warehouse_id, code) do nothing`,
  {},
)
const findLocations = statement(
  'scenario-locations.find',
  `select id, code from locations
   where warehouse_id = $1 and code = any($2::text[]) and deactivated_at is null order by code collate "C"`,
  { id: int, code: text },
)

/** Finds what the scenario needs by its names, and makes what is not there. Nothing that is there is changed. */
export async function findOrMakeCatalogue(deps: Deps, cellar: ScenarioCellar): Promise<CatalogueIds> {
  const goods = [...cellar.stock, ...cellar.putaways.flatMap(({ lines }) => lines)]
  const wines = [...new Map(goods.map(({ wine }) => [keyOfWine(wine), wine])).values()]
  const keys = new Set([...cellar.stock, ...cellar.putaways].map(({ warehouse }) => warehouse))
  const wineIds = await findOrMakeWines(deps, wines)
  if (goods.some(({ packing }) => packing !== '')) await makeMissingBoxes(deps.db)
  const places = new Map<WarehouseKey, ScenarioPlace[]>()
  for (const key of keys) places.set(key, await findOrMakePlaces(deps, key))
  return {
    wineId: (wine) => wineIds.get(keyOfWine(wine)) ?? 0,
    placeOf: (warehouse, shelf) => {
      const shelves = places.get(warehouse) ?? []
      const place = shelves[shelf % shelves.length]
      if (!place) throw new Error(`The scenario keeps nothing in ${warehouse}`)
      return place
    },
  }
}

async function findOrMakeWines(deps: Deps, wines: readonly ScenarioWine[]): Promise<Map<string, number>> {
  const find = async () => {
    const rows = await deps.db.rows(findWines, naturalKeys(wines))
    return new Map(wines.map((wine, index) => [keyOfWine(wine), rows[index]?.id ?? null]))
  }
  let found = await find()
  if ([...found.values()].includes(null)) {
    // Somebody else may be about to make the same.
    await takeTurnAtMakingWines(deps.db)
    found = await find()
    const missing = wines.filter((wine) => found.get(keyOfWine(wine)) === null)
    await deps.db.run(makeWines, [
      ...naturalKeys(missing),
      missing.map(({ country }) => country),
      missing.map(({ region }) => region),
      missing.map(({ ranking }) => ranking),
      missing.map(({ alcohol }) => alcohol),
      realTime(deps),
    ])
    found = await find()
  }
  return new Map([...found].map(([key, id]) => [key, id ?? 0]))
}

const naturalKeys = (wines: readonly ScenarioWine[]) => [
  wines.map(({ name }) => name),
  wines.map(({ vintage }) => vintage),
  wines.map(({ color }) => color),
  wines.map(({ appellation }) => appellation),
]

function makeMissingBoxes(db: Database): Promise<number> {
  const boxes = Object.values(scenarioBoxes)
  return db.run(makeBoxes, [
    Object.keys(scenarioBoxes),
    boxes.map(({ bottleCount }) => bottleCount),
    boxes.map(({ label }) => label),
  ])
}

/** A place that the operator has taken out of use stays so: the next one of the warehouse takes its bottles. */
async function findOrMakePlaces(deps: Deps, key: WarehouseKey): Promise<ScenarioPlace[]> {
  const { db } = deps
  const warehouseId = await findOrMakeWarehouse(deps, key)
  await db.run(makeLocations, [warehouseId, shelfCodes, realTime(deps)])
  const places = await db.rows(findLocations, [warehouseId, shelfCodes])
  if (places.length === 0)
    throw new WorkRefusal(
      'step_not_possible',
      `Every place that scenarios use in the warehouse ${scenarioWarehouses[key].name} is out of use. Ask the operator to take one of them into use again, such as ${shelfCodes[0]}.`,
    )
  return places.map(({ id, code }) => ({ warehouseId, locationId: id, code }))
}

async function findOrMakeWarehouse(deps: Deps, key: WarehouseKey): Promise<number> {
  const warehouse = scenarioWarehouses[key]
  const find = () => deps.db.row(findWarehouse, [warehouse.name])
  const known = await find()
  if (known) return known.id
  await takeTurnAtMakingWines(deps.db)
  const made = (await find()) ?? (await createWarehouse({ ...deps, now: () => realTime(deps) }, warehouse))
  return made.id
}

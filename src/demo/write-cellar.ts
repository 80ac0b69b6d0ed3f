import type { Database } from '../db/database.ts'
import { bulkInsert, reserveIds } from './bulk-insert.ts'
import type { DemoOrder, DemoPutaway } from './demo-records.ts'
import type { DemoWorld } from './demo-world.ts'
import { operator } from './people.ts'
import type { CatalogueIds } from './write-catalogue.ts'
import type { AccountId } from './write-orders.ts'

const insertPutaways = bulkInsert('putaways', [
  'account_id',
  'id',
  'warehouse_id',
  'status',
  'shipper',
  'reference',
  'expected_on',
  'arrived_at',
  'received_by',
  'parcels',
  'remarks',
  'validated_at',
  'created_at',
  'updated_at',
])
const insertPutawaySteps = bulkInsert('putaway_steps', [
  'account_id',
  'id',
  'putaway_id',
  'step',
  'staff_name',
  'created_at',
])
const insertPutawayLines = bulkInsert('putaway_lines', [
  'account_id',
  'putaway_id',
  'wine_id',
  'format_ml',
  'box_code',
  'announced',
  'received',
])
const insertBottles = bulkInsert('bottles', [
  'account_id',
  'id',
  'wine_id',
  'format_ml',
  'box_code',
  'detail',
  'state',
  'warehouse_id',
  'location_id',
  'order_id',
  'putaway_id',
  'stored_at',
  'created_at',
  'updated_at',
])
const insertMoves = bulkInsert('stock_moves', [
  'account_id',
  'bottle_id',
  'kind',
  'wine_id',
  'format_ml',
  'from_location_id',
  'to_location_id',
  'order_id',
  'putaway_id',
  'comment',
  'created_at',
])

export type CellarIds = CatalogueIds & {
  account: AccountId
  order: (order: DemoOrder) => number
}

/** Putaways, bottles and their whole history, ids in the order of time. */
export async function writeCellar(db: Database, world: DemoWorld, ids: CellarIds): Promise<void> {
  const putawayId = await writePutaways(db, world, ids)
  const { bottles, moves } = world.ledger.inChronologicalOrder()
  const bottleId = await reserveIds(db, 'bottles', bottles)
  await insertBottles(
    db,
    bottles.map((bottle) => ({
      account_id: ids.account(bottle.owner),
      id: bottleId(bottle),
      wine_id: ids.wine(bottle.wine),
      format_ml: bottle.formatMl,
      box_code: bottle.packing,
      detail: bottle.detail,
      state: bottle.state,
      warehouse_id: bottle.location && ids.warehouse(bottle.location.warehouse),
      location_id: bottle.location && ids.location(bottle.location),
      order_id: bottle.order && ids.order(bottle.order),
      putaway_id: bottle.putaway && putawayId(bottle.putaway),
      stored_at: bottle.storedAt,
      created_at: bottle.createdAt,
      updated_at: bottle.updatedAt,
    })),
  )
  await insertMoves(
    db,
    moves.map(({ bottle, ...move }) => ({
      account_id: ids.account(bottle.owner),
      bottle_id: bottleId(bottle),
      kind: move.kind,
      wine_id: ids.wine(bottle.wine),
      format_ml: bottle.formatMl,
      from_location_id: move.from && ids.location(move.from),
      to_location_id: move.to && ids.location(move.to),
      order_id: move.order && ids.order(move.order),
      putaway_id: move.putaway && putawayId(move.putaway),
      comment: move.comment,
      created_at: move.at,
    })),
  )
}

async function writePutaways(db: Database, world: DemoWorld, ids: CellarIds) {
  const putaways = world.putaways.toSorted(
    (one, other) => one.createdAt.getTime() - other.createdAt.getTime(),
  )
  const putawayId = await reserveIds<DemoPutaway>(db, 'putaways', putaways)
  await insertPutaways(
    db,
    putaways.map((putaway) => ({
      account_id: ids.account(putaway.owner),
      id: putawayId(putaway),
      warehouse_id: ids.warehouse(putaway.warehouse),
      status: putaway.status,
      shipper: putaway.shipper,
      reference: putaway.reference,
      expected_on: putaway.expectedOn.toString(),
      arrived_at: putaway.arrivedAt,
      received_by: putaway.arrivedAt && operatorName,
      parcels: putaway.arrivedAt && parcelsOf(putaway),
      remarks: '',
      validated_at: putaway.validatedAt,
      created_at: putaway.createdAt,
      updated_at: putaway.updatedAt,
    })),
  )
  const lines = putaways.flatMap((putaway) =>
    putaway.lines.map((line) => ({
      account_id: ids.account(putaway.owner),
      putaway_id: putawayId(putaway),
      wine_id: ids.wine(line.wine),
      format_ml: line.formatMl,
      box_code: line.packing,
      announced: line.quantity,
      received: line.received,
    })),
  )
  await insertPutawayLines(db, lines)
  const steps = putaways.flatMap((putaway) => stepsOf(putaway).map((step) => ({ putaway, ...step })))
  const stepId = await reserveIds(db, 'putaway_steps', steps)
  await insertPutawaySteps(
    db,
    steps.map((taken) => ({
      account_id: ids.account(taken.putaway.owner),
      id: stepId(taken),
      putaway_id: putawayId(taken.putaway),
      step: taken.step,
      staff_name: operatorName,
      created_at: taken.at,
    })),
  )
  return putawayId
}

const operatorName = `${operator.firstName} ${operator.lastName}`
const bottlesPerParcel = 6
const parcelsOf = ({ lines }: DemoPutaway): number =>
  Math.ceil(lines.reduce((sum, { quantity }) => sum + quantity, 0) / bottlesPerParcel)

function stepsOf({ status, createdAt, arrivedAt, validatedAt, updatedAt }: DemoPutaway) {
  return [
    { step: 'announced', at: createdAt },
    ...(arrivedAt ? [{ step: 'arrived', at: arrivedAt }] : []),
    ...(validatedAt ? [{ step: 'validated', at: validatedAt }] : []),
    ...(status === 'refused' ? [{ step: 'refused', at: updatedAt }] : []),
  ]
}

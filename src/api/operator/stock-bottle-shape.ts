import Type, { type Static } from 'typebox'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import { bottleCode } from '../../core/preparation/read-scan.ts'
import type { BottleLife, LedgerRow } from '../../core/stock/bottle-life.ts'
import { OrNull } from '../shared/schemas.ts'
import { fromGoods, goodsShape } from './goods.ts'

const Name = OrNull(Type.String())
const RowShape = Type.Object({
  id: Type.Integer(),
  kind: Type.String(),
  from_warehouse: Name,
  from_location: Name,
  to_warehouse: Name,
  to_location: Name,
  order_id: OrNull(Type.Integer()),
  putaway_id: OrNull(Type.Integer()),
  comment: Type.String(),
  created_at: Type.String(),
})
export const BottleShape = Type.Object({
  id: Type.Integer(),
  code: Type.String(),
  ...goodsShape,
  wine: Type.String(),
  vintage: Type.Integer(),
  detail: Name,
  state: Type.String({ description: 'announced, stored or gone' }),
  warehouse_id: OrNull(Type.Integer()),
  warehouse: Name,
  location: Name,
  order_id: OrNull(Type.Integer()),
  putaway_id: OrNull(Type.Integer()),
  picked_at: Name,
  stored_at: Name,
  created_at: Type.String(),
  moves: Type.Array(RowShape),
})

const timestampOrNull = (moment: Date | null) => moment && parisTimestamp(moment)

const fromRow = (row: LedgerRow): Static<typeof RowShape> => ({
  id: row.id,
  kind: row.kind,
  from_warehouse: row.fromWarehouse,
  from_location: row.fromLocation,
  to_warehouse: row.toWarehouse,
  to_location: row.toLocation,
  order_id: row.orderId,
  putaway_id: row.putawayId,
  comment: row.comment,
  created_at: parisTimestamp(row.createdAt),
})

export const fromBottleLife = (bottle: BottleLife): Static<typeof BottleShape> => ({
  id: bottle.id,
  code: bottleCode(bottle.id),
  ...fromGoods(bottle),
  wine: bottle.wine.name,
  vintage: bottle.wine.vintage,
  detail: bottle.detail,
  state: bottle.state,
  warehouse_id: bottle.warehouseId,
  warehouse: bottle.warehouseName,
  location: bottle.location,
  order_id: bottle.orderId,
  putaway_id: bottle.putawayId,
  picked_at: timestampOrNull(bottle.pickedAt),
  stored_at: timestampOrNull(bottle.storedAt),
  created_at: parisTimestamp(bottle.createdAt),
  moves: bottle.moves.map(fromRow),
})

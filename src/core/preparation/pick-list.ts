import type { Database } from '../../db/database.ts'
import { int, json, type Row, statement, text } from '../../db/statement.ts'
import { formatLitres } from '../catalogue/format.ts'
import type { Goods } from '../catalogue/goods.ts'
import { getOrderOwner } from '../orders/order-owner.ts'
import { isPicked } from '../orders/order-summary.ts'
import { type Progress, readProgress } from './pick-writes.ts'
import { refuseSplit } from './split-orders.ts'

const stopRow = {
  locationCode: text,
  wineId: int,
  wineName: text,
  vintage: int,
  formatMl: int,
  boxCode: text,
  boxSize: int,
  bottleIds: json<number[]>(),
}
/** Equal bottles of one order that lie at one place and are still to be taken from it. */
export type PickStop = Row<typeof stopRow>

// Codes are compared letter by letter, so that the way through the shelves is the same on every server.
const stopsOfOrder = statement(
  'picks.stops',
  `select l.code as "locationCode", b.wine_id as "wineId", w.name as "wineName", w.vintage, b.format_ml as "formatMl",
     b.box_code as "boxCode", x.bottle_count as "boxSize", jsonb_agg(b.id order by b.id) as "bottleIds"
   from bottles b join orders o on o.account_id = b.account_id and o.id = b.order_id
     join locations l on l.id = b.location_id join wines w on w.id = b.wine_id join box_codes x on x.code = b.box_code
   where b.account_id = $1 and b.order_id = $2 and not ${isPicked} and b.state = 'stored'
   group by l.code, b.wine_id, w.name, w.vintage, b.format_ml, b.box_code, x.bottle_count
   order by l.code collate "C", w.name collate "C", w.vintage, b.wine_id, b.format_ml, b.box_code`,
  stopRow,
)

export const readStops = (db: Database, accountId: number, orderId: number): Promise<PickStop[]> =>
  db.rows(stopsOfOrder, [accountId, orderId])

export type PickList = Progress & { accountId: number; stops: PickStop[] }

/** What is still to be taken off the shelves for an order, place by place in walking order. */
export async function getPickList(db: Database, orderId: number): Promise<PickList> {
  const { accountId, parentId } = await getOrderOwner(db, orderId)
  if (parentId === null) await refuseSplit(db, accountId, orderId)
  const [stops, progress] = await Promise.all([
    readStops(db, accountId, orderId),
    readProgress(db, accountId, orderId),
  ])
  return { accountId, stops, ...progress }
}

type NamedGoods = Goods & { wineName: string; vintage: number }

/** `Clos Un 2019, 0.75 l, in CBO6`. */
export function goodsInWords({ wineName, vintage, formatMl, boxCode }: Omit<NamedGoods, 'wineId'>): string {
  const name = vintage === 0 ? wineName : `${wineName} ${vintage}`
  return `${name}, ${formatLitres(formatMl)} l${boxCode ? `, in ${boxCode}` : ''}`
}

const mostStopsTold = 3

/** What is wanted and where it lies, as the end of a sentence. */
export function wantedInWords(stops: readonly PickStop[]): string {
  if (stops.length === 0) return 'all of its bottles are picked'
  const told = stops
    .slice(0, mostStopsTold)
    .map((stop) => `${stop.bottleIds.length} × ${goodsInWords(stop)} at ${stop.locationCode}`)
  const more = stops.length - told.length
  return `wanted: ${told.join('; ')}${more > 0 ? `; and ${more} more on the pick list` : ''}`
}

import type { Database } from '../../db/database.ts'
import { instant, int, orNull, type Row, statement, text } from '../../db/statement.ts'
import { sameGoods } from '../catalogue/goods.ts'
import type { Deps } from '../deps.ts'
import { reserveBottles } from '../orders/order-writes.ts'
import { WorkRefusal } from '../work-refusal.ts'
import type { Leaf } from './lock-leaf.ts'
import { goodsInWords, type PickStop, readStops, wantedInWords } from './pick-list.ts'
import { markPicked, releaseBottle } from './pick-writes.ts'
import { bottleCode } from './read-scan.ts'

const scannedRow = {
  id: int,
  wineId: int,
  wineName: text,
  vintage: int,
  formatMl: int,
  boxCode: text,
  state: text,
  warehouseId: orNull(int),
  warehouseName: orNull(text),
  locationCode: orNull(text),
  orderId: orNull(int),
  pickedAt: orNull(instant),
}
type Scanned = Row<typeof scannedRow>

// Only the owner's own bottles are looked at, so nothing of another owner can be told.
const lockScanned = statement(
  'picks.lock-scanned',
  `select b.id, b.wine_id as "wineId", w.name as "wineName", w.vintage, b.format_ml as "formatMl", b.box_code as "boxCode",
     b.state, b.warehouse_id as "warehouseId", h.name as "warehouseName", l.code as "locationCode", b.order_id as "orderId",
     b.picked_at as "pickedAt"
   from bottles b join wines w on w.id = b.wine_id
     left join warehouses h on h.id = b.warehouse_id left join locations l on l.id = b.location_id
   where b.account_id = $1 and b.id = $2 for update of b`,
  scannedRow,
)
const lineOfOrder = statement(
  'picks.line-of-order',
  `select quantity from order_lines
   where account_id = $1 and order_id = $2 and wine_id = $3 and format_ml = $4 and box_code = $5`,
  { quantity: int },
)

/** Takes the scanned bottle for the order: one of its own, or a free one that is equal, in the place of one of its own. */
export async function pickOneBottle(within: Deps, leaf: Leaf, bottleId: number) {
  const { db, now } = within
  const scanned = await db.row(lockScanned, [leaf.accountId, bottleId])
  const fault = scanned ? faultOf(scanned, leaf) : undefined
  if (scanned?.orderId === leaf.id && !fault) {
    await markPicked(within, leaf, [bottleId])
    return { bottleIds: [bottleId], releasedBottleId: null }
  }
  const stops = await readStops(db, leaf.accountId, leaf.id)
  const wrong = (words: string) =>
    new WorkRefusal(
      'wrong_bottle',
      `${bottleCode(bottleId)} is ${words}. Order ${leaf.id}: ${wantedInWords(stops)}.`,
    )
  if (!scanned) throw wrong('not a bottle of the owner of this order')
  if (fault) throw wrong(`${goodsInWords(scanned)}, and ${fault}`)
  const releasedBottleId = replaceableBy(scanned, stops)
  if (releasedBottleId === undefined)
    throw wrong(`${goodsInWords(scanned)}, and ${await whyNotWanted(db, leaf, scanned)}`)
  await releaseBottle(db, leaf, releasedBottleId, now())
  await reserveBottles(db, leaf.accountId, [{ bottleId, orderId: leaf.id }], now())
  await markPicked(within, leaf, [bottleId])
  return { bottleIds: [bottleId], releasedBottleId }
}

/** What keeps this very bottle from being taken, whatever is in it. */
function faultOf(scanned: Scanned, leaf: Leaf): string | undefined {
  const { state, orderId, pickedAt, warehouseId, warehouseName } = scanned
  if (state === 'announced') return 'it has not been received yet'
  if (state === 'gone') return 'it has left the cellar'
  if (warehouseId !== leaf.warehouseId) return `it belongs to the warehouse ${warehouseName}`
  if (orderId === null) return undefined
  if (orderId !== leaf.id) return `it is reserved by order ${orderId}`
  return pickedAt === null ? undefined : 'it is picked already'
}

/** A bottle of the order that the scanned one can stand for: from the same place if there is one, so that the way stays short. */
function replaceableBy(scanned: Scanned, stops: readonly PickStop[]): number | undefined {
  const equal = stops.filter((stop) => sameGoods(stop, scanned))
  const stop = equal.find(({ locationCode }) => locationCode === scanned.locationCode) ?? equal[0]
  return stop?.bottleIds[0]
}

async function whyNotWanted(db: Database, { accountId, id }: Leaf, scanned: Scanned): Promise<string> {
  const values = [accountId, id, scanned.wineId, scanned.formatMl, scanned.boxCode]
  return (await db.row(lineOfOrder, values))
    ? 'the order has enough of that already'
    : 'that is not what the order wants'
}

import type { Database } from '../../db/database.ts'
import { instant, int, orNull, type Row, statement, text } from '../../db/statement.ts'
import { turnLock } from '../orders/take-turn.ts'
import { type LockedBottle, lockBottles, lockShelf, lostAmong } from './bottle-locks.ts'
import type { Counted, ScannedBottle, ShelfBottle } from './compare-count.ts'
import { readSeen } from './count-reads.ts'

const ownersAtLocation = statement(
  'counts.owners-at-location',
  `select distinct account_id as "accountId" from bottles where location_id = $1 and state = 'stored'`,
  { accountId: int },
)
// The same turns as those of orders, for several accounts in the sequence in which they are given.
const takeTurns = statement(
  'counts.take-turns',
  `select ${turnLock.replace('$1::bigint', 'owner.account_id')} as turn
   from unnest($1::bigint[]) as owner (account_id)`,
  { turn: text },
)
// For each bottle the first of them: it tells where the bottle was before.
const movesSince = statement(
  'counts.moves-since',
  `select distinct on (m.account_id, m.bottle_id) m.account_id as "accountId", m.bottle_id as id,
     m.from_location_id as "fromLocationId", b.wine_id as "wineId", b.format_ml as "formatMl", b.box_code as "boxCode",
     b.order_id as "orderId", b.picked_at as "pickedAt", b.stored_at as "storedAt"
   from stock_moves m join bottles b on b.account_id = m.account_id and b.id = m.bottle_id
   where m.account_id = any($1::bigint[]) and m.id > $2 and m.kind not in ('reserved', 'released')
   order by m.account_id, m.bottle_id, m.id`,
  {
    accountId: int,
    id: int,
    fromLocationId: orNull(int),
    wineId: int,
    formatMl: int,
    boxCode: text,
    orderId: orNull(int),
    pickedAt: orNull(instant),
    storedAt: orNull(instant),
  },
)
type MovedSince = Row<typeof movesSince.columns>

export type CountedLocation = { id: number; locationId: number; countedAt: Date; countedAfter: number }

/**
 * What was seen, and what lay at the location when it was entered: what is there now, without what came since and with what has
 * left since. Everything it tells of stays locked until the transaction ends. The turns of the owners are taken first.
 */
export async function lockCounted(db: Database, count: CountedLocation): Promise<Counted> {
  const seen = await readSeen(db, count.id)
  const present = await db.rows(ownersAtLocation, [count.locationId])
  const owners = [...present, ...seen.lines, ...seen.scanned].map(({ accountId }) => accountId)
  const accountIds = [...new Set(owners)].sort((one, other) => one - other)
  await db.rows(takeTurns, [accountIds])
  const here = await lockShelf(db, count.locationId, accountIds)
  const read = await lockBottles(db, seen.scanned)
  const moved = await db.rows(movesSince, [accountIds, count.countedAfter])
  const lost = await lostAmong(db, read)
  const readIds = new Set(read.map(({ id }) => id))
  const movedIds = new Set(moved.map(({ id }) => id))
  return {
    lines: seen.lines,
    // What was picked for an order before had left the shelf already, though not the warehouse.
    shelf: shelfThen(here, moved, count.locationId).filter(
      ({ id, pickedAt }) => readIds.has(id) || pickedAt === null || pickedAt > count.countedAt,
    ),
    scanned: read.map((bottle) => ({
      ...bottle,
      place: placeThen(bottle, movedIds, lost, count.locationId),
    })),
  }
}

function shelfThen(here: readonly LockedBottle[], moved: readonly MovedSince[], locationId: number) {
  const hereIds = new Set(here.map(({ id }) => id))
  const movedIds = new Set(moved.map(({ id }) => id))
  const shelf = [
    ...here.filter(({ id }) => !movedIds.has(id)),
    ...moved.filter(({ fromLocationId }) => fromLocationId === locationId),
  ]
  return shelf.map((bottle): ShelfBottle & { pickedAt: Date | null } => ({
    ...bottle,
    storedAt: bottle.storedAt ?? new Date(0),
    isHere: hereIds.has(bottle.id),
  }))
}

function placeThen(
  { id, state, locationId }: LockedBottle,
  movedIds: ReadonlySet<number>,
  lost: ReadonlySet<number>,
  counted: number,
): ScannedBottle['place'] {
  if (movedIds.has(id)) return 'moved since'
  if (state === 'stored') return locationId === counted ? 'here' : 'elsewhere'
  return lost.has(id) ? 'lost' : 'moved since'
}

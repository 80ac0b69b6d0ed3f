import type { Database } from '../../db/database.ts'
import { instant, int, orNull, type Row, statement, text } from '../../db/statement.ts'
import type { Goods } from '../catalogue/goods.ts'

const lockedRow = {
  accountId: int,
  id: int,
  wineId: int,
  formatMl: int,
  boxCode: text,
  state: text,
  warehouseId: orNull(int),
  locationId: orNull(int),
  orderId: orNull(int),
  pickedAt: orNull(instant),
  storedAt: orNull(instant),
}
/** A bottle that nobody else can change until the transaction ends. */
export type LockedBottle = Row<typeof lockedRow>

const columns = `b.account_id as "accountId", b.id, b.wine_id as "wineId", b.format_ml as "formatMl", b.box_code as "boxCode",
  b.state, b.warehouse_id as "warehouseId", b.location_id as "locationId", b.order_id as "orderId", b.picked_at as "pickedAt",
  b.stored_at as "storedAt"`

const lockByKey = statement(
  'stock.lock-bottles',
  `select ${columns} from bottles b join unnest($1::bigint[], $2::bigint[]) as named (account_id, id)
     on b.account_id = named.account_id and b.id = named.id
   order by b.account_id, b.id for update of b`,
  lockedRow,
)
const lockAtLocation = statement(
  'stock.lock-location',
  `select ${columns} from bottles b
   where b.location_id = $1 and b.state = 'stored' and b.account_id = any($2::bigint[])
   order by b.account_id, b.id for update`,
  lockedRow,
)
// Free ones first and the oldest of them, so that those an order waits for stay where it looks for them. What has been picked
// for an order is no longer on the shelf.
const lockGoods = statement(
  'stock.lock-goods',
  `select ${columns} from bottles b
   where b.location_id = $2 and b.state = 'stored' and b.account_id = $1 and b.wine_id = $3 and b.format_ml = $4
     and b.box_code = $5 and b.picked_at is null
   order by b.order_id is not null, b.stored_at, b.id limit $6 for update`,
  lockedRow,
)
const lastPlaces = statement(
  'stock.last-places',
  `select distinct on (m.account_id, m.bottle_id) m.account_id as "accountId", m.bottle_id as id, m.kind
   from unnest($1::bigint[], $2::bigint[]) as named (account_id, id)
     join stock_moves m on m.account_id = named.account_id and m.bottle_id = named.id
   where m.kind not in ('reserved', 'released') order by m.account_id, m.bottle_id, m.id desc`,
  { accountId: int, id: int, kind: text },
)

export const lockBottles = (
  db: Database,
  keys: readonly { accountId: number; id: number }[],
): Promise<LockedBottle[]> =>
  db.rows(lockByKey, [keys.map(({ accountId }) => accountId), keys.map(({ id }) => id)])

/** Everything of these accounts that lies at a location. */
export const lockShelf = (db: Database, locationId: number, accountIds: readonly number[]) =>
  db.rows(lockAtLocation, [locationId, accountIds])

export const lockOfShelf = (
  db: Database,
  at: { accountId: number; locationId: number },
  { wineId, formatMl, boxCode }: Goods,
  mostBottles: number,
): Promise<LockedBottle[]> =>
  db.rows(lockGoods, [at.accountId, at.locationId, wineId, formatMl, boxCode, mostBottles])

/** Those of the bottles that were lost and have not turned up since; others that are gone have left for good, or never came. */
export async function lostAmong(
  db: Database,
  bottles: readonly { accountId: number; id: number; state: string }[],
): Promise<Set<number>> {
  const gone = bottles.filter(({ state }) => state === 'gone')
  if (gone.length === 0) return new Set()
  const rows = await db.rows(lastPlaces, [gone.map(({ accountId }) => accountId), gone.map(({ id }) => id)])
  return new Set(rows.filter(({ kind }) => kind === 'lost').map(({ id }) => id))
}

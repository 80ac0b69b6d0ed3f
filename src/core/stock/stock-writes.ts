import type { Database } from '../../db/database.ts'
import { int, statement } from '../../db/statement.ts'
import type { Goods } from '../catalogue/goods.ts'
import type { TimeOf } from '../sandbox/several-clocks.ts'

/** A bottle as the operator's people know it: whose it is, and its number. */
export type BottleKey = { accountId: number; id: number }
export type Place = { warehouseId: number; locationId: number }
export type FoundLine = Goods & { accountId: number; quantity: number }

// Each writes the bottles and their rows of the ledger in one statement, each at the time of its owner. The caller has locked the
// bottles and checked them.
const named = `select b.account_id, b.id, b.wine_id, b.format_ml, b.location_id, named.at
  from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) as named (account_id, id, at)
    join bottles b on b.account_id = named.account_id and b.id = named.id`

const move = statement(
  'stock.move',
  `with held as (${named}), moved as (
     update bottles b set warehouse_id = $4, location_id = $5::bigint, updated_at = held.at from held
     where b.account_id = held.account_id and b.id = held.id
   )
   insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, from_location_id, to_location_id, comment, created_at)
   select account_id, id, 'moved', wine_id, format_ml, location_id, $5::bigint, $6, at from held order by account_id, id`,
  {},
)
const lose = statement(
  'stock.lose',
  `with held as (${named}), lost as (
     update bottles b set state = 'gone', warehouse_id = null, location_id = null, updated_at = held.at from held
     where b.account_id = held.account_id and b.id = held.id
   )
   insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, from_location_id, comment, created_at)
   select account_id, id, 'lost', wine_id, format_ml, location_id, $4, at from held order by account_id, id`,
  {},
)
// A lost bottle that turns up is the same bottle, as old as it was.
const recover = statement(
  'stock.recover',
  `with held as (${named}), recovered as (
     update bottles b set state = 'stored', warehouse_id = $4, location_id = $5::bigint, updated_at = held.at from held
     where b.account_id = held.account_id and b.id = held.id
   )
   insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, to_location_id, comment, created_at)
   select account_id, id, 'found', wine_id, format_ml, $5::bigint, $6, at from held order by account_id, id`,
  {},
)
const find = statement(
  'stock.find',
  `with found as (
     insert into bottles (account_id, wine_id, format_ml, box_code, state, warehouse_id, location_id, stored_at, created_at, updated_at)
     select l.account_id, l.wine_id, l.format_ml, l.box_code, 'stored', $7, $8, l.at, l.at, l.at
     from unnest($1::bigint[], $2::bigint[], $3::int[], $4::text[], $5::int[], $6::timestamptz[])
         with ordinality as l (account_id, wine_id, format_ml, box_code, quantity, at, position),
       generate_series(1, l.quantity) order by l.position
     returning account_id, id, wine_id, format_ml, location_id, created_at
   ), moves as (
     insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, to_location_id, comment, created_at)
     select account_id, id, 'found', wine_id, format_ml, location_id, $9, created_at from found order by account_id, id
   )
   select account_id as "accountId", id from found order by account_id, id`,
  { accountId: int, id: int },
)

const keysOf = (bottles: readonly BottleKey[], timeOf: TimeOf) => [
  bottles.map(({ accountId }) => accountId),
  bottles.map(({ id }) => id),
  bottles.map(({ accountId }) => timeOf(accountId)),
]

/** A reserved bottle stays reserved wherever it is put. */
export async function writeMoved(
  db: Database,
  bottles: readonly BottleKey[],
  to: Place,
  comment: string,
  timeOf: TimeOf,
): Promise<void> {
  if (bottles.length === 0) return
  await db.run(move, [...keysOf(bottles, timeOf), to.warehouseId, to.locationId, comment])
}

export async function writeLost(
  db: Database,
  bottles: readonly BottleKey[],
  comment: string,
  timeOf: TimeOf,
): Promise<void> {
  if (bottles.length > 0) await db.run(lose, [...keysOf(bottles, timeOf), comment])
}

export async function writeRecovered(
  db: Database,
  bottles: readonly BottleKey[],
  at: Place,
  comment: string,
  timeOf: TimeOf,
): Promise<void> {
  if (bottles.length === 0) return
  await db.run(recover, [...keysOf(bottles, timeOf), at.warehouseId, at.locationId, comment])
}

export async function writeFound(
  db: Database,
  lines: readonly FoundLine[],
  at: Place,
  comment: string,
  timeOf: TimeOf,
): Promise<BottleKey[]> {
  if (lines.length === 0) return []
  return db.rows(find, [
    lines.map((line) => line.accountId),
    lines.map((line) => line.wineId),
    lines.map((line) => line.formatMl),
    lines.map((line) => line.boxCode),
    lines.map((line) => line.quantity),
    lines.map((line) => timeOf(line.accountId)),
    at.warehouseId,
    at.locationId,
    comment,
  ])
}

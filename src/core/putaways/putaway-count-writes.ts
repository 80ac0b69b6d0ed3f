import type { Database } from '../../db/database.ts'
import { int, json, statement, text } from '../../db/statement.ts'
import type { Goods } from '../catalogue/goods.ts'
import { goodsColumns } from './putaway.ts'

/** What was counted of one kind: whole bottles by the place they were put, and broken ones. */
export type CountedGoods = Goods & {
  broken: number
  places: { locationId: number; code: string; quantity: number }[]
}

type Which = { accountId: number; putawayId: number }

const forgetCounts = statement(
  'putaway-counts.delete',
  'delete from putaway_counts where account_id = $1 and putaway_id = $2',
  {},
)
const forgetUnannounced = statement(
  'putaway-lines.delete-unannounced',
  'delete from putaway_lines where account_id = $1 and putaway_id = $2 and announced = 0',
  {},
)
const forgetBroken = statement(
  'putaway-lines.forget-broken',
  'update putaway_lines set broken = $3 where account_id = $1 and putaway_id = $2',
  {},
)
const insertLines = statement(
  'putaway-lines.count',
  `insert into putaway_lines (account_id, putaway_id, wine_id, format_ml, box_code, announced, broken)
   select $1, $2, c.wine_id, c.format_ml, c.box_code, 0, c.broken
   from unnest($3::bigint[], $4::int[], $5::text[], $6::int[]) as c (wine_id, format_ml, box_code, broken)
   on conflict (account_id, putaway_id, wine_id, format_ml, box_code) do update set broken = excluded.broken`,
  {},
)
const insertCounts = statement(
  'putaway-counts.insert',
  `insert into putaway_counts (account_id, putaway_id, warehouse_id, wine_id, format_ml, box_code, location_id, quantity)
   select $1, $2, $3, * from unnest($4::bigint[], $5::int[], $6::text[], $7::bigint[], $8::int[])`,
  {},
)
// Of goods that were in the warehouse before their arrival was written down it is known at the latest now.
const markCounted = statement(
  'putaways.mark-counted',
  `update putaways set counted_at = $3, updated_at = $3, arrived_at = coalesce(arrived_at, $3),
     received_by = coalesce(received_by, $4), parcels = coalesce(parcels, 1)
   where account_id = $1 and id = $2`,
  {},
)
const countOf = statement(
  'putaway-counts.by-line',
  `select l.wine_id as "wineId", l.format_ml as "formatMl", l.box_code as "boxCode", coalesce(l.broken, 0) as broken,
     coalesce((
       select jsonb_agg(jsonb_build_object('locationId', o.id, 'code', o.code, 'quantity', c.quantity) order by o.code)
       from putaway_counts c join locations o on o.id = c.location_id
       where c.account_id = l.account_id and c.putaway_id = l.putaway_id and c.wine_id = l.wine_id
         and c.format_ml = l.format_ml and c.box_code = l.box_code), '[]') as places
   from putaway_lines l where l.account_id = $1 and l.putaway_id = $2 order by l.wine_id, l.format_ml, l.box_code`,
  {
    wineId: int,
    formatMl: int,
    boxCode: text,
    broken: int,
    places: json<CountedGoods['places']>(),
  },
)
const receiveLines = statement(
  'putaway-lines.receive',
  `update putaway_lines l set received = coalesce((
     select sum(c.quantity) from putaway_counts c
     where c.account_id = l.account_id and c.putaway_id = l.putaway_id and c.wine_id = l.wine_id
       and c.format_ml = l.format_ml and c.box_code = l.box_code), 0)
   where l.account_id = $1 and l.putaway_id = $2`,
  {},
)
const markValidated = statement(
  'putaways.mark-validated',
  `update putaways set status = 'validated', validated_at = $3, updated_at = $3 where account_id = $1 and id = $2`,
  {},
)

/** Takes the place of what was counted before. A line that was not announced is one with 0 announced. */
export async function writeCount(
  db: Database,
  { accountId, putawayId, warehouseId }: Which & { warehouseId: number },
  counted: readonly CountedGoods[],
  countedBy: string,
  now: Date,
): Promise<void> {
  await forgetCount(db, { accountId, putawayId }, 0)
  await db.run(insertLines, [
    accountId,
    putawayId,
    ...goodsColumns(counted),
    counted.map((line) => line.broken),
  ])
  const places = counted.flatMap((line) => line.places.map((place) => ({ ...line, ...place })))
  await db.run(insertCounts, [
    ...[accountId, putawayId, warehouseId, ...goodsColumns(places)],
    places.map(({ locationId }) => locationId),
    places.map(({ quantity }) => quantity),
  ])
  await db.run(markCounted, [accountId, putawayId, now, countedBy])
}

/** `broken` is what the announced lines have from now on: 0 for a new count, null for none. */
export async function forgetCount(
  db: Database,
  { accountId, putawayId }: Which,
  broken: 0 | null,
): Promise<void> {
  await db.run(forgetCounts, [accountId, putawayId])
  await db.run(forgetUnannounced, [accountId, putawayId])
  await db.run(forgetBroken, [accountId, putawayId, broken])
}

export const readCount = (db: Database, { accountId, putawayId }: Which): Promise<CountedGoods[]> =>
  db.rows(countOf, [accountId, putawayId])

/** The count becomes what was received. */
export async function markPutawayValidated(
  db: Database,
  { accountId, putawayId }: Which,
  now: Date,
): Promise<void> {
  await db.run(receiveLines, [accountId, putawayId])
  await db.run(markValidated, [accountId, putawayId, now])
}

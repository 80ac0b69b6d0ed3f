import type { Database } from '../../db/database.ts'
import { int, json, statement, text } from '../../db/statement.ts'
import type { Goods } from '../catalogue/goods.ts'
import { type AnnouncedLine, goodsColumns } from './putaway.ts'

/** The bottles of one kind that a putaway has announced and that have not come yet, oldest number first. */
export type AnnouncedBottles = Goods & { ids: number[] }
/** Bottles that nobody announced. Those without a location came broken. */
export type UnannouncedBottles = Goods & { locationId: number | null; quantity: number }

const announce = statement(
  'bottles.announce',
  `with made as (
     insert into bottles (account_id, wine_id, format_ml, box_code, state, putaway_id, created_at, updated_at)
     select $1, l.wine_id, l.format_ml, l.box_code, 'announced', $2, $7, $7
     from unnest($3::bigint[], $4::int[], $5::text[], $6::int[]) with ordinality
       as l (wine_id, format_ml, box_code, quantity, place), generate_series(1, l.quantity)
     order by l.place
     returning id, wine_id, format_ml
   )
   insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, putaway_id, created_at)
   select $1, id, 'announced', wine_id, format_ml, $2, $7 from made order by id`,
  {},
)
const lockAnnounced = statement(
  'bottles.lock-announced',
  `with held as (
     select id, wine_id, format_ml, box_code from bottles
     where account_id = $1 and putaway_id = $2 and state = 'announced' order by id for update
   )
   select wine_id as "wineId", format_ml as "formatMl", box_code as "boxCode", jsonb_agg(id order by id) as ids
   from held group by wine_id, format_ml, box_code`,
  { wineId: int, formatMl: int, boxCode: text, ids: json<number[]>() },
)
// Which bottles, and where to, is looked up in a JSON object and not joined: a join of rows that were written a moment ago is planned
// by guesses, and a wrong one compares each bottle with each. So there is one plan, over the index of announced bottles.
const turnAway = statement(
  'bottles.turn-away',
  `with gone as (
     update bottles set state = 'gone', updated_at = $6
     where account_id = $1 and putaway_id = $2 and state = 'announced' and ($3::jsonb is null or $3::jsonb ? id::text)
     returning id, wine_id, format_ml
   )
   insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, putaway_id, comment, created_at)
   select $1, id, $4, wine_id, format_ml, $2, $5, $6 from gone order by id`,
  {},
)
const shelve = statement(
  'bottles.shelve',
  `with came as (
     update bottles set state = 'stored', warehouse_id = $3, location_id = ($4::jsonb ->> id::text)::bigint, stored_at = $5,
       updated_at = $5
     where account_id = $1 and putaway_id = $2 and state = 'announced' and $4::jsonb ? id::text
     returning id, wine_id, format_ml, location_id
   )
   insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, to_location_id, putaway_id, created_at)
   select $1, id, 'received', wine_id, format_ml, location_id, $2, $5 from came order by id`,
  {},
)
const shelveUnannounced = statement(
  'bottles.shelve-unannounced',
  `with made as (
     insert into bottles (account_id, wine_id, format_ml, box_code, state, warehouse_id, location_id, putaway_id, stored_at,
       created_at, updated_at)
     select $1, l.wine_id, l.format_ml, l.box_code, case when l.location_id is null then 'gone' else 'stored' end,
       case when l.location_id is not null then $3::bigint end, l.location_id, $2,
       case when l.location_id is not null then $9::timestamptz end, $9, $9
     from unnest($4::bigint[], $5::int[], $6::text[], $7::bigint[], $8::int[]) with ordinality
       as l (wine_id, format_ml, box_code, location_id, quantity, place), generate_series(1, l.quantity)
     order by l.place
     returning id, wine_id, format_ml, location_id
   )
   insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, to_location_id, putaway_id, comment, created_at)
   select $1, id, case when location_id is null then 'refused' else 'received' end, wine_id, format_ml, location_id, $2,
     case when location_id is null then $10 else '' end, $9
   from made order by id`,
  {},
)

export const brokenOnArrival = 'broken on arrival'

export const announceBottles = (
  db: Database,
  accountId: number,
  putawayId: number,
  lines: readonly AnnouncedLine[],
  now: Date,
): Promise<number> =>
  db.run(announce, [accountId, putawayId, ...goodsColumns(lines), lines.map(({ quantity }) => quantity), now])

export const lockAnnouncedBottles = (
  db: Database,
  accountId: number,
  putawayId: number,
): Promise<AnnouncedBottles[]> => db.rows(lockAnnounced, [accountId, putawayId])

/** For announced bottles that will never be in stock: called off, refused, broken or missing. Without ids, all that are left. */
export const turnBottlesAway = (
  db: Database,
  accountId: number,
  putawayId: number,
  { ids, kind, comment }: { ids?: readonly number[]; kind: 'refused' | 'missing'; comment: string },
  now: Date,
): Promise<number> => {
  const chosen = ids ? JSON.stringify(Object.fromEntries(ids.map((id) => [id, true]))) : null
  return db.run(turnAway, [accountId, putawayId, chosen, kind, comment, now])
}

type Place = { accountId: number; putawayId: number; warehouseId: number }

export const shelveBottles = (
  db: Database,
  { accountId, putawayId, warehouseId }: Place,
  bottles: readonly { bottleId: number; locationId: number }[],
  now: Date,
): Promise<number> => {
  const places = Object.fromEntries(bottles.map(({ bottleId, locationId }) => [bottleId, locationId]))
  return db.run(shelve, [accountId, putawayId, warehouseId, JSON.stringify(places), now])
}

export const shelveUnannouncedBottles = (
  db: Database,
  { accountId, putawayId, warehouseId }: Place,
  bottles: readonly UnannouncedBottles[],
  now: Date,
): Promise<number> => {
  const locationIds = bottles.map(({ locationId }) => locationId)
  const quantities = bottles.map(({ quantity }) => quantity)
  const columns = [...goodsColumns(bottles), locationIds, quantities]
  return db.run(shelveUnannounced, [accountId, putawayId, warehouseId, ...columns, now, brokenOnArrival])
}

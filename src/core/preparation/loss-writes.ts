import type { Database } from '../../db/database.ts'
import { int, type Row, statement, text } from '../../db/statement.ts'
import type { Goods } from '../catalogue/goods.ts'
import type { Leaf } from './lock-leaf.ts'

const heldRow = { id: int, wineId: int, wineName: text, vintage: int, formatMl: int, boxCode: text }
export type HeldBottle = Row<typeof heldRow>
const heldColumns = `b.id, b.wine_id as "wineId", w.name as "wineName", w.vintage, b.format_ml as "formatMl", b.box_code as "boxCode"`
const ofGoods = 'b.wine_id = $3 and b.format_ml = $4 and b.box_code = $5'

const lockOne = statement(
  'losses.lock-bottle',
  `select ${heldColumns} from bottles b join wines w on w.id = b.wine_id
   where b.account_id = $1 and b.order_id = $2 and b.id = $3 and b.state = 'stored' for update of b`,
  heldRow,
)
// What is missing has not been picked; but a whole line may have been dropped.
const lockSome = statement(
  'losses.lock-line',
  `select ${heldColumns} from bottles b join wines w on w.id = b.wine_id
   where b.account_id = $1 and b.order_id = $2 and ${ofGoods} and b.state = 'stored'
   order by b.picked_at nulls first, b.id limit $6 for update of b`,
  heldRow,
)
/* Given back first and lost then, as two rows of the ledger in this order: a lost bottle belongs to no order. */
const lose = statement(
  'losses.write-off',
  `with held as (
     select id, wine_id, format_ml, location_id from bottles
     where account_id = $1 and order_id = $2 and id = any($3::bigint[]) and state = 'stored' for update
   ), gone as (
     update bottles b set state = 'gone', warehouse_id = null, location_id = null, order_id = null, updated_at = $5
     from held where b.account_id = $1 and b.id = held.id
   )
   insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, from_location_id, to_location_id, order_id, comment,
     created_at)
   select $1, held.id, step.kind, wine_id, format_ml, location_id, case step.kind when 'released' then location_id end,
     case step.kind when 'released' then $2::bigint end, case step.kind when 'lost' then $4 else '' end, $5
   from held cross join (values (1, 'released'), (2, 'lost')) step (place, kind) order by held.id, step.place`,
  {},
)
const lockFree = statement(
  'losses.lock-replacements',
  `with free as (
     select id, location_id from bottles b
     where b.account_id = $1 and b.warehouse_id = $2 and ${ofGoods} and b.state = 'stored' and b.order_id is null
     order by b.stored_at, b.id limit $6 for update
   ) select free.id, l.code as "locationCode" from free join locations l on l.id = free.location_id order by free.id`,
  { id: int, locationCode: text },
)
const sameLine =
  'account_id = $1 and order_id = any($2::bigint[]) and wine_id = $3 and format_ml = $4 and box_code = $5'
const shrink = statement(
  'losses.shrink-lines',
  `with emptied as (delete from order_lines where ${sameLine} and quantity <= $6)
   update order_lines set quantity = quantity - $6 where ${sameLine} and quantity > $6`,
  {},
)
const lineCount = statement(
  'losses.count-lines',
  'select count(*) as lines from order_lines where account_id = $1 and order_id = $2',
  { lines: int },
)
const insertShortage = statement(
  'losses.insert-shortage',
  `insert into order_shortages (account_id, order_id, wine_id, format_ml, box_code, quantity, reason, comment, reported_by,
     created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
  {},
)

export type Replacement = { id: number; locationCode: string }

export const lockBottleOfOrder = (db: Database, { accountId, id }: Leaf, bottleId: number) =>
  db.row(lockOne, [accountId, id, bottleId])

const keyOf = ({ wineId, formatMl, boxCode }: Goods) => [wineId, formatMl, boxCode]

export const lockLineOfOrder = (db: Database, { accountId, id }: Leaf, goods: Goods, quantity: number) =>
  db.rows(lockSome, [accountId, id, ...keyOf(goods), quantity])

export const writeOff = (
  db: Database,
  { accountId, id }: Leaf,
  bottleIds: readonly number[],
  comment: string,
  now: Date,
) => db.run(lose, [accountId, id, bottleIds, comment, now])

/** The oldest free bottles of the kind in the warehouse of the order, as many as there are of those wanted. */
export const lockReplacements = (
  db: Database,
  { accountId, warehouseId }: Leaf,
  goods: Goods,
  quantity: number,
): Promise<Replacement[]> => db.rows(lockFree, [accountId, warehouseId, ...keyOf(goods), quantity])

/** Of the order and of the whole that it is a part of. */
export const shrinkLines = (db: Database, leaf: Leaf, goods: Goods, quantity: number) => {
  const orderIds = leaf.parentId === null ? [leaf.id] : [leaf.parentId, leaf.id]
  return db.run(shrink, [leaf.accountId, orderIds, ...keyOf(goods), quantity])
}

export const countLines = async (db: Database, { accountId, id }: Leaf): Promise<number> =>
  (await db.row(lineCount, [accountId, id]))?.lines ?? 0

export const recordShortage = (
  db: Database,
  { accountId, id }: Leaf,
  short: Goods & { quantity: number; reason: string; comment: string },
  reportedBy: string,
  now: Date,
) =>
  db.run(insertShortage, [
    ...[accountId, id, ...keyOf(short), short.quantity],
    ...[short.reason, short.comment, reportedBy, now],
  ])

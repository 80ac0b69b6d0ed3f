import type { Database } from '../../db/database.ts'
import { int, orNull, statement, text } from '../../db/statement.ts'
import { type Goods, refuseUnknownGoods } from '../catalogue/goods.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../in-transaction.ts'
import { bottleCode } from '../preparation/read-scan.ts'
import { type InvalidField, invalidField, refuse } from '../problems.ts'
import type { Staff } from '../staff/staff.ts'
import { lostAmong } from './bottle-locks.ts'
import type { SeenLine } from './compare-count.ts'
import { type Count, getCount, lockCount } from './count-reads.ts'
import { refuseClosed } from './open-count.ts'

/** What was seen at a location: bottles by their goods, and bottles whose codes were read. */
export type Seen = { lines: readonly SeenLine[]; bottleIds: readonly number[] }

const mostSeen = 20_000

const unknownAccounts = statement(
  'counts.unknown-accounts',
  `select seen.position from unnest($1::bigint[]) with ordinality as seen (account_id, position)
     left join accounts a on a.id = seen.account_id
   where a.id is null order by seen.position`,
  { position: int },
)
// A code names no owner, and the bottles lead their keys with one. Most of them lie where they are counted and are found there;
// for the others PostgreSQL 18 skips from owner to owner.
const bottlesByNumber = statement(
  'counts.bottles-by-number',
  `with here as (
     select account_id, id, state, order_id from bottles
     where location_id = $2 and state = 'stored' and id = any($1::bigint[])
   )
   select account_id as "accountId", id, state, order_id as "orderId" from (
     select * from here
     union all
     select account_id, id, state, order_id from bottles
     where id = any(array(select unnest($1::bigint[]) except select id from here))
   ) read order by account_id, id`,
  { accountId: int, id: int, state: text, orderId: orNull(int) },
)
const forgetLines = statement('count-lines.delete', 'delete from count_lines where count_id = $1', {})
const forgetBottles = statement('count-bottles.delete', 'delete from count_bottles where count_id = $1', {})
const insertLines = statement(
  'count-lines.insert',
  `insert into count_lines (count_id, account_id, wine_id, format_ml, box_code, quantity)
   select $1, * from unnest($2::bigint[], $3::bigint[], $4::int[], $5::text[], $6::int[])`,
  {},
)
// A bottle that a reset of its account is taking away is no longer among them once that is done.
const insertBottles = statement(
  'count-bottles.insert',
  `insert into count_bottles (count_id, account_id, bottle_id)
   select $1, b.account_id, b.id from unnest($2::bigint[], $3::bigint[]) as seen (account_id, id)
     join bottles b on b.account_id = seen.account_id and b.id = seen.id for key share of b`,
  {},
)
const markCounted = statement(
  'counts.mark-counted',
  `update counts set counted_by_id = $2, counted_by = $3, counted_at = $4,
     counted_after = (select case when is_called then last_value else 0 end from stock_moves_id_seq)
   where id = $1`,
  {},
)

/** Takes down everything that lies at the location now, in place of what was entered before. */
export function enterCount(deps: Deps, staff: Staff, id: number, seen: Seen): Promise<Count> {
  return inTransaction(deps, async ({ db, now }) => {
    const count = await lockCount(db, id)
    refuseClosed(count)
    const lines = sumSeen(seen.lines)
    const bottleIds = [...new Set(seen.bottleIds)]
    const total = lines.reduce((sum, { quantity }) => sum + quantity, bottleIds.length)
    if (total > mostSeen) throw invalidField('lines', `must be ${mostSeen} bottles or less together`)
    await refuseUnknownAccounts(db, seen.lines)
    await refuseUnknownGoods(db, seen.lines, 'lines')
    const scanned = await checkedBottles(db, count.locationId, bottleIds, seen.bottleIds)
    await db.run(forgetLines, [id])
    await db.run(forgetBottles, [id])
    await db.run(insertLines, [
      id,
      lines.map((line) => line.accountId),
      lines.map((line) => line.wineId),
      lines.map((line) => line.formatMl),
      lines.map((line) => line.boxCode),
      lines.map((line) => line.quantity),
    ])
    await db.run(insertBottles, [id, scanned.map((each) => each.accountId), scanned.map((each) => each.id)])
    await db.run(markCounted, [id, staff.id, staff.name, now()])
    return getCount(db, id)
  })
}

/** One line for the same goods of the same owner, however often they were entered. */
function sumSeen(lines: readonly SeenLine[]): SeenLine[] {
  const keyOf = ({ accountId, wineId, formatMl, boxCode }: Goods & { accountId: number }) =>
    `${accountId} ${wineId} ${formatMl} ${boxCode}`
  return [...Map.groupBy(lines, keyOf).values()].flatMap((same) => {
    const quantity = same.reduce((sum, line) => sum + line.quantity, 0)
    return same.slice(0, 1).map((line) => ({ ...line, quantity }))
  })
}

async function refuseUnknownAccounts(db: Database, lines: readonly SeenLine[]): Promise<void> {
  const unknown = await db.rows(unknownAccounts, [lines.map(({ accountId }) => accountId)])
  const fields = unknown.map(({ position }) => ({
    field: `lines.${position - 1}.account_id`,
    message: `${lines[position - 1]?.accountId} is no account`,
  }))
  if (fields.length > 0) throw refuse({ code: 'fields_invalid', fields })
}

/** A code that was read must be of a bottle that can lie on a shelf. This tells nothing about where it should lie. */
async function checkedBottles(
  db: Database,
  locationId: number,
  bottleIds: readonly number[],
  given: readonly number[],
) {
  const bottles = await db.rows(bottlesByNumber, [bottleIds, locationId])
  const known = new Map(bottles.map((bottle) => [bottle.id, bottle]))
  const lost = await lostAmong(db, bottles)
  const fields = bottleIds.flatMap((id): InvalidField[] => {
    const bottle = known.get(id)
    const words = bottle ? faultOf(bottle, lost.has(id)) : 'is no bottle'
    return words ? [{ field: `bottles.${given.indexOf(id)}`, message: `${bottleCode(id)} ${words}` }] : []
  })
  if (fields.length > 0) throw refuse({ code: 'fields_invalid', fields })
  return bottles
}

function faultOf({ state, orderId }: { state: string; orderId: number | null }, isLost: boolean) {
  if (state === 'announced') return 'has not been received yet; validate its putaway first'
  if (state !== 'gone' || isLost) return undefined
  return orderId === null ? 'never came in' : `left with order ${orderId}; take it back in with a putaway`
}

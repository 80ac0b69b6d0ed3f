import type { Database } from '../../db/database.ts'
import { bool, day, int, type Row, statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../in-transaction.ts'
import { invalidField, notFound } from '../problems.ts'
import { dayOffInWords } from './day-in-words.ts'
import { parisClock } from './paris-time.ts'
import { isCalendarDay } from './public-days.ts'
import { dayOff } from './working-days.ts'

const mostOrders = 1000

const storeDay = statement(
  'closed_days.store',
  `insert into closed_days (day, reason) values ($1, $2)
   on conflict (day) do update set reason = excluded.reason returning xmax = 0 as "isNew"`,
  { isNew: bool },
)
const deleteDay = statement('closed_days.delete', 'delete from closed_days where day = $1', {})
// The parts of a split order have the dates of the whole.
const promised = `from orders o where o.deleted_at is null and o.parent_id is null and (
  (o.delivery_date = $1 and o.status in ('new', 'processing', 'ready', 'shipped'))
  or (o.preparation_date = $1 and o.status in ('new', 'processing')))`
const ordersOnDay = statement(
  'closed_days.orders-on-day',
  `select o.id, o.account_id as "accountId", o.status, o.handover, o.preparation_date as "preparationDate",
     o.delivery_date as "deliveryDate" ${promised} order by o.id limit ${mostOrders}`,
  { id: int, accountId: int, status: text, handover: text, preparationDate: day, deliveryDate: day },
)
const orderCountOnDay = statement('closed_days.order-count-on-day', `select count(*) as total ${promised}`, {
  total: int,
})

export type PromisedOrder = Row<typeof ordersOnDay.columns>
/** The orders that are to be prepared or delivered on the day; the first ones of them when there are very many. */
export type Promises = { day: string; orderCount: number; orders: PromisedOrder[] }

/**
 * Closes a day from the next order on. A date once promised holds, so no order is moved; the answer names those that the day was
 * promised to. Closing a closed day changes its reason.
 */
export async function closeDay(
  deps: Deps,
  closed: { day: string; reason: string },
): Promise<Promises & { isNew: boolean }> {
  refuseDay(deps, closed.day)
  return inTransaction(deps, async ({ db }) => {
    const stored = await db.row(storeDay, [closed.day, closed.reason])
    return { ...(await readPromises(db, closed.day)), isNew: stored?.isNew ?? false }
  })
}

/** What closing the day would meet. */
export async function previewClosing(deps: Deps, closedDay: string): Promise<Promises> {
  refuseDay(deps, closedDay)
  return readPromises(deps.db, closedDay)
}

/** Days that have passed stay as they were. */
export async function reopenDay(deps: Deps, closedDay: string): Promise<void> {
  refusePast(deps, closedDay)
  if ((await deps.db.run(deleteDay, [closedDay])) === 0) throw notFound()
}

async function readPromises(db: Database, closedDay: string): Promise<Promises> {
  const orders = await db.rows(ordersOnDay, [closedDay])
  const counted = await db.row(orderCountOnDay, [closedDay])
  return { day: closedDay, orderCount: counted?.total ?? 0, orders }
}

function refuseDay(deps: Deps, given: string): void {
  refusePast(deps, given)
  const off = isCalendarDay(given) ? dayOff(given, new Map()) : undefined
  if (off) throw invalidField('day', `${dayOffInWords(off)}, so nobody works then already`)
}

function refusePast({ now }: Deps, given: string): void {
  const today = parisClock(now()).toPlainDate().toString()
  if (given < today) throw invalidField('day', `is in the past; today is ${today}`)
}

import { Temporal } from 'temporal-polyfill'
import type { Database } from '../../db/database.ts'
import { instant, orNull, statement, text } from '../../db/statement.ts'
import { billAccountMonth } from '../billing/bill-account-month.ts'
import { parisClock, parisMoment } from '../calendar/paris-time.ts'
import type { Deps } from '../deps.ts'
import type { Span, Step, Taken } from './step.ts'

const numberOfMonth = statement(
  'sandboxes.number-of-month',
  'select number from invoices where account_id = $1 and month = $2 and released_at is null',
  { number: orNull(text) },
)

const firstMove = statement(
  'sandboxes.first-move',
  `select created_at as "createdAt" from stock_moves
   where account_id = $1 and kind in ('received', 'moved', 'shipped', 'withdrawn', 'found', 'lost')
   order by created_at, id limit 1`,
  { createdAt: instant },
)

const billedAt = Temporal.PlainTime.from('06:00')

/** The first month that has to be billed: on the first of the next one, in the morning, after the operator's own run. */
export async function findMonthSteps(
  { db }: Deps,
  accountId: number,
  { since, until, tried }: Span,
): Promise<Step[]> {
  if (billingOf(firstMonthDue(since)) > until) return []
  // Each month is tried after the one before, however long the way is: what follows on the last is left.
  const last = [...tried].findLast((key) => key.startsWith(keyStart))
  const month = last ? monthAfter(last.slice(keyStart.length)) : await findFirstWithCost(db, accountId, since)
  const at = month && billingOf(month)
  if (!at || at > until) return []
  const firstDay = month.toString()
  const run = (deps: Deps) => bill(deps, accountId, { name: month.toPlainYearMonth().toString(), firstDay })
  return [{ key: `${keyStart}${firstDay}`, at, what: 'invoice.validate', id: 0, isOnce: true, run }]
}

const keyStart = 'month '
const monthAfter = (firstDay: string) => Temporal.PlainDate.from(firstDay).add({ months: 1 })
const billingOf = (month: Temporal.PlainDate): Date =>
  parisMoment(month.add({ months: 1 }).toPlainDateTime(billedAt))

/** The month that is billed first after a moment. */
function firstMonthDue(from: Date): Temporal.PlainDate {
  const present = parisClock(from).toPlainDate().with({ day: 1 })
  const past = present.subtract({ months: 1 })
  return billingOf(past) > from ? past : present
}

/** Nobody pays for a time before their first bottle. */
async function findFirstWithCost(db: Database, accountId: number, since: Date) {
  const first = await db.row(firstMove, [accountId])
  return first && firstMonthDue(first.createdAt > since ? first.createdAt : since)
}

type Month = { name: string; firstDay: string }

/** A month that has its invoice keeps it, and one that costs nothing gets none: there is nothing to tell then. */
async function bill(deps: Deps, accountId: number, { name, firstDay }: Month): Promise<Taken | undefined> {
  const former = await deps.db.row(numberOfMonth, [accountId, firstDay])
  if (former && former.number !== null) return undefined
  const { invoiceId: id, number } = await billAccountMonth(deps, accountId, name)
  if (id === null) return undefined
  const refusal = `The invoice of ${name} stays a draft: an address is missing, or nothing is to be paid.`
  return number === null ? { id, refusal } : { id }
}

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
  if (billingOf(monthAfter(since)) > until && billingOf(monthOf(since)) <= since) return []
  const from = await firstCost(db, accountId, since)
  if (!from) return []
  for (let first = monthOf(from); billingOf(first) <= until; first = first.add({ months: 1 })) {
    const at = billingOf(first)
    const month = first.subtract({ months: 1 })
    const name = month.toPlainYearMonth().toString()
    const key = `month ${name}`
    if (at > from && !tried.has(key))
      return [
        {
          ...{ key, at, what: 'invoice.validate', id: 0, isOnce: true },
          run: (deps) => bill(deps, accountId, { name, firstDay: month.toString() }),
        },
      ]
  }
  return []
}

const monthOf = (moment: Date): Temporal.PlainDate => parisClock(moment).toPlainDate().with({ day: 1 })
const monthAfter = (moment: Date): Temporal.PlainDate => monthOf(moment).add({ months: 1 })
const billingOf = (first: Temporal.PlainDate): Date => parisMoment(first.toPlainDateTime(billedAt))

/** From when on there may be something to bill: nobody pays for a time before their first bottle. */
async function firstCost(db: Database, accountId: number, since: Date): Promise<Date | undefined> {
  const first = await db.row(firstMove, [accountId])
  return first && (first.createdAt > since ? first.createdAt : since)
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

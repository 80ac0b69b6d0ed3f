import type { Database } from '../../db/database.ts'
import { int, statement } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { readCents, writeCents } from '../invoices/signed-cents.ts'
import { Refusal } from '../problems.ts'
import { type BillOutcome, billAccount } from './bill-account.ts'
import { readMonth, refuseUnlessOver } from './billing-month.ts'
import { orderPricer } from './price-orders.ts'

export type BillingFailure = { accountId: number; reason: string }
/** How many accounts came to what. `subtotal` is what was computed for all of them, in euro before VAT. */
export type BillingRun = Record<BillOutcome, number> & {
  month: string
  dryRun: boolean
  subtotal: string
  failed: number
  /** The first of those that failed. */
  failures: BillingFailure[]
}

const mostFailures = 100
const nextAccounts = statement(
  'billing.next-accounts',
  `select a.id from accounts a
   where a.id > $1 and not exists (select from sandboxes s where s.account_id = a.id and s.shown_at is not null)
   order by a.id limit 500`,
  { id: int },
)

/** Every account there is, a few at a time. Those with a clock of their own have months of their own. */
async function* everyAccount(db: Database): AsyncGenerator<number> {
  for (let last = 0; ; ) {
    const accounts = await db.rows(nextAccounts, [last])
    if (accounts.length === 0) return
    for (const { id } of accounts) {
      last = id
      yield id
    }
  }
}

/**
 * Bills a month that is over, each account in a transaction of its own, so that one that cannot be billed keeps no other from it.
 * It may be run again, and by several processes at once: a draft is then made or renewed once and found unchanged by the others.
 */
export async function runBilling(
  deps: Deps,
  { month: name, dryRun }: { month: string; dryRun: boolean },
): Promise<BillingRun> {
  if (deps.db.isTransaction)
    throw new Error('A billing run has a transaction for each account, and none around them')
  const month = readMonth(name)
  refuseUnlessOver(month, deps.now())
  const priceOrder = orderPricer(deps.db)
  const counts: Record<BillOutcome, number> = { made: 0, renewed: 0, unchanged: 0, empty: 0 }
  const failures: BillingFailure[] = []
  let [failed, cents] = [0, 0n]
  for await (const accountId of everyAccount(deps.db)) {
    try {
      const { outcome, subtotal } = await billAccount(deps, accountId, { month, priceOrder, dryRun })
      counts[outcome]++
      cents += readCents(subtotal)
    } catch (error) {
      failed++
      if (failures.length < mostFailures) failures.push({ accountId, reason: reasonOf(error) })
    }
  }
  return { month: month.name, dryRun, ...counts, subtotal: writeCents(cents), failed, failures }
}

function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.problem.code
  return error instanceof Error ? error.message : String(error)
}

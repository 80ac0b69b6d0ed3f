import type { Logger } from 'pino'
import { recordAudit } from '../core/audit/record-audit.ts'
import { lastFullMonth } from '../core/billing/billing-month.ts'
import { runBilling } from '../core/billing/run-billing.ts'
import type { Deps } from '../core/deps.ts'

/**
 * The crontab is in UTC: 03:30 there is 04:30 in Paris in winter and 05:30 in summer, on the first day of the month in both. When no
 * worker ran at that time, one that starts within a week makes up for it.
 */
export const billMonthCron = '30 3 1 * * bill_month ?fill=1w&max=3'

/** Drafts for the month before. Accounts that failed are tried again by the worker's own growing pauses. */
export const makeMonthBiller = (deps: Deps, log: Logger) => async (): Promise<void> => {
  const { name: month } = lastFullMonth(deps.now())
  const run = await runBilling(deps, { month, dryRun: false })
  const origin = { via: 'job', staffName: 'Monthly billing' } as const
  await recordAudit(deps.db, origin, { action: 'billing-run.create', detail: run }, deps.now())
  const { failures, ...counts } = run
  log.info(counts, 'billed the month')
  if (run.failed > 0) {
    log.error({ month, failures }, 'accounts could not be billed')
    throw new Error(`${run.failed} account(s) could not be billed for ${month}`)
  }
}

import type { Deps } from '../deps.ts'
import { inTransaction } from '../in-transaction.ts'
import { findParties } from '../invoices/invoice-parties.ts'
import { lockInvoice } from '../invoices/invoice-writes.ts'
import { isOpen } from '../invoices/open-invoice.ts'
import { validateInvoice } from '../invoices/validate-invoice.ts'
import { atTimeOf } from '../sandbox/account-clock.ts'
import { type BillOutcome, billAccount } from './bill-account.ts'
import { readMonth, refuseUnlessOver } from './billing-month.ts'
import { lockInvoiceOfMonth } from './month-draft.ts'
import { orderPricer } from './price-orders.ts'

export type BilledMonth = {
  outcome: BillOutcome
  /** Null when the month came to nothing. */
  invoiceId: number | null
  /** Null while it is a draft. */
  number: string | null
}

/**
 * Bills one account for a month that is over on its clock, as the operator does: drafted, and numbered at once if it can be. It stays
 * a draft where an address is missing or nothing is to be paid. It may be run again: a month that is billed stays as it is.
 */
export const billAccountMonth = (deps: Deps, accountId: number, monthName: string): Promise<BilledMonth> =>
  inTransaction(deps, async (outside) => {
    const within = await atTimeOf(outside, accountId)
    const { db, now } = within
    const month = readMonth(monthName)
    refuseUnlessOver(month, now())
    const choice = { month, priceOrder: orderPricer(db), dryRun: false }
    const { outcome } = await billAccount(within, accountId, choice)
    const billed = await lockInvoiceOfMonth(db, accountId, month.firstDay)
    if (!billed) return { outcome, invoiceId: null, number: null }
    const invoice = await lockInvoice(db, accountId, billed.id)
    const number =
      isOpen(invoice.state) && (await canBeIssued(within, accountId, invoice))
        ? (await validateInvoice(within, invoice.id)).number
        : invoice.number
    return { outcome, invoiceId: invoice.id, number }
  })

async function canBeIssued(
  { db }: Deps,
  accountId: number,
  { lineCount, isNegative }: { lineCount: number; isNegative: boolean },
): Promise<boolean> {
  const { company, billing } = await findParties(db, accountId)
  return company !== undefined && billing !== undefined && lineCount > 0 && !isNegative
}

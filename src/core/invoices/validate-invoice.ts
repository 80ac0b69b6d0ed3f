import { monthFrom, refuseUnlessOver } from '../billing/billing-month.ts'
import type { Deps } from '../deps.ts'
import { tellOwner } from '../mails/tell-owner.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { getParties } from './invoice-parties.ts'
import type { LockedInvoice } from './invoice-writes.ts'
import { issueInvoice } from './issue-invoice.ts'
import { refuseUnlessOpen } from './open-invoice.ts'
import { tellOfInvoice } from './tell-of-invoice.ts'
import { withInvoice } from './with-invoice.ts'

/** Numbers a draft without a gap, prints on it who bills whom, and mails its owner. It never changes again. */
export function validateInvoice(
  deps: Deps,
  invoiceId: number,
): Promise<{ accountId: number; number: string }> {
  return withInvoice(deps, invoiceId, async (within, accountId, invoice) => {
    const { db, now } = within
    refuseUnlessOpen(invoice)
    refuseUnlessIssuable(invoice, now())
    const { company, billing, billedTo, billedBy } = await getParties(db, accountId)
    const terms = {
      prefix: company.invoicePrefix,
      paymentDays: company.paymentDays,
      paymentMode: billing.paymentMode,
      purchaseOrder: invoice.purchaseOrder ?? billing.purchaseOrder,
    }
    const issue = { ...terms, billedTo, billedBy }
    const { number, dueOn } = await issueInvoice(db, accountId, invoiceId, issue, now)
    await tellOfInvoice(within, accountId, invoiceId, invoice.state === 'ongoing' ? 'update' : 'create')
    await tellOwner(within, accountId, {
      kind: 'invoice_validated',
      copies: 'billing',
      subject: `Invoice ${number}`,
      body: `Your invoice ${number} over ${invoice.total} EUR including VAT has been issued. It is due on ${dueOn}.`,
    })
    return { accountId, number }
  })
}

function refuseUnlessIssuable({ month, lineCount, isNegative, total }: LockedInvoice, now: Date): void {
  if (month !== null) refuseUnlessOver(monthFrom(month), now)
  if (lineCount === 0)
    throw new WorkRefusal('step_not_possible', 'The invoice has no lines. Add one, or delete the draft.')
  if (isNegative)
    throw new WorkRefusal(
      'step_not_possible',
      `The total of the invoice is ${total}. What is given back is a credit note on an earlier invoice.`,
    )
}

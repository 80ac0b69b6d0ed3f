import type { Deps } from '../deps.ts'
import { WorkRefusal } from '../work-refusal.ts'
import type { InvoiceState } from './invoice-reads.ts'
import { addUpInvoice, type LockedInvoice } from './invoice-writes.ts'
import { tellOfInvoice } from './tell-of-invoice.ts'
import { withInvoice } from './with-invoice.ts'

/** Without a number: a draft, or one that was announced to its owner. Both can still change. */
export const isOpen = (state: InvoiceState | string): boolean => state === 'draft' || state === 'ongoing'

export function refuseUnlessOpen({ state, number, kind }: LockedInvoice): void {
  if (isOpen(state)) return
  const name = kind === 'credit_note' ? 'credit note' : 'invoice'
  throw new WorkRefusal(
    'step_not_possible',
    `The ${name} ${number ?? ''} is ${state} and does not change any more. ${
      kind === 'credit_note' ? '' : 'What is wrong on it is put right by a credit note.'
    }`.trim(),
  )
}

/** Does something to an invoice that is still open, adds it up anew, and tells its owner if they see it. */
export async function changeOpenInvoice(
  deps: Deps,
  invoiceId: number,
  work: (within: Deps, accountId: number, invoice: LockedInvoice) => Promise<void>,
): Promise<{ accountId: number }> {
  return withInvoice(deps, invoiceId, async (within, accountId, invoice) => {
    refuseUnlessOpen(invoice)
    await work(within, accountId, invoice)
    await addUpInvoice(within.db, accountId, invoiceId, within.now())
    if (invoice.state === 'ongoing') await tellOfInvoice(within, accountId, invoiceId, 'update')
    return { accountId }
  })
}

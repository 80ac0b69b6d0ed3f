import type { Deps } from '../deps.ts'
import { inTransaction } from '../in-transaction.ts'
import { atTimeOf } from '../sandbox/account-clock.ts'
import { getInvoiceOwner, type LockedInvoice, lockInvoice } from './invoice-writes.ts'

/** Runs `work` on an invoice that is locked, in one transaction, at the time of its owner. */
export const withInvoice = <T>(
  deps: Deps,
  invoiceId: number,
  work: (within: Deps, accountId: number, invoice: LockedInvoice) => Promise<T>,
): Promise<T> =>
  inTransaction(deps, async (within) => {
    const accountId = await getInvoiceOwner(within.db, invoiceId)
    const invoice = await lockInvoice(within.db, accountId, invoiceId)
    return work(await atTimeOf(within, accountId), accountId, invoice)
  })

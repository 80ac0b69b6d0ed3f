import { parisClock } from '../calendar/paris-time.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../in-transaction.ts'
import { findInvoice, type Invoice } from '../invoices/invoice-reads.ts'
import { lockInvoice } from '../invoices/invoice-writes.ts'
import { markPayment, type NewPayment } from '../invoices/payments.ts'
import { notFound } from '../problems.ts'
import { atTimeOf } from './account-clock.ts'

/** All that is open of an invoice of the account's own is paid, today unless told otherwise. */
export const payInvoice = (
  deps: Deps,
  accountId: number,
  id: number,
  { paidOn, mode = 'transfer' }: Partial<Pick<NewPayment, 'paidOn' | 'mode'>>,
): Promise<Invoice> =>
  inTransaction(deps, async (outside) => {
    const within = await atTimeOf(outside, accountId)
    const getOwn = async () => {
      const invoice = await findInvoice(within.db, accountId, id)
      if (!invoice) throw notFound()
      return invoice
    }
    await getOwn()
    const { openAmount: amount } = await lockInvoice(within.db, accountId, id)
    const today = parisClock(within.now()).toPlainDate().toString()
    await markPayment(within, id, { amount, mode, paidOn: paidOn ?? today, reference: null })
    return getOwn()
  })

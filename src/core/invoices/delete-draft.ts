import { statement } from '../../db/statement.ts'
import { releaseWork } from '../billing/month-draft.ts'
import type { Deps } from '../deps.ts'
import { refuseUnlessOpen } from './open-invoice.ts'
import { tellOfInvoice } from './tell-of-invoice.ts'
import { withInvoice } from './with-invoice.ts'

const deleteLines = statement(
  'invoice-lines.delete-all',
  'delete from invoice_lines where account_id = $1 and invoice_id = $2',
  {},
)
const deleteInvoice = statement(
  'invoices.delete',
  'delete from invoices where account_id = $1 and id = $2',
  {},
)

/** Removes an invoice that was never numbered, and gives free what it billed. Its row is locked already. */
export async function removeOpenInvoice(
  deps: Deps,
  accountId: number,
  { id, state }: { id: number; state: string },
): Promise<void> {
  if (state === 'ongoing') await tellOfInvoice(deps, accountId, id, 'delete')
  await releaseWork(deps.db, accountId, id)
  await deps.db.run(deleteLines, [accountId, id])
  await deps.db.run(deleteInvoice, [accountId, id])
}

/** Deletes a draft: the orders, the putaways and the month it billed can be billed again. */
export function deleteDraft(deps: Deps, invoiceId: number): Promise<{ accountId: number }> {
  return withInvoice(deps, invoiceId, async (within, accountId, invoice) => {
    refuseUnlessOpen(invoice)
    await removeOpenInvoice(within, accountId, invoice)
    return { accountId }
  })
}

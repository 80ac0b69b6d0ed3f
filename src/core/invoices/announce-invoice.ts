import { statement } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { getParties } from './invoice-parties.ts'
import { refuseUnlessOpen } from './open-invoice.ts'
import { tellOfInvoice } from './tell-of-invoice.ts'
import { withInvoice } from './with-invoice.ts'

const announce = statement(
  'invoices.announce',
  `update invoices set state = 'ongoing', billed_to = $3, billed_by = $4, payment_mode = $5, updated_at = $6
   where account_id = $1 and id = $2`,
  {},
)

/** Shows a draft to its owner as it grows. It has no number yet and can still change. */
export function announceInvoice(deps: Deps, invoiceId: number): Promise<{ accountId: number }> {
  return withInvoice(deps, invoiceId, async (within, accountId, invoice) => {
    const { db, now } = within
    refuseUnlessOpen(invoice)
    if (invoice.state === 'ongoing')
      throw new WorkRefusal('step_not_possible', 'The invoice is shown to its owner already.')
    const { billing, billedTo, billedBy } = await getParties(db, accountId)
    const printed = [JSON.stringify(billedTo), JSON.stringify(billedBy), billing.paymentMode]
    await db.run(announce, [accountId, invoiceId, ...printed, now()])
    await tellOfInvoice(within, accountId, invoiceId, 'create')
    return { accountId }
  })
}

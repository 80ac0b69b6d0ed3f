import type { Deps } from '../deps.ts'
import { type Change, recordEvent } from '../events/record-event.ts'
import { notFound } from '../problems.ts'
import { findInvoice } from './invoice-reads.ts'

/** Tells of a change to an invoice that its owner can see. A draft is none. */
export async function tellOfInvoice(
  deps: Deps,
  accountId: number,
  invoiceId: number,
  change: Change,
): Promise<void> {
  const record = await findInvoice(deps.db, accountId, invoiceId)
  if (!record) throw notFound()
  await recordEvent(deps.db, accountId, change, { subject: 'invoice', record }, deps.now())
}

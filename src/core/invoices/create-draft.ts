import { findAccountBilling } from '../billing/account-billing.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../in-transaction.ts'
import { atTimeOf } from '../sandbox/account-clock.ts'
import { type FreeLine, refuseBadLines, toNewLine } from './free-lines.ts'
import { addLines, addUpInvoice, insertDraft } from './invoice-writes.ts'

export type NewDraft = { accountId: number; purchaseOrder: string | null; lines: readonly FreeLine[] }

/** An invoice that somebody writes by hand, for what no run bills. */
export function createDraft(deps: Deps, draft: NewDraft): Promise<{ id: number }> {
  const { accountId, purchaseOrder, lines } = draft
  return inTransaction(deps, async (outside) => {
    const { db, now } = await atTimeOf(outside, accountId)
    const billing = await findAccountBilling(db, accountId)
    await refuseBadLines(db, lines, (index, field) => `lines.${index}.${field}`)
    const paymentMode = billing?.paymentMode ?? 'sdd'
    const invoice = { kind: 'invoice', month: null, creditsId: null, purchaseOrder, paymentMode } as const
    const id = await insertDraft(db, accountId, invoice, now())
    if (lines.length > 0) await addLines(db, accountId, id, lines.map(toNewLine))
    await addUpInvoice(db, accountId, id, now())
    return { id }
  })
}

import type { Database } from '../../db/database.ts'
import { decimal, statement } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { removeOpenInvoice } from '../invoices/delete-draft.ts'
import { addLines, addUpInvoice, insertDraft } from '../invoices/invoice-writes.ts'
import { tellOfInvoice } from '../invoices/tell-of-invoice.ts'
import { findAccountBilling } from './account-billing.ts'
import { readBillableWork } from './billable-work.ts'
import type { BillingMonth } from './billing-month.ts'
import { type ComputedLine, composeLines } from './compose-lines.ts'
import {
  type BilledWork,
  claimWork,
  clearComputed,
  lockInvoiceOfMonth,
  presentBill,
  readFormerBill,
  takeBillingTurn,
} from './month-draft.ts'
import type { PriceOrder } from './price-orders.ts'
import { readStorageLines } from './storage-days.ts'
import { readServiceCards } from './work-rates.ts'

/** `unchanged` is also a month whose invoice is validated: that one is never touched. */
export type BillOutcome = 'made' | 'renewed' | 'unchanged' | 'empty'
type Bill = { lines: ComputedLine[]; work: BilledWork }
type Choice = { month: BillingMonth; priceOrder: PriceOrder; dryRun: boolean }
/** `subtotal` is what the run computed, in euro before VAT; free lines are not in it. */
export type AccountBill = { outcome: BillOutcome; subtotal: string }

const sumOfLines = statement(
  'billing.sum-of-lines',
  'select coalesce(sum(round(q * p, 2)), 0.00) as subtotal from unnest($1::numeric[], $2::numeric[]) l (q, p)',
  { subtotal: decimal },
)

/** Makes the draft of an account's month, or computes it anew. Free lines that somebody wrote on it are kept. */
export function billAccount(deps: Deps, accountId: number, choice: Choice): Promise<AccountBill> {
  return deps.db.transaction(async (db) => {
    await takeBillingTurn(db, accountId)
    const { month, dryRun } = choice
    const within = { ...deps, db }
    const former = await lockInvoiceOfMonth(db, accountId, month.firstDay)
    if (former && former.state !== 'draft' && former.state !== 'ongoing')
      return { outcome: 'unchanged', subtotal: '0.00' }
    const bill = await computeBill(db, accountId, choice, former?.id ?? null)
    const subtotal = await sumUp(db, bill.lines)
    if (!former) {
      if (isNothing(bill)) return { outcome: 'empty', subtotal }
      if (!dryRun) await makeDraft(within, accountId, month, bill)
      return { outcome: 'made', subtotal }
    }
    const outcome = await compareWithFormer(db, accountId, former.id, bill)
    if (!dryRun && outcome === 'empty') await removeOpenInvoice(within, accountId, former)
    if (!dryRun && outcome === 'renewed') await renewDraft(within, accountId, former, bill)
    return { outcome, subtotal }
  })
}

// Work that costs nothing is left unbilled: an invoice without a line could not be issued.
const isNothing = ({ lines }: Bill) => lines.length === 0

async function computeBill(
  db: Database,
  accountId: number,
  { month, priceOrder }: Choice,
  draftId: number | null,
): Promise<Bill> {
  const storage = await readStorageLines(db, accountId, month)
  const { orders, putaways } = await readBillableWork(db, accountId, month, draftId)
  const work = { orders: await Promise.all(orders.map(priceOrder)), putaways }
  return { lines: composeLines(storage, work, await readServiceCards(db)), work }
}

async function compareWithFormer(
  db: Database,
  accountId: number,
  draftId: number,
  bill: Bill,
): Promise<BillOutcome> {
  const former = await readFormerBill(db, accountId, draftId)
  const present = presentBill(bill.lines, bill.work)
  if (isNothing(bill) && former.freeLineCount === 0) return 'empty'
  const isSame =
    former.isComparable &&
    former.work === present.work &&
    former.lines.join('\n') === present.lines.join('\n')
  return isSame ? 'unchanged' : 'renewed'
}

async function makeDraft(deps: Deps, accountId: number, month: BillingMonth, bill: Bill): Promise<void> {
  const { db } = deps
  const billing = await findAccountBilling(db, accountId)
  const draft = {
    kind: 'invoice',
    month: month.firstDay,
    creditsId: null,
    purchaseOrder: null,
    paymentMode: billing?.paymentMode ?? 'sdd',
  } as const
  const id = await insertDraft(db, accountId, draft, deps.now())
  await writeBill(db, accountId, id, bill, deps.now())
}

async function renewDraft(
  deps: Deps,
  accountId: number,
  { id, state }: { id: number; state: string },
  bill: Bill,
): Promise<void> {
  await clearComputed(deps.db, accountId, id)
  await writeBill(deps.db, accountId, id, bill, deps.now())
  if (state === 'ongoing') await tellOfInvoice(deps, accountId, id, 'update')
}

async function writeBill(db: Database, accountId: number, id: number, bill: Bill, now: Date): Promise<void> {
  const lines = bill.lines.map((line) => ({ ...line, productId: null, creditsLineId: null }))
  await addLines(db, accountId, id, lines)
  await claimWork(db, accountId, id, bill.work)
  await addUpInvoice(db, accountId, id, now)
}

async function sumUp(db: Database, lines: readonly ComputedLine[]): Promise<string> {
  const values = [lines.map(({ quantity }) => quantity), lines.map(({ unitPrice }) => unitPrice)]
  return (await db.row(sumOfLines, values))?.subtotal ?? '0.00'
}

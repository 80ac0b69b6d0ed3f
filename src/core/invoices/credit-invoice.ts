import type { Database } from '../../db/database.ts'
import { bool, decimal, int, json, orNull, statement, text } from '../../db/statement.ts'
import { releaseWork } from '../billing/month-draft.ts'
import { findCompany } from '../billing/operator-company.ts'
import type { Deps } from '../deps.ts'
import { tellOwner } from '../mails/tell-owner.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { type CreditableLine, creditLines, type LineCredit } from './credit-lines.ts'
import type { BilledBy, BilledTo } from './invoice-reads.ts'
import { addLines, addUpInvoice, insertDraft, type LockedInvoice, settleInvoice } from './invoice-writes.ts'
import { issueInvoice } from './issue-invoice.ts'
import { isOpen } from './open-invoice.ts'
import { tellOfInvoice } from './tell-of-invoice.ts'
import { withInvoice } from './with-invoice.ts'

export type Credit = {
  /** Null takes back all that is left. */
  lines: readonly LineCredit[] | null
  /** Whether the month, orders and putaways of an invoice that is now credited whole may be billed by another. */
  billAgain: boolean
}

const creditableLines = statement(
  'invoice-lines.creditable',
  `select l.id, l.product_id as "productId", l.label, l.quantity, l.unit_price as "unitPrice", l.vat_percent as "vatPercent",
     l.amount, l.amount + coalesce((
       select sum(c.amount) from invoice_lines c where c.account_id = $1 and c.credits_line_id = l.id), 0) as "left"
   from invoice_lines l where l.account_id = $1 and l.invoice_id = $2 order by l.id`,
  {
    id: int,
    productId: orNull(int),
    label: orNull(text),
    quantity: decimal,
    unitPrice: decimal,
    vatPercent: decimal,
    amount: decimal,
    left: decimal,
  },
)
// At each rate, and over all of them, what is left lies between nothing and what was billed.
const creditBounds = statement(
  'invoices.credit-bounds',
  `select n.total < 0 as "isCredit", i.total - i.credited + n.total >= 0 and not exists (
       select from (
         select l.vat_percent, sum(l.amount) filter (where l.invoice_id = i.id) as billed, sum(l.amount) as remaining
         from invoice_lines l
         where l.account_id = $1 and l.invoice_id in (
           select c.id from invoices c where c.account_id = $1 and (c.id = i.id or c.credits_id = i.id))
         group by l.vat_percent) rate
       where rate.remaining not between least(rate.billed, 0) and greatest(rate.billed, 0)) as "isWithin"
   from invoices n join invoices i on i.account_id = $1 and i.id = n.credits_id
   where n.account_id = $1 and n.id = $2`,
  { isCredit: bool, isWithin: bool },
)
const printedParties = statement(
  'invoices.parties',
  `select billed_to as "billedTo", billed_by as "billedBy" from invoices where account_id = $1 and id = $2`,
  { billedTo: json<BilledTo>(), billedBy: json<BilledBy>() },
)
const markReleased = statement(
  'invoices.mark-released',
  'update invoices set released_at = $3 where account_id = $1 and id = $2',
  {},
)

/** Takes an invoice back, whole or in part, by a negative one with a number of its own. */
export function creditInvoice(
  deps: Deps,
  invoiceId: number,
  credit: Credit,
): Promise<{ id: number; accountId: number }> {
  return withInvoice(deps, invoiceId, async (within, accountId, invoice) => {
    const { db, now } = within
    refuseUnlessCreditable(invoice)
    const { id, number, total } = await writeCreditNote(within, accountId, invoice, credit.lines)
    const state = await settleInvoice(db, accountId, invoiceId, now())
    if (credit.billAgain) await giveFree(within, accountId, invoiceId, state)
    await tellOfInvoice(within, accountId, id, 'create')
    await tellOfInvoice(within, accountId, invoiceId, 'update')
    await tellOwner(within, accountId, {
      kind: 'invoice_validated',
      copies: 'billing',
      subject: `Credit note ${number}`,
      body: `The credit note ${number} over ${total} EUR including VAT on your invoice ${invoice.number} has been issued.`,
    })
    return { id, accountId }
  })
}

function refuseUnlessCreditable({ kind, state, number }: LockedInvoice): void {
  if (isOpen(state))
    throw new WorkRefusal(
      'step_not_possible',
      'The invoice has no number yet. Change it, or delete the draft.',
    )
  if (kind === 'credit_note')
    throw new WorkRefusal(
      'step_not_possible',
      `${number} is a credit note itself. Bill anew what it took back.`,
    )
  if (state === 'cancelled')
    throw new WorkRefusal('step_not_possible', `The invoice ${number} is credited whole already.`)
}

async function writeCreditNote(
  { db, now }: Deps,
  accountId: number,
  invoice: LockedInvoice,
  asked: readonly LineCredit[] | null,
) {
  const lines: CreditableLine[] = await db.rows(creditableLines, [accountId, invoice.id])
  const credited = creditLines(lines, asked)
  const { purchaseOrder, paymentMode } = invoice
  const note = {
    kind: 'credit_note',
    month: null,
    creditsId: invoice.id,
    purchaseOrder,
    paymentMode,
  } as const
  const id = await insertDraft(db, accountId, note, now())
  if (credited.length > 0) await addLines(db, accountId, id, credited)
  const { total } = await addUpInvoice(db, accountId, id, now())
  await refuseOverrun(db, accountId, id)
  const [company, parties] = await Promise.all([
    findCompany(db),
    db.row(printedParties, [accountId, invoice.id]),
  ])
  if (!company || !parties) throw new Error('A validated invoice has parties')
  const { billedTo, billedBy } = parties
  const terms = { prefix: company.creditNotePrefix, paymentMode, purchaseOrder, paymentDays: null }
  const { number } = await issueInvoice(db, accountId, id, { ...terms, billedTo, billedBy }, now)
  return { id, number, total }
}

async function refuseOverrun(db: Database, accountId: number, noteId: number): Promise<void> {
  const bounds = await db.row(creditBounds, [accountId, noteId])
  if (!bounds?.isCredit)
    throw new WorkRefusal(
      'step_not_possible',
      'That would give nothing back. Choose lines that were charged.',
    )
  if (!bounds.isWithin)
    throw new WorkRefusal(
      'step_not_possible',
      'That would give back more than was billed. Credit the discounts of the invoice as well.',
    )
}

async function giveFree(
  { db, now }: Deps,
  accountId: number,
  invoiceId: number,
  state: string,
): Promise<void> {
  if (state !== 'cancelled')
    throw new WorkRefusal(
      'step_not_possible',
      'Only an invoice that is credited whole can be billed again. Leave bill_again out, or credit all of it.',
    )
  await db.run(markReleased, [accountId, invoiceId, now()])
  await releaseWork(db, accountId, invoiceId)
}

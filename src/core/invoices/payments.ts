import { bool, statement } from '../../db/statement.ts'
import { parisClock } from '../calendar/paris-time.ts'
import type { Deps } from '../deps.ts'
import { invalidField, notFound } from '../problems.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { type LockedInvoice, settleInvoice } from './invoice-writes.ts'
import { isOpen } from './open-invoice.ts'
import { readCents } from './signed-cents.ts'
import { tellOfInvoice } from './tell-of-invoice.ts'
import { withInvoice } from './with-invoice.ts'

export const receivedModes = ['sdd', 'cb', 'transfer', 'cheque'] as const
/** `amount` is euro with two places. */
export type NewPayment = {
  amount: string
  mode: (typeof receivedModes)[number]
  paidOn: string
  reference: string | null
}

const insertPayment = statement(
  'invoice-payments.insert',
  `insert into invoice_payments (account_id, invoice_id, amount, mode, paid_on, reference, created_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
  {},
)
const takeBack = statement(
  'invoice-payments.take-back',
  `update invoice_payments set taken_back_at = $4
   where account_id = $1 and invoice_id = $2 and id = $3 and taken_back_at is null`,
  {},
)
const paymentExists = statement(
  'invoice-payments.exists',
  'select true as "isThere" from invoice_payments where account_id = $1 and invoice_id = $2 and id = $3',
  { isThere: bool },
)

type Work = (within: Deps, accountId: number, invoice: LockedInvoice) => Promise<void>

/** Does something to the payments of an invoice; what they then add up to decides its state. */
function changePayments(deps: Deps, invoiceId: number, work: Work): Promise<{ accountId: number }> {
  return withInvoice(deps, invoiceId, async (within, accountId, invoice) => {
    await work(within, accountId, invoice)
    await settleInvoice(within.db, accountId, invoiceId, within.now())
    await tellOfInvoice(within, accountId, invoiceId, 'update')
    return { accountId }
  })
}

/** Payments in part add up; an invoice is paid when nothing of it is open. */
export const markPayment = (deps: Deps, invoiceId: number, payment: NewPayment) =>
  changePayments(deps, invoiceId, async ({ db, now }, accountId, invoice) => {
    refuseUnlessPayable(invoice)
    const today = parisClock(now()).toPlainDate().toString()
    if (payment.paidOn > today) throw invalidField('paid_on', `must be today (${today}) or earlier`)
    const cents = readCents(payment.amount)
    if (cents <= 0n || cents > readCents(invoice.openAmount))
      throw invalidField('amount', `must be more than 0 and at most ${invoice.openAmount}, which is open`)
    const { amount, mode, paidOn, reference } = payment
    await db.run(insertPayment, [accountId, invoiceId, amount, mode, paidOn, reference, now()])
  })

/** For a payment that was entered by mistake or went back. It stays on record. */
export const takeBackPayment = (deps: Deps, invoiceId: number, paymentId: number) =>
  changePayments(deps, invoiceId, async ({ db, now }, accountId) => {
    if ((await db.run(takeBack, [accountId, invoiceId, paymentId, now()])) > 0) return
    if (!(await db.row(paymentExists, [accountId, invoiceId, paymentId]))) throw notFound()
    throw new WorkRefusal('step_not_possible', 'The payment has been taken back already.')
  })

function refuseUnlessPayable({ kind, state, number }: LockedInvoice): void {
  if (isOpen(state))
    throw new WorkRefusal('step_not_possible', 'The invoice has no number yet. Validate it first.')
  if (kind === 'credit_note')
    throw new WorkRefusal('step_not_possible', `${number} is a credit note: nobody pays it.`)
  if (state !== 'validated')
    throw new WorkRefusal('step_not_possible', `The invoice ${number} is ${state}: nothing of it is open.`)
}

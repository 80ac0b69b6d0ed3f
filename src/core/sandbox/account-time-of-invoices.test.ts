// The operator's books on two accounts, one of which lives in another year.
import { expect, test } from 'vitest'
import { billing, billingCellar } from '../../../test/support/billing-cellar.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { momentsOf } from '../../../test/support/moments.ts'
import { testNow } from '../../../test/support/settings.ts'
import { showClock, shownThen } from '../../../test/support/show-clock.ts'
import { saveAccountBilling } from '../billing/account-billing.ts'
import { getAccountBalance } from '../invoices/account-balance.ts'
import { announceInvoice } from '../invoices/announce-invoice.ts'
import { getBookedInvoice } from '../invoices/booked-invoice.ts'
import { createDraft } from '../invoices/create-draft.ts'
import { creditInvoice } from '../invoices/credit-invoice.ts'
import { deleteDraft } from '../invoices/delete-draft.ts'
import { addDraftLine } from '../invoices/edit-draft.ts'
import { listBooks } from '../invoices/invoice-books.ts'
import { markPayment, takeBackPayment } from '../invoices/payments.ts'
import { validateInvoice } from '../invoices/validate-invoice.ts'

const { deps, db, pool } = await testDatabase()
const cellar = await billingCellar(deps, pool)
const longAgo = new Date('2020-01-06T09:00:00Z')
const page = { page: 1, count: 30 }
const free = { productId: null, label: 'Work', quantity: '1', unitPrice: '100', vatPercent: '20' }
const draftOf = (accountId: number, lines = [free]) =>
  createDraft(deps, { accountId, purchaseOrder: null, lines })
const payment = (amount: string, paidOn: string) =>
  ({ amount, mode: 'transfer', paidOn, reference: null }) as const

async function openAccount() {
  const { accountId } = await cellar.addOwner()
  await showClock(pool, accountId)
  return accountId
}

test('everything in the books of an account has its own time', async () => {
  for (const now of [shownThen, testNow]) {
    const accountId = now === shownThen ? await openAccount() : (await cellar.addOwner()).accountId
    await saveAccountBilling(deps, accountId, billing)
    const { id } = await draftOf(accountId, [])
    await addDraftLine(deps, id, free)
    await announceInvoice(deps, id)
    const { number } = await validateInvoice(deps, id)
    const [year, dueOn, today] =
      now === shownThen ? [2027, '2027-08-12', '2027-07-13'] : [2026, '2026-12-16', '2026-11-16']
    expect(number).toMatch(`F${year}-`)
    expect(await getBookedInvoice(db, id)).toMatchObject({ dueOn, validatedAt: now })
    await markPayment(deps, id, payment('20', today))
    const { payments } = await getBookedInvoice(db, id)
    await takeBackPayment(deps, id, payments[0]?.id ?? 0)
    await creditInvoice(deps, id, { lines: null, billAgain: true })
    const { id: dropped } = await draftOf(accountId)
    await announceInvoice(deps, dropped)
    await deleteDraft(deps, dropped)
    const moments = Object.entries(await momentsOf(pool, accountId, longAgo))
    const stray = moments.filter(([, times]) => times.some((time) => time.getTime() !== now.getTime()))
    expect(stray.filter(([column]) => !column.startsWith('sandboxes.'))).toEqual([])
    expect(moments.map(([column]) => column)).toEqual(
      expect.arrayContaining([
        ...['account_billing.updated_at', 'events.created_at', 'invoices.created_at', 'mails.created_at'],
        ...['invoice_payments.created_at', 'invoice_payments.taken_back_at', 'invoices.released_at'],
      ]),
    )
  }
})

test('what is overdue, and the day of a payment, are told by the clock of the account', async () => {
  const accountId = await openAccount()
  await saveAccountBilling(deps, accountId, billing)
  const { id } = await draftOf(accountId)
  await validateInvoice(deps, id)
  const overdue = async () => [
    (await getAccountBalance(deps, accountId)).overdue,
    (await listBooks(deps, { accountId, isOverdue: true }, page)).total,
  ]
  await showClock(pool, accountId, new Date('2027-08-12T23:59:00+02:00'))
  expect(await overdue()).toEqual(['0.00', 0])
  await showClock(pool, accountId, new Date('2027-08-13T00:00:00+02:00'))
  expect(await overdue()).toEqual(['120.00', 1])
  await expect(markPayment(deps, id, payment('1', '2027-08-14'))).rejects.toMatchObject({
    problem: { fields: [{ field: 'paid_on' }] },
  })
  await markPayment(deps, id, payment('120', '2027-08-13'))
  expect(await overdue()).toEqual(['0.00', 0])
})

test('a month is over when it is so on the clock of the account', async () => {
  const accountId = await openAccount()
  await saveAccountBilling(deps, accountId, billing)
  const { id } = await draftOf(accountId)
  await pool.query(`update invoices set month = '2027-07-01' where id = $1`, [id])
  await showClock(pool, accountId, new Date('2027-07-31T23:59:59+02:00'))
  await expect(validateInvoice(deps, id)).rejects.toMatchObject({ code: 'period_not_over' })
  await showClock(pool, accountId, new Date('2027-08-01T00:00:00+02:00'))
  expect(await validateInvoice(deps, id)).toMatchObject({ accountId })
})

import { expect, test } from 'vitest'
import { billingCellar } from '../../../test/support/billing-cellar.ts'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { getAccountBalance } from './account-balance.ts'
import { getBookedInvoice } from './booked-invoice.ts'
import { createDraft } from './create-draft.ts'
import { creditInvoice } from './credit-invoice.ts'
import { listBooks } from './invoice-books.ts'
import { markPayment, type NewPayment, takeBackPayment } from './payments.ts'
import { validateInvoice } from './validate-invoice.ts'

const { deps, db, pool, clock } = await testDatabase()
const cellar = await billingCellar(deps, pool)

async function invoiceOf(accountId: number, price: string) {
  const line = { productId: null, label: 'Work', quantity: '1', unitPrice: price, vatPercent: '20' }
  const { id } = await createDraft(deps, { accountId, purchaseOrder: null, lines: [line] })
  await validateInvoice(deps, id)
  return id
}
const payment = (amount: string, more: Partial<NewPayment> = {}): NewPayment => ({
  ...{ amount, mode: 'transfer', paidOn: '2026-11-16', reference: 'VIR 7' },
  ...more,
})
const stateOf = async (id: number) => {
  const { state, paid, openAmount } = await getBookedInvoice(db, id)
  return [state, paid, openAmount]
}

test('payments in part add up to paid, and one that is taken back opens the invoice again', async () => {
  const { accountId } = await cellar.billedOwner()
  const id = await invoiceOf(accountId, '100')
  await markPayment(deps, id, payment('20'))
  expect(await stateOf(id)).toEqual(['validated', '20.00', '100.00'])
  await markPayment(deps, id, payment('99.99'))
  await markPayment(deps, id, payment('0.01'))
  expect(await stateOf(id)).toEqual(['paid', '120.00', '0.00'])
  const [first] = (await getBookedInvoice(db, id)).payments
  await takeBackPayment(deps, id, first?.id ?? 0)
  expect(await stateOf(id)).toEqual(['validated', '100.00', '20.00'])
  await expect(takeBackPayment(deps, id, first?.id ?? 0)).rejects.toMatchObject({ code: 'step_not_possible' })
  const { rows } = await pool.query(
    `select change, record ->> 'state' as state from events where subject = 'invoice' and subject_id = $1 order by id`,
    [id],
  )
  expect(rows.map(({ change, state }) => `${change} ${state}`)).toEqual([
    'create validated',
    'update validated',
    'update validated',
    'update paid',
    'update validated',
  ])
})

test('what is credited need not be paid', async () => {
  const { accountId } = await cellar.billedOwner()
  const id = await invoiceOf(accountId, '100')
  const lineId = (await getBookedInvoice(db, id)).lines[0]?.id ?? 0
  await creditInvoice(deps, id, { lines: [{ lineId, amount: '40' }], billAgain: false })
  await expect(markPayment(deps, id, payment('72.01'))).rejects.toMatchObject({
    problem: { fields: [{ field: 'amount', message: expect.stringContaining('72.00') }] },
  })
  await markPayment(deps, id, payment('72'))
  expect(await stateOf(id)).toEqual(['paid', '72.00', '0.00'])
})

test('who pays at the same time cannot pay too much together', async () => {
  const { accountId } = await cellar.billedOwner()
  const id = await invoiceOf(accountId, '10')
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, () => markPayment(deps, id, payment('5'))),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await stateOf(id)).toEqual(['validated', '10.00', '2.00'])
})

test('refuses a payment of nothing, of tomorrow, on a draft, on a credit note, on what is paid', async () => {
  const { accountId } = await cellar.billedOwner()
  const [id, paid] = [await invoiceOf(accountId, '10'), await invoiceOf(accountId, '10')]
  await markPayment(deps, paid, payment('12'))
  const { id: draftId } = await createDraft(deps, { accountId, purchaseOrder: null, lines: [] })
  const { id: noteId } = await creditInvoice(deps, paid, { lines: null, billAgain: false })
  const before = await checksumOf(pool)
  for (const [each, field] of [
    [payment('0'), 'amount'],
    [payment('12.01'), 'amount'],
    [payment('1', { paidOn: '2026-11-17' }), 'paid_on'],
  ] as const)
    await expect(markPayment(deps, id, each)).rejects.toMatchObject({ problem: { fields: [{ field }] } })
  for (const other of [draftId, noteId, paid])
    await expect(markPayment(deps, other, payment('1'))).rejects.toMatchObject({ code: 'step_not_possible' })
  await expect(takeBackPayment(deps, id, 999_999)).rejects.toMatchObject({
    problem: { code: 'record_not_found' },
  })
  expect(await checksumOf(pool)).toEqual(before)
})

test('the balance tells what was billed, paid, is open and is overdue', async () => {
  const { accountId } = await cellar.billedOwner()
  const balance = () => getAccountBalance(deps, accountId)
  const overdue = async () =>
    (await listBooks(deps, { accountId, isOverdue: true }, { page: 1, count: 30 })).records.map(
      ({ id }) => id,
    )
  expect(await balance()).toEqual({ billed: '0.00', paid: '0.00', open: '0.00', overdue: '0.00' })
  const early = await invoiceOf(accountId, '100')
  await markPayment(deps, early, payment('20'))
  const before = clock.now
  clock.now = new Date('2026-12-16T23:59:00+01:00')
  expect(await balance()).toEqual({ billed: '120.00', paid: '20.00', open: '100.00', overdue: '0.00' })
  expect(await overdue()).toEqual([])
  clock.now = new Date('2026-12-17T00:00:00+01:00')
  const late = await invoiceOf(accountId, '10')
  expect(await balance()).toEqual({ billed: '132.00', paid: '20.00', open: '112.00', overdue: '100.00' })
  expect(await overdue()).toEqual([early])
  await markPayment(deps, late, payment('12'))
  await creditInvoice(deps, late, { lines: null, billAgain: false })
  await creditInvoice(deps, early, { lines: null, billAgain: false })
  expect(await balance()).toEqual({ billed: '0.00', paid: '32.00', open: '-32.00', overdue: '0.00' })
  clock.now = before
  await expect(getAccountBalance(deps, 999_999)).rejects.toMatchObject({
    problem: { code: 'record_not_found' },
  })
})

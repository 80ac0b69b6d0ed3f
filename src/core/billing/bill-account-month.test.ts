import { expect, test } from 'vitest'
import { billingCellar } from '../../../test/support/billing-cellar.ts'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { line, pickup } from '../../../test/support/order-cellar.ts'
import { showClock } from '../../../test/support/show-clock.ts'
import { getBookedInvoice } from '../invoices/booked-invoice.ts'
import { createDraft } from '../invoices/create-draft.ts'
import { listMails } from '../mails/mail-reads.ts'
import { billAccountMonth } from './bill-account-month.ts'
import { runBilling } from './run-billing.ts'

const { deps, db, pool, clock } = await testDatabase()
const cellar = await billingCellar(deps, pool)
const monthEnd = new Date('2027-08-01T00:00:00+02:00')

/** An owner with ten bottles since long ago, of which three leave in July 2027. */
async function ownerOfJuly(billed = true) {
  const owner = billed ? await cellar.billedOwner() : await cellar.addOwner()
  await cellar.store(owner.accountId, { count: 10 })
  await cellar.orderOut(owner, pickup([line(cellar.wineId, 3)]), '2027-07-20T10:00:00+02:00')
  await showClock(pool, owner.accountId, monthEnd)
  return owner.accountId
}
const bill = (accountId: number) => billAccountMonth(deps, accountId, '2027-07')

test('a month that only the account has seen pass is billed and numbered at its time', async () => {
  const accountId = await ownerOfJuly()
  const { invoiceId, ...billed } = await bill(accountId)
  expect(billed).toEqual({ outcome: 'made', number: 'F2027-0001' })
  const invoice = await getBookedInvoice(db, invoiceId ?? 0)
  expect(invoice).toMatchObject({
    ...{ accountId, state: 'validated', month: '2027-07-01', dueOn: '2027-08-31' },
    ...{ createdAt: monthEnd, validatedAt: monthEnd },
  })
  expect(invoice.lines.map(({ label, quantity }) => [label, Number(quantity)])).toEqual([
    ['Storage of 0.75 l bottles, July 2027, bottle-days', 10 * 31 - 3 * 12],
    ['Preparation, per order', 1],
    ['Preparation, per bottle', 3],
    ['Packaging, per parcel', 1],
  ])
  const { records } = await listMails(db, accountId, { page: 1, count: 30 })
  expect(records).toMatchObject([{ kind: 'invoice_validated', createdAt: monthEnd }])
})

test('billed twice, also at the same time, it is one invoice', async () => {
  const accountId = await ownerOfJuly()
  const [one, other] = await Promise.all([bill(accountId), bill(accountId)])
  expect([one.outcome, other.outcome].sort()).toEqual(['made', 'unchanged'])
  expect([other.invoiceId, other.number]).toEqual([one.invoiceId, one.number])
  const before = await checksumOf(pool)
  expect(await bill(accountId)).toEqual({ ...one, outcome: 'unchanged' })
  expect(await checksumOf(pool)).toEqual(before)
})

test('refuses a month that is not over on the clock of the account', async () => {
  const accountId = await ownerOfJuly()
  await showClock(pool, accountId, new Date(monthEnd.getTime() - 1))
  const before = await checksumOf(pool)
  await expect(bill(accountId)).rejects.toMatchObject({ code: 'period_not_over' })
  await expect(billAccountMonth(deps, accountId, '2027-13')).rejects.toMatchObject({
    problem: { fields: [{ field: 'month' }] },
  })
  expect(await checksumOf(pool)).toEqual(before)
})

test('without an address it stays a draft, and is numbered once there is one', async () => {
  const accountId = await ownerOfJuly(false)
  const drafted = await bill(accountId)
  expect(drafted).toMatchObject({ outcome: 'made', number: null })
  await pool.query(
    `insert into account_billing (account_id, company, street1, city, zipcode, country, payment_mode, updated_at)
     values ($1, 'Chez Ada', '2 rue', 'Lyon', '69001', 'FR', 'sdd', now())`,
    [accountId],
  )
  expect(await bill(accountId)).toEqual({
    ...drafted,
    outcome: 'unchanged',
    number: expect.stringMatching(/^F2027-/),
  })
})

test('a month in which nothing lay and nothing happened has no invoice', async () => {
  const { accountId } = await cellar.billedOwner()
  await showClock(pool, accountId, monthEnd)
  expect(await bill(accountId)).toEqual({ outcome: 'empty', invoiceId: null, number: null })
})

test('the run of the month leaves out accounts with a clock of their own', async () => {
  clock.now = new Date('2026-12-02T09:00:00+01:00')
  const [apart, back] = [await ownerOfJuly(), await ownerOfJuly()]
  await showClock(pool, back, null)
  await createDraft(deps, { accountId: apart, purchaseOrder: null, lines: [] })
  await runBilling(deps, { month: '2026-11', dryRun: false })
  const { rows } = await pool.query<{ id: number }>(
    `select account_id as id from invoices where month = '2026-11-01' order by 1`,
  )
  expect(rows.map(({ id }) => Number(id))).toEqual([back])
})

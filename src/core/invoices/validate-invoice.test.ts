import { expect, test } from 'vitest'
import { billing, billingCellar, company } from '../../../test/support/billing-cellar.ts'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { saveAccountBilling } from '../billing/account-billing.ts'
import { saveCompany } from '../billing/operator-company.ts'
import { getBookedInvoice } from './booked-invoice.ts'
import { createDraft } from './create-draft.ts'
import { addDraftLine, changePurchaseOrder } from './edit-draft.ts'
import { findInvoice } from './invoice-reads.ts'
import { validateInvoice } from './validate-invoice.ts'

const { deps, db, pool, clock } = await testDatabase()
const cellar = await billingCellar(deps, pool)
const { accountId } = await cellar.billedOwner()

const line = (unitPrice: string, more: Record<string, string> = {}) => ({
  ...{ productId: null, label: 'Work', quantity: '1', vatPercent: '20' },
  unitPrice,
  ...more,
})
const draft = async (...prices: string[]) =>
  (await createDraft(deps, { accountId, purchaseOrder: null, lines: prices.map((each) => line(each)) })).id
const numbersOf = async (prefix: string) => {
  const { rows } = await pool.query<{ number: string }>(
    'select number from invoices where number like $1 order by validated_at, number',
    [`${prefix}%`],
  )
  return rows.map(({ number }) => number)
}
const dense = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index + 1).padStart(4, '0')}`)

test('fifty at once are numbered without a gap, though some of them fail after they took a number', async () => {
  const ids: number[] = []
  for (let index = 0; index < 50; index++) ids.push(await draft(index % 5 === 0 ? '666' : '10'))
  await pool.query(
    `create function refuse_some() returns trigger language plpgsql as $$
     begin raise exception 'provoked'; end $$;
     create trigger refuse_some before insert on events for each row when (new.record ->> 'subtotal' = '666.00')
     execute function refuse_some()`,
  )
  const outcomes = await Promise.allSettled(ids.map((id) => validateInvoice(deps, id)))
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(10)
  expect((await numbersOf('F2026-')).toSorted()).toEqual(dense('F2026-', 40))
  await pool.query('drop function refuse_some cascade')
  const again = await Promise.allSettled(ids.map((id) => validateInvoice(deps, id)))
  expect(again.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect((await numbersOf('F2026-')).toSorted()).toEqual(dense('F2026-', 50))
})

test('two who validate one draft give it one number', async () => {
  const id = await draft('10')
  const outcomes = await Promise.allSettled([validateInvoice(deps, id), validateInvoice(deps, id)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await numbersOf('F2026-')).at(-1)).toBe('F2026-0051')
})

test('numbers begin anew with the Paris year, and a new prefix has a series of its own', async () => {
  clock.now = new Date('2026-12-31T23:30:00Z')
  await saveCompany(deps, { ...company, paymentDays: 45 })
  const { number } = await validateInvoice(deps, await draft('10'))
  expect(number).toBe('F2027-0001')
  await saveCompany(deps, { ...company, invoicePrefix: 'G-' })
  expect((await validateInvoice(deps, await draft('10'))).number).toBe('G-2027-0001')
  await saveCompany(deps, company)
  expect((await validateInvoice(deps, await draft('10'))).number).toBe('F2027-0002')
  clock.now = new Date('2026-11-16T09:30:00+01:00')
})

test('who bills whom, the due day and the reference are printed as they are on that day', async () => {
  const id = await draft('10', '0.01')
  await changePurchaseOrder(deps, id, 'BC-7')
  await saveAccountBilling(deps, accountId, { ...billing, paymentMode: 'cb', purchaseOrder: 'always' })
  await validateInvoice(deps, id)
  await saveAccountBilling(deps, accountId, { ...billing, company: 'Somebody else' })
  const invoice = await findInvoice(db, accountId, id)
  expect(invoice).toMatchObject({
    state: 'validated',
    dueOn: '2026-12-16',
    purchaseOrder: 'BC-7',
    paymentMode: 'cb',
    subtotal: '10.01',
    vat: '2.00',
    total: '12.01',
    billedTo: { company: 'Chez Ada' },
    billedBy: { name: 'Caveau Test SAS', siret: '90123456100017' },
  })
})

test('the owner is mailed with copies to those who keep the books, and the event is the first they hear', async () => {
  await pool.query(`update accounts set billing_copies = '{books@cellar.example}' where id = $1`, [accountId])
  const id = await draft('100')
  const { number } = await validateInvoice(deps, id)
  const { rows: mails } = await pool.query(
    'select kind, recipients, subject, body from mails order by id desc limit 1',
  )
  expect(mails[0]).toMatchObject({
    kind: 'invoice_validated',
    subject: `Invoice ${number}`,
    body: expect.stringContaining('120.00'),
  })
  expect(mails[0].recipients).toContain('books@cellar.example')
  const { rows: events } = await pool.query(
    `select change, record from events where subject = 'invoice' and subject_id = $1`,
    [id],
  )
  expect(events).toMatchObject([
    { change: 'create', record: { id, number, total: '120.00', state: 'validated' } },
  ])
})

test('an invoice of nothing is paid at once', async () => {
  const id = await draft('10', '-10')
  await validateInvoice(deps, id)
  expect(await getBookedInvoice(db, id)).toMatchObject({ state: 'paid', total: '0.00', openAmount: '0.00' })
})

test.each<[string, () => Promise<number>, RegExp]>([
  ['without lines', () => draft(), /has no lines/],
  ['that gives money', () => draft('5', '-6'), /credit note/],
])('a draft %s is refused', async (_what, make, words) => {
  const id = await make()
  const before = await checksumOf(pool)
  await expect(validateInvoice(deps, id)).rejects.toMatchObject({
    code: 'step_not_possible',
    message: expect.stringMatching(words),
  })
  expect(await checksumOf(pool)).toEqual(before)
})

test('a bill for a month that is not over is refused', async () => {
  const id = await draft('5')
  await pool.query(`update invoices set month = '2026-11-01' where id = $1`, [id])
  await expect(validateInvoice(deps, id)).rejects.toMatchObject({ code: 'period_not_over' })
})

test('without company or billing address the refusal says what to fill in', async () => {
  const { accountId: bare } = await cellar.addOwner()
  const { id } = await createDraft(deps, { accountId: bare, purchaseOrder: null, lines: [line('5')] })
  await pool.query('create table kept as select * from operator_company; delete from operator_company')
  const before = await checksumOf(pool)
  await expect(validateInvoice(deps, id)).rejects.toMatchObject({
    code: 'step_not_possible',
    message: expect.stringContaining("the operator's company and the account's billing address"),
    fields: [
      { field: 'company' },
      { field: 'billing', message: expect.stringContaining(`/accounts/${bare}/billing`) },
    ],
  })
  expect(await checksumOf(pool)).toEqual(before)
  await pool.query('insert into operator_company select * from kept')
  await expect(validateInvoice(deps, id)).rejects.toMatchObject({ fields: [{ field: 'billing' }] })
})

test('what is validated does not change any more', async () => {
  const id = await draft('5')
  await validateInvoice(deps, id)
  const before = await checksumOf(pool)
  await expect(addDraftLine(deps, id, line('1'))).rejects.toMatchObject({
    code: 'step_not_possible',
    message: expect.stringContaining('credit note'),
  })
  for (const sql of [
    'update invoices set subtotal = 1, total = 1 + vat where id = $1',
    `update invoices set number = 'F1' where id = $1`,
    `update invoices set billed_to = billed_to || '{"company": "x"}' where id = $1`,
    'delete from invoices where id = $1',
    'delete from invoice_lines where invoice_id = $1',
    'update invoice_lines set quantity = 2 where invoice_id = $1',
    `insert into invoice_lines (account_id, invoice_id, label, quantity, unit_price, vat_percent)
     select account_id, id, 'x', 0, 0, 0 from invoices where id = $1`,
  ])
    await expect(pool.query(sql, [id]), sql).rejects.toMatchObject({ code: expect.stringMatching(/^23/) })
  expect(await checksumOf(pool)).toEqual(before)
})

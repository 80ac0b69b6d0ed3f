import fc from 'fast-check'
import { expect, test } from 'vitest'
import { billingCellar } from '../../../test/support/billing-cellar.ts'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { getBookedInvoice } from './booked-invoice.ts'
import { createDraft } from './create-draft.ts'
import { type Credit, creditInvoice } from './credit-invoice.ts'
import { listInvoices } from './invoice-reads.ts'
import { markPayment } from './payments.ts'
import { readCents } from './signed-cents.ts'
import { validateInvoice } from './validate-invoice.ts'

const { deps, db, pool } = await testDatabase()
const cellar = await billingCellar(deps, pool)
const { accountId } = await cellar.billedOwner()

type Line = { price: string; vat?: string; quantity?: string }
async function invoiceOf(...lines: Line[]) {
  const { id } = await createDraft(deps, {
    accountId,
    purchaseOrder: null,
    lines: lines.map(({ price, vat = '20', quantity = '1' }, index) => ({
      ...{ productId: null, label: `Line ${index}`, quantity, unitPrice: price, vatPercent: vat },
    })),
  })
  await validateInvoice(deps, id)
  return getBookedInvoice(db, id)
}
const whole: Credit = { lines: null, billAgain: false }
const some = (...lines: { lineId: number; amount: string | null }[]): Credit => ({ lines, billAgain: false })
const credit = async (invoiceId: number, how: Credit) =>
  getBookedInvoice(db, (await creditInvoice(deps, invoiceId, how)).id)

test('a whole credit note is the invoice with its signs turned round, and cancels it', async () => {
  const invoice = await invoiceOf(
    { price: '0.335', quantity: '3' },
    { price: '-0.10', vat: '5.5' },
    { price: '10' },
  )
  const note = await credit(invoice.id, whole)
  expect(note).toMatchObject({
    kind: 'credit_note',
    state: 'validated',
    number: 'A2026-0001',
    creditsId: invoice.id,
    subtotal: `-${invoice.subtotal}`,
    vat: `-${invoice.vat}`,
    total: `-${invoice.total}`,
    dueOn: null,
  })
  expect(note.lines.map(({ quantity }) => quantity)).toEqual(['-3.000', '-1.000', '-1.000'])
  expect(await getBookedInvoice(db, invoice.id)).toMatchObject({
    state: 'cancelled',
    credited: invoice.total,
    openAmount: '0.00',
    creditNotes: [{ id: note.id, number: 'A2026-0001' }],
  })
})

test('its owner sees the credit note among the invoices and is told of both', async () => {
  const invoice = await invoiceOf({ price: '10' })
  const note = await credit(invoice.id, whole)
  const { records } = await listInvoices(db, accountId, { page: 1, count: 2 })
  expect(records).toMatchObject([
    { id: note.id, total: '-12.00', lines: [{ quantity: '-1.000' }] },
    { id: invoice.id, state: 'cancelled' },
  ])
  const { rows } = await pool.query(
    `select e.subject_id as id, e.change from events e where e.subject = 'invoice' and e.subject_id in ($1, $2) order by e.id`,
    [invoice.id, note.id],
  )
  expect(rows).toEqual([
    { id: invoice.id, change: 'create' },
    { id: note.id, change: 'create' },
    { id: invoice.id, change: 'update' },
  ])
  const { rows: mails } = await pool.query('select subject from mails order by id desc limit 1')
  expect(mails[0].subject).toBe(`Credit note ${note.number}`)
})

test('lines and amounts can be chosen, and the rest later; the last one cancels the invoice', async () => {
  const invoice = await invoiceOf({ price: '100' }, { price: '50' })
  const [first, second] = invoice.lines.map(({ id }) => id)
  const partly = await credit(invoice.id, some({ lineId: first ?? 0, amount: '30.5' }))
  expect(partly).toMatchObject({ subtotal: '-30.50', vat: '-6.10', total: '-36.60' })
  expect(await getBookedInvoice(db, invoice.id)).toMatchObject({ state: 'validated', openAmount: '143.40' })
  await credit(invoice.id, some({ lineId: second ?? 0, amount: null }))
  const rest = await credit(invoice.id, whole)
  expect(rest).toMatchObject({ subtotal: '-69.50', lines: [{ quantity: '-1.000', unitPrice: '69.5000' }] })
  expect(await getBookedInvoice(db, invoice.id)).toMatchObject({
    state: 'cancelled',
    credited: invoice.total,
  })
})

test('credit notes of one invoice never give back more VAT than it had, however small they are', async () => {
  for (const price of ['0.02', '0.03']) {
    const invoice = await invoiceOf(...Array.from({ length: 10 }, () => ({ price })))
    for (const { id } of invoice.lines) await credit(invoice.id, some({ lineId: id, amount: null }))
    expect(await getBookedInvoice(db, invoice.id)).toMatchObject({
      state: 'cancelled',
      credited: invoice.total,
    })
  }
})

const price = fc
  .integer({ min: 1, max: 999 })
  .map((cents) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`)
test('whatever is credited in whatever parts, it adds up to the invoice and never to more', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ price, vat: fc.constantFrom('20', '5.5', '0') }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 100 })), { maxLength: 4 }),
      async (lines, steps) => {
        const invoice = await invoiceOf(...lines)
        for (const [at, percent] of steps) {
          const line = invoice.lines[at % invoice.lines.length]
          const cents = (readCents(line?.amount ?? '0') * BigInt(percent)) / 100n
          const amount = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
          await creditInvoice(deps, invoice.id, some({ lineId: line?.id ?? 0, amount })).catch((error) =>
            // The line may have less left, or the amount be nothing.
            expect(error).toMatchObject({ problem: { code: 'fields_invalid' } }),
          )
          const { credited, total, state } = await getBookedInvoice(db, invoice.id)
          expect(readCents(credited)).toBeLessThanOrEqual(readCents(total))
          if (state === 'cancelled') break
        }
        const before = await getBookedInvoice(db, invoice.id)
        if (before.state !== 'cancelled') await creditInvoice(deps, invoice.id, whole)
        expect(await getBookedInvoice(db, invoice.id)).toMatchObject({
          state: 'cancelled',
          credited: invoice.total,
        })
      },
    ),
    { numRuns: 25 },
  )
})

test('a paid invoice that is credited owes the account what it paid', async () => {
  const invoice = await invoiceOf({ price: '10' })
  await markPayment(deps, invoice.id, { amount: '12.00', mode: 'cb', paidOn: '2026-11-16', reference: null })
  await credit(invoice.id, whole)
  expect(await getBookedInvoice(db, invoice.id)).toMatchObject({ state: 'cancelled', openAmount: '-12.00' })
})

test('who credits at the same time cannot give back more together than was billed', async () => {
  const invoice = await invoiceOf({ price: '10' })
  const lineId = invoice.lines[0]?.id ?? 0
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, () => creditInvoice(deps, invoice.id, some({ lineId, amount: '4' }))),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await getBookedInvoice(db, invoice.id)).toMatchObject({ credited: '9.60', openAmount: '2.40' })
})

test('credit notes are numbered without a gap, also when some are refused after they were written', async () => {
  const invoice = await invoiceOf({ price: '100' }, { price: '-90' })
  const [charged, discount] = invoice.lines.map(({ id }) => id)
  const before = await checksumOf(pool)
  for (const lines of [[{ lineId: charged ?? 0, amount: null }], [{ lineId: discount ?? 0, amount: null }]])
    await expect(creditInvoice(deps, invoice.id, some(...lines))).rejects.toMatchObject({
      code: 'step_not_possible',
    })
  await expect(
    creditInvoice(deps, invoice.id, { ...some({ lineId: charged ?? 0, amount: '1' }), billAgain: true }),
  ).rejects.toMatchObject({
    code: 'step_not_possible',
    message: expect.stringContaining('bill_again'),
  })
  expect(await checksumOf(pool)).toEqual(before)
  await credit(invoice.id, whole)
  const { rows } = await pool.query<{ number: string }>(
    `select number from invoices where kind = 'credit_note' order by id`,
  )
  expect(rows.map(({ number }) => number)).toEqual(
    rows.map((_, index) => `A2026-${String(index + 1).padStart(4, '0')}`),
  )
})

test('refuses lines that are not there, twice there, or worth less; and what is no open invoice', async () => {
  const invoice = await invoiceOf({ price: '10' })
  const lineId = invoice.lines[0]?.id ?? 0
  const note = await credit(invoice.id, some({ lineId, amount: '1' }))
  const { id: draftId } = await createDraft(deps, { accountId, purchaseOrder: null, lines: [] })
  const before = await checksumOf(pool)
  for (const [lines, field] of [
    [[{ lineId: 999_999, amount: null }], 'lines.0.line_id'],
    [
      [
        { lineId, amount: '1' },
        { lineId, amount: '1' },
      ],
      'lines.1.line_id',
    ],
    [[{ lineId, amount: '9.01' }], 'lines.0.amount'],
    [[{ lineId, amount: '0' }], 'lines.0.amount'],
    [[{ lineId, amount: '-1' }], 'lines.0.amount'],
  ] as const)
    await expect(creditInvoice(deps, invoice.id, { lines, billAgain: false })).rejects.toMatchObject({
      problem: { code: 'fields_invalid', fields: [{ field }] },
    })
  for (const id of [note.id, draftId])
    await expect(creditInvoice(deps, id, whole)).rejects.toMatchObject({ code: 'step_not_possible' })
  await expect(creditInvoice(deps, 999_999, whole)).rejects.toMatchObject({
    problem: { code: 'record_not_found' },
  })
  expect(await checksumOf(pool)).toEqual(before)
  await credit(invoice.id, whole)
  await expect(creditInvoice(deps, invoice.id, whole)).rejects.toMatchObject({
    message: expect.stringContaining('credited whole already'),
  })
})

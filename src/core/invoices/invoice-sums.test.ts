import fc from 'fast-check'
import { expect, test } from 'vitest'
import { billingCellar } from '../../../test/support/billing-cellar.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { getBookedInvoice } from './booked-invoice.ts'
import { createDraft } from './create-draft.ts'
import type { FreeLine } from './free-lines.ts'
import { readCents, writeCents } from './signed-cents.ts'

const { deps, db, pool } = await testDatabase()
const cellar = await billingCellar(deps, pool)
const { accountId } = await cellar.billedOwner()

/** Half away from zero, in whole numbers. */
const divide = (number: bigint, by: bigint) =>
  number < 0n ? -((-number + by / 2n) / by) : (number + by / 2n) / by
const decimal = (units: number, places: number) => {
  const digits = String(Math.abs(units)).padStart(places + 1, '0')
  return `${units < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}
type Figures = { thousandths: number; tenThousandths: number; hundredthsOfPercent: number }

const figures = fc.record({
  thousandths: fc.integer({ min: -999_999, max: 9_999_999 }),
  tenThousandths: fc.integer({ min: -99_999, max: 999_999 }),
  hundredthsOfPercent: fc.constantFrom(0, 210, 550, 1000, 2000),
})
const toLine = ({ thousandths, tenThousandths, hundredthsOfPercent }: Figures): FreeLine => ({
  productId: null,
  label: 'Anything',
  quantity: decimal(thousandths, 3),
  unitPrice: decimal(tenThousandths, 4),
  vatPercent: decimal(hundredthsOfPercent, 2),
})
const amountOf = ({ thousandths, tenThousandths }: Figures) =>
  divide(BigInt(thousandths) * BigInt(tenThousandths), 100_000n)

test('the subtotal is the sum of the lines, VAT that of each rate’s sum, and the total of both, to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(figures, { maxLength: 12 }), async (lines) => {
      const { id } = await createDraft(deps, { accountId, purchaseOrder: null, lines: lines.map(toLine) })
      const invoice = await getBookedInvoice(db, id)
      expect(invoice.lines.map(({ amount }) => readCents(amount))).toEqual(lines.map(amountOf))
      const sumOf = (some: readonly Figures[]) => some.reduce((sum, each) => sum + amountOf(each), 0n)
      const rates = Map.groupBy(lines, ({ hundredthsOfPercent }) => hundredthsOfPercent)
      const vat = [...rates].reduce((sum, [rate, of]) => sum + divide(sumOf(of) * BigInt(rate), 10_000n), 0n)
      expect([invoice.subtotal, invoice.vat, invoice.total]).toEqual(
        [sumOf(lines), vat, sumOf(lines) + vat].map(writeCents),
      )
    }),
    { numRuns: 150 },
  )
})

test.each(['0.00', '-0.01', '12.30', '-1234567.89'])('%s goes through cents and back', (euro) => {
  expect(writeCents(readCents(euro))).toBe(euro)
})

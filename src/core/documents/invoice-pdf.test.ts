import { expect, test } from 'vitest'
import { billingCellar } from '../../../test/support/billing-cellar.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { createDraft } from '../invoices/create-draft.ts'
import { creditInvoice } from '../invoices/credit-invoice.ts'
import { validateInvoice } from '../invoices/validate-invoice.ts'
import { makeInvoicePdf } from './invoice-pdf.ts'

const { deps, pool } = await testDatabase()
const cellar = await billingCellar(deps, pool)
const { accountId } = await cellar.billedOwner()

const draftOf = async (lineCount: number) => {
  const line = (index: number) => ({
    ...{
      productId: null,
      quantity: String(index + 1),
      unitPrice: '1.25',
      vatPercent: index % 7 === 0 ? '5.5' : '20',
    },
    label:
      index % 10 === 9 ? `Line ${index} ${'with a long story '.repeat(12)}` : `Château Ligne ${index} Δοκιμή`,
  })
  const lines = Array.from({ length: lineCount }, (_, index) => line(index))
  return (await createDraft(deps, { accountId, purchaseOrder: null, lines })).id
}
const pageCount = (bytes: Buffer) =>
  Number(/\/Type \/Pages\n\/Count (\d+)/.exec(bytes.toString('latin1'))?.[1])

test.each([
  [1, 1],
  [300, 8],
])('%d lines fill %d pages', async (lineCount, pages) => {
  const { bytes } = await makeInvoicePdf(deps, await draftOf(lineCount))
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pageCount(bytes)).toBe(pages)
})

test('made again it is the same document, and named by its number', async () => {
  const id = await draftOf(3)
  expect((await makeInvoicePdf(deps, id)).name).toBe(`draft-${id}.pdf`)
  const { number } = await validateInvoice(deps, id)
  const [one, other] = [await makeInvoicePdf(deps, id), await makeInvoicePdf(deps, id)]
  expect(one.name).toBe(`${number}.pdf`)
  expect(one.bytes.equals(other.bytes)).toBe(true)
  const note = await creditInvoice(deps, id, { lines: null, billAgain: false })
  expect((await makeInvoicePdf(deps, note.id)).name).toBe('A2026-0001.pdf')
})

test('an invoice that there is not has no document', async () => {
  await expect(makeInvoicePdf(deps, 999_999)).rejects.toMatchObject({ problem: { code: 'record_not_found' } })
})

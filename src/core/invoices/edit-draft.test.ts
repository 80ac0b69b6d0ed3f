import { expect, test } from 'vitest'
import { billingCellar } from '../../../test/support/billing-cellar.ts'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { getBookedInvoice } from './booked-invoice.ts'
import { createDraft } from './create-draft.ts'
import { addDraftLine, removeDraftLine } from './edit-draft.ts'
import { validateInvoice } from './validate-invoice.ts'

const { deps, db, pool } = await testDatabase()
const cellar = await billingCellar(deps, pool)
const { accountId } = await cellar.billedOwner()
const line = { productId: null, label: 'Work', quantity: '1', unitPrice: '10', vatPercent: '20' }
const draftOf = async (count: number) =>
  (
    await createDraft(deps, {
      accountId,
      purchaseOrder: null,
      lines: Array.from({ length: count }, () => line),
    })
  ).id

test('an invoice holds a thousand free lines and no more', async () => {
  const id = await draftOf(1000)
  const before = await checksumOf(pool)
  await expect(addDraftLine(deps, id, line)).rejects.toMatchObject({
    problem: { fields: [{ field: 'lines' }] },
  })
  expect(await checksumOf(pool)).toEqual(before)
})

test('lines that are added at the same time are all in the total', async () => {
  const id = await draftOf(0)
  await Promise.all(Array.from({ length: 12 }, () => addDraftLine(deps, id, line)))
  expect(await getBookedInvoice(db, id)).toMatchObject({ subtotal: '120.00', total: '144.00' })
})

test('a line that is added while the draft is validated is on the invoice, or refused', async () => {
  for (let time = 0; time < 10; time++) {
    const id = await draftOf(1)
    const [, added] = await Promise.allSettled([validateInvoice(deps, id), addDraftLine(deps, id, line)])
    const { lines, subtotal, state } = await getBookedInvoice(db, id)
    expect([state, lines.length, subtotal]).toEqual(
      added.status === 'fulfilled' ? ['validated', 2, '20.00'] : ['validated', 1, '10.00'],
    )
  }
})

test('a line of another invoice is not found', async () => {
  const [one, other] = [await draftOf(1), await draftOf(1)]
  const lineId = (await getBookedInvoice(db, other)).lines[0]?.id ?? 0
  await expect(removeDraftLine(deps, one, lineId)).rejects.toMatchObject({
    problem: { code: 'record_not_found' },
  })
})

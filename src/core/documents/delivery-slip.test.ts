import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { warehouseFloor } from '../../../test/support/warehouse-floor.ts'
import { editOrder } from '../orders/edit-order.ts'
import { getOrderSheet } from '../orders/order-sheet.ts'
import { makeReady } from '../preparation/make-ready.ts'
import { pickByScan } from '../preparation/pick-by-scan.ts'
import { startPreparation } from '../preparation/prepare-order.ts'
import { reportLoss } from '../preparation/report-loss.ts'
import { type DeliverySlip, slipOf } from './delivery-slip.ts'
import { drawDeliverySlips } from './draw-delivery-slip.ts'
import { makeDeliverySlip } from './make-delivery-slip.ts'

const { deps, db, pool } = await testDatabase()
const { ana, orderedWhole, otherWineId, advance, addWine } = await warehouseFloor(deps, pool)

const pagesOf = (bytes: Buffer) => bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length
const slipFor = async (id: number) => slipOf(await getOrderSheet(db, id))

test('says who sends what to whom, when, and what was short', async () => {
  const { id, owner, stored } = await orderedWhole([
    { count: 7 },
    { count: 6, boxCode: 'CBO6' },
    { count: 1, wineId: otherWineId, formatMl: 1500 },
  ])
  await pool.query(`update wines set vintage = 0 where id = $1`, [otherWineId])
  const change = { allowPartial: false, recipient: { phone: '+33 1 99 00 12 34' }, reference: 'WEB-1' }
  await editOrder(deps, owner, id, change)
  await startPreparation(deps, ana, id)
  await reportLoss(deps, ana, id, { bottleId: stored[0]?.[0] ?? 0, reason: 'broken', comment: '' })
  for (const bottleId of stored.flat().slice(1)) await pickByScan(deps, ana, id, { scan: `B${bottleId}` })
  await makeReady(deps, ana, id, { weightGrams: 18_500 })
  expect(await slipFor(id)).toEqual({
    title: `Delivery slip ${id}`,
    sender: ['Bercy', '1 quai', '75012 Bercy', 'FR'],
    recipient: ['Chez Ada', '2 rue', '75002 Ville', 'FR', '+33 1 99 00 12 34'],
    facts: [
      ['Order', String(id)],
      ['Reference', 'WEB-1'],
      ['On behalf of', 'Ada Cave'],
      ['Prepared for', 'Monday 16 November 2026'],
      ['Delivery', 'Tuesday 17 November 2026, morning'],
    ],
    rows: [
      { wine: 'Clos Un', vintage: '2019', format: '0.75 l', box: '–', quantity: '6' },
      { wine: 'Clos Un', vintage: '2019', format: '0.75 l', box: 'CBO6', quantity: '6' },
      { wine: 'Clos Deux', vintage: '–', format: '1.5 l', box: '–', quantity: '1' },
    ],
    missing: [{ wine: 'Clos Un', vintage: '2019', format: '0.75 l', box: '–', quantity: '1' }],
    totals: [
      ['Bottles', '13'],
      ['Parcels', '3'],
      ['Weight', '18.5 kg'],
    ],
  })
  const { name, bytes } = await makeDeliverySlip(deps, owner.accountId, id)
  expect(name).toBe(`delivery-slip-${id}.pdf`)
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pagesOf(bytes)).toBe(1)
})

test('of a pick-up says where it is collected, with or without a name', async () => {
  const { id } = await orderedWhole([{ count: 1 }], 'pickup')
  expect(await slipFor(id)).toMatchObject({
    recipient: ['To be collected at Bercy'],
    facts: expect.arrayContaining([['Collection', 'Tuesday 17 November 2026, morning']]),
    totals: [['Bottles', '1']],
  })
})

describe('is there', () => {
  const gone = { problem: { code: 'record_not_found' } }

  test.each(['new', 'processing'] as const)('not while the order is %s', async (status) => {
    const { id, owner } = await orderedWhole()
    await advance(owner.accountId, id, status)
    await expect(makeDeliverySlip(deps, owner.accountId, id)).rejects.toMatchObject(gone)
  })

  test.each(['ready', 'shipped', 'delivered'] as const)('when it is %s', async (status) => {
    const { id, owner } = await orderedWhole()
    await advance(owner.accountId, id, status)
    expect(pagesOf((await makeDeliverySlip(deps, owner.accountId, id)).bytes)).toBe(1)
  })

  test("not for another's order, nor for one that there is not", async () => {
    const { id, owner } = await orderedWhole()
    await advance(owner.accountId, id, 'ready')
    await expect(makeDeliverySlip(deps, owner.accountId + 1, id)).rejects.toMatchObject(gone)
    await expect(makeDeliverySlip(deps, owner.accountId, 999_999_999)).rejects.toMatchObject(gone)
  })

  test('for each part of a split order when it is packed, and for the whole when all are', async () => {
    const { id, owner, order } = await orderedWhole([{ count: 1 }, { count: 1, warehouse: 1 }])
    const [one = 0, other = 0] = order.children.map((child) => child.id)
    await advance(owner.accountId, one, 'ready')
    expect((await slipFor(one)).facts[0]).toEqual(['Order', `${id}, part ${one}`])
    expect(pagesOf((await makeDeliverySlip(deps, owner.accountId, one)).bytes)).toBe(1)
    for (const not of [id, other])
      await expect(makeDeliverySlip(deps, owner.accountId, not)).rejects.toMatchObject(gone)
    await advance(owner.accountId, other, 'ready')
    expect(pagesOf((await makeDeliverySlip(deps, owner.accountId, id)).bytes)).toBe(2)
  })
})

test('300 lines go over several pages', async () => {
  const names = Array.from(
    { length: 300 },
    (_, index) => `Château du Test no ${index}, ${'x'.repeat(index % 160)}`,
  )
  const { id, owner } = await orderedWhole(
    await Promise.all(names.map(async (name) => ({ count: 1, wineId: await addWine(name) }))),
  )
  await pool.query(`update orders set status = 'ready' where account_id = $1 and id = $2`, [
    owner.accountId,
    id,
  ])
  expect((await slipFor(id)).rows).toHaveLength(300)
  const { bytes } = await makeDeliverySlip(deps, owner.accountId, id)
  expect(pagesOf(bytes)).toBeGreaterThan(7)
})

test.each<[string, Partial<DeliverySlip>, number]>([
  ['letters of every script', { recipient: ['Żółć', 'Ωμέγα', '東京', '🍷', 'ليمون'] }, 1],
  ['a word without end', { sender: ['x'.repeat(200)], recipient: ['y'.repeat(200)] }, 1],
  ['very many shortages', { missing: Array(60).fill(row()) }, 2],
  ['nothing at all', { rows: [], facts: [], totals: [] }, 1],
])('is drawn with %s', async (_what, more, pages) => {
  const slip = { title: 'x', sender: [], recipient: [], facts: [], rows: [row()], missing: [], totals: [] }
  const about = { title: 'x', createdAt: new Date(0), env: 'production' } as const
  expect(pagesOf(await drawDeliverySlips(about, [{ ...slip, ...more }]))).toBe(pages)
})

function row() {
  return { wine: 'Clos Un', vintage: '2019', format: '0.75 l', box: '–', quantity: '1' }
}

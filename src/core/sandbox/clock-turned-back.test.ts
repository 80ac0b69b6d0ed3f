// What becomes of an account whose clock is set back and forth: what happened later stays, and all goes on from there.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { momentsOf } from '../../../test/support/moments.ts'
import { showClock, shownThen } from '../../../test/support/show-clock.ts'
import { warehouseFloor } from '../../../test/support/warehouse-floor.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import { findOrder } from '../orders/order-reads.ts'
import { deliverOrder } from '../preparation/send-order.ts'
import { getCellarOnDay } from '../stock/cellar-on-day.ts'
import { reportStockFind } from '../stock/report-stock-find.ts'
import { reportStockLoss } from '../stock/report-stock-loss.ts'
import { tellMinimumStock } from '../stock/tell-minimum-stock.ts'
import { keepWaits } from './clock-turned-back.ts'

const { deps, db, pool } = await testDatabase()
const floor = await warehouseFloor(deps, pool)
const { ana, wineId } = floor
const [warehouseId = 0] = floor.warehouseIds
const dayMs = 24 * 3_600_000
const monthBefore = new Date(shownThen.getTime() - 30 * dayMs)

async function turnBack(accountId: number, from: Date, to: Date): Promise<void> {
  await db.transaction((within) => keepWaits(within, accountId, to.getTime() - from.getTime()))
  await showClock(pool, accountId, to)
}
const find = (accountId: number, quantity: number) =>
  reportStockFind(deps, {
    ...{ accountId, warehouseId, location: 'A-01', comment: '', bottleIds: [] },
    lines: [{ wineId, formatMl: 750, boxCode: '', quantity }],
  })
const lyingOn = async (accountId: number, day?: string) => {
  const { lines } = await getCellarOnDay(deps, accountId, { isByLocation: false, ...(day && { day }) })
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}

test('the cellar of today is what lies there now, and that of a past day what lay there then', async () => {
  const { owner } = await floor.ownerOf({ count: 3 })
  const { accountId } = owner
  await showClock(pool, accountId)
  const { foundIds } = await find(accountId, 2)
  expect(await lyingOn(accountId, '2027-07-12')).toBe(3)
  expect(await lyingOn(accountId, '2027-07-13')).toBe(5)
  await expect(lyingOn(accountId, '2027-07-14')).rejects.toMatchObject({
    problem: { fields: [{ field: 'date' }] },
  })
  await turnBack(accountId, shownThen, monthBefore)
  expect([await lyingOn(accountId), await lyingOn(accountId, '2027-06-13')]).toEqual([5, 5])
  expect(await lyingOn(accountId, '2027-06-12')).toBe(3)
  await reportStockLoss(deps, { accountId, bottleIds: foundIds, reason: 'missing', comment: '' })
  expect([await lyingOn(accountId), await lyingOn(accountId, '2027-06-13')]).toEqual([3, 3])
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

test('an order that was shipped on a later day can be delivered all the same', async () => {
  const { owner, id } = await floor.orderedWhole()
  const { accountId } = owner
  await showClock(pool, accountId)
  await floor.advance(accountId, id, 'shipped')
  await turnBack(accountId, shownThen, monthBefore)
  for (const [deliveredOn, reason] of [
    ['2027-07-14', 'future'],
    ['2027-06-13', 'shipped'],
  ] as const)
    await expect(deliverOrder(deps, ana, id, { deliveredOn })).rejects.toMatchObject({
      problem: { fields: [{ field: 'delivered_on', message: expect.stringContaining(reason) }] },
    })
  await deliverOrder(deps, ana, id, {})
  expect(await findOrder(db, accountId, id)).toMatchObject({ status: 'delivered', updatedAt: monthBefore })
  const { rows } = await pool.query(
    'select delivered_on::text as day from preparations where order_id = $1',
    [id],
  )
  expect(rows).toEqual([{ day: '2027-07-13' }])
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

test('a wine that runs out after the clock was turned back is told of', async () => {
  const { owner, stored } = await floor.ownerOf({ count: 2 })
  const { accountId } = owner
  await pool.query('update accounts set minimum_stock_alert = 1 where id = $1', [accountId])
  await showClock(pool, accountId)
  expect(await tellMinimumStock(deps)).toBe(0)
  await turnBack(accountId, shownThen, monthBefore)
  await reportStockLoss(deps, { accountId, bottleIds: stored.flat(), reason: 'broken', comment: '' })
  expect(await tellMinimumStock(deps)).toBe(1)
  const moments = await momentsOf(pool, accountId, new Date('2020-01-06T09:00:00Z'))
  expect(moments).toMatchObject({ 'mails.created_at': [monthBefore], 'stock_alerts.told_at': [monthBefore] })
})

test('work goes on over every jump, and the ledger holds', async () => {
  const { owner } = await floor.ownerOf({ count: 20 })
  const { accountId } = owner
  const jumps = ['2027-07-13', '2026-02-01', '2031-12-31', '2020-01-01', '2099-12-30'].map(
    (day) => new Date(`${day}T10:00:00Z`),
  )
  let before = shownThen
  for (const moment of jumps) {
    if (moment < before) await turnBack(accountId, before, moment)
    else await showClock(pool, accountId, moment)
    before = moment
    const { id } = await floor.order(owner, 2)
    await floor.advance(accountId, id, 'delivered')
    expect(await findOrder(db, accountId, id)).toMatchObject({ status: 'delivered', updatedAt: moment })
    await find(accountId, 1)
  }
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

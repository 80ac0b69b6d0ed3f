// The operator's people and the background work do the same to two accounts, one of which lives in another year.
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { momentsOf } from '../../../test/support/moments.ts'
import { delivery, line, pickup } from '../../../test/support/order-cellar.ts'
import { announced, counted } from '../../../test/support/putaway-cellar.ts'
import { testNow } from '../../../test/support/settings.ts'
import { showClock, shownThen } from '../../../test/support/show-clock.ts'
import { tinyFiles } from '../../../test/support/tiny-files.ts'
import { warehouseFloor } from '../../../test/support/warehouse-floor.ts'
import { mergeWines } from '../catalogue/merge-wines.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import { importFile } from '../imports/import-file.ts'
import { inTransaction } from '../in-transaction.ts'
import { tellNewOrders } from '../mails/tell-new-orders.ts'
import type { NewOrder } from '../orders/new-order.ts'
import { findOrder } from '../orders/order-reads.ts'
import { holdOrder, releaseHold } from '../preparation/hold-order.ts'
import { placeOrder, removeOrder } from '../preparation/place-order.ts'
import { startPreparation } from '../preparation/prepare-order.ts'
import { reportLoss } from '../preparation/report-loss.ts'
import { getWorkList } from '../preparation/work-list.ts'
import { announcePutaway } from '../putaways/announce-putaway.ts'
import { arrivePutaway } from '../putaways/arrive-putaway.ts'
import { attachPutawayFiles } from '../putaways/attach-putaway-files.ts'
import { changeAnnouncement } from '../putaways/change-announcement.ts'
import { refusePutaway } from '../putaways/refuse-putaway.ts'
import { validatePutaway } from '../putaways/validate-putaway.ts'
import { enterCount } from '../stock/enter-count.ts'
import { moveBottles } from '../stock/move-bottles.ts'
import { openCount } from '../stock/open-count.ts'
import { postCount } from '../stock/post-count.ts'
import { reportStockFind } from '../stock/report-stock-find.ts'
import { reportStockLoss } from '../stock/report-stock-loss.ts'
import { tellMinimumStock } from '../stock/tell-minimum-stock.ts'

const { deps, db, pool } = await testDatabase()
const floor = await warehouseFloor(deps, pool)
const { ana, wineId, otherWineId } = floor
const [warehouseId = 0] = floor.warehouseIds
await floor.addLocation('A-02')
const longAgo = new Date('2020-01-06T09:00:00Z')
const paris = { country: 'FR', zipcode: '75002' }

async function openAccount() {
  const { accountId } = await floor.addOwner()
  await pool.query('update accounts set minimum_stock_alert = 50 where id = $1', [accountId])
  const bottleIds = await floor.store(accountId, { count: 30 })
  return { accountId, bottleIds }
}
const [elsewhere, here] = [await openAccount(), await openAccount()]
await showClock(pool, elsewhere.accountId)
const both = [
  { ...elsewhere, now: shownThen },
  { ...here, now: testNow },
]

/** Which of its moments are not the time of the account. */
async function strayMoments({ accountId, now }: { accountId: number; now: Date }) {
  const moments = Object.entries(await momentsOf(pool, accountId, longAgo))
  return moments.filter(([, times]) => times.some((time) => time.getTime() !== now.getTime()))
}

const place = async (accountId: number, order: NewOrder) =>
  (await placeOrder(deps, ana, accountId, order)).order

test('an order that the operator places has the dates of the owner’s own day', async () => {
  const { accountId } = await openAccount()
  await showClock(pool, accountId)
  const order = () => place(accountId, delivery([line(wineId, 1)], paris))
  const ours = await place(here.accountId, delivery([line(wineId, 1)], paris))
  expect(ours).toMatchObject({ preparationDate: '2026-11-16', createdAt: testNow })
  // A minute before the cut-off it is prepared the same day, and at the cut-off after the public day.
  const first = await order()
  expect(first).toMatchObject({ preparationDate: '2027-07-13', createdAt: shownThen })
  const cutOff = new Date('2027-07-13T13:00:00+02:00')
  await showClock(pool, accountId, cutOff)
  const second = await order()
  expect(second).toMatchObject({ preparationDate: '2027-07-15', createdAt: cutOff })

  const workList = async (day?: string) =>
    (await getWorkList(deps, warehouseId, day)).orders.map(({ id, isOverdue }) => [id, isOverdue])
  expect(await workList()).toEqual([
    [ours.id, false],
    [first.id, false],
  ])
  await showClock(pool, accountId, new Date('2027-07-15T08:00:00+02:00'))
  expect(await workList()).toEqual([
    [first.id, true],
    [ours.id, false],
    [second.id, false],
  ])
  expect(await workList('2027-07-14')).toEqual([
    [first.id, true],
    [ours.id, false],
  ])
  for (const { id } of [ours, first, second]) await removeOrder(deps, ana, id)
})

test('orders, from their placing to their delivery', async () => {
  for (const { accountId, now } of both) {
    const shipped = await place(accountId, delivery([line(wineId, 2)], paris))
    await floor.advance(accountId, shipped.id, 'delivered')
    expect(await findOrder(db, accountId, shipped.id)).toMatchObject({ createdAt: now, updatedAt: now })
    const { id: withdrawn } = await place(accountId, pickup([line(wineId, 1)]))
    await floor.advance(accountId, withdrawn, 'withdrawn')
    const { id: held } = await place(accountId, pickup([line(wineId, 2)]))
    await holdOrder(deps, ana, held, 'unclear')
    await releaseHold(deps, ana, held)
    await startPreparation(deps, ana, held)
    const loss = { reason: 'broken', comment: '', goods: line(wineId, 1), quantity: 1 } as const
    await reportLoss(deps, ana, held, loss)
  }
  const { rows } = await pool.query<{ delivered: string }>(
    `select delivered_on::text as delivered from preparations where delivered_on is not null order by account_id`,
  )
  expect(rows.map(({ delivered }) => delivered)).toEqual(['2027-07-13', '2026-11-16'])
})

test('goods that come in', async () => {
  const [file] = tinyFiles
  for (const { accountId } of both) {
    const announcement = { shipper: 'Geodis', reference: 'R1', expectedOn: null }
    const announce = () =>
      announcePutaway(deps, ana, {
        ...{ accountId, warehouseId, ...announcement },
        lines: [announced(wineId, 3)],
      })
    const { id } = await announce()
    await changeAnnouncement(deps, ana, id, { ...announcement, lines: [announced(wineId, 2)] })
    await arrivePutaway(deps, ana, id, { receivedBy: null, arrivedAt: null, parcels: 1, remarks: '' })
    await attachPutawayFiles(deps, ana, id, filesOf(file?.name ?? '', file?.content ?? Buffer.alloc(0)), {
      mayBeRepeat: false,
      run: (_fingerprint, attach) => attach(deps),
    })
    await validatePutaway(deps, ana, id, [counted(wineId, { 'A-02': 3 }, { broken: 1 })])
    const { id: refused } = await announce()
    await refusePutaway(deps, ana, refused, 'wet')
  }
})

test('an arrival lies in the past of the account', async () => {
  const { accountId } = elsewhere
  const { id } = await announcePutaway(deps, ana, {
    ...{ accountId, warehouseId, shipper: '', reference: '', expectedOn: null },
    lines: [announced(wineId, 1)],
  })
  const arrive = (arrivedAt: string) =>
    arrivePutaway(deps, ana, id, { receivedBy: null, arrivedAt, parcels: 1, remarks: '' })
  for (const wrong of ['2027-07-13T13:00:00+02:00', '2026-07-12T12:00:00+02:00'])
    await expect(arrive(wrong)).rejects.toMatchObject({ problem: { fields: [{ field: 'arrived_at' }] } })
  await arrive(shownThen.toISOString())
  await refusePutaway(deps, ana, id, 'late')
})

test('stock that is moved, lost, found, imported, and a wine that is merged', async () => {
  for (const { accountId, bottleIds } of both) {
    const free = await floor.freeBottles(accountId)
    const [one = 0, other = 0] = bottleIds.filter((id) => free.includes(id)).slice(-2)
    await moveBottles(deps, {
      ...{ accountId, warehouseId, to: 'A-02', comment: '', what: { bottleIds: [one] } },
    })
    await reportStockLoss(deps, { accountId, bottleIds: [other], reason: 'missing', comment: '' })
    const goods = { wineId: otherWineId, formatMl: 750, boxCode: '', quantity: 2 }
    const at = { warehouseId, location: 'A-02', comment: '' }
    await reportStockFind(deps, { accountId, ...at, lines: [goods], bottleIds: [other] })
    const csv = 'wine_id;format;quantity;location\n'
    await importFile(
      deps,
      ana,
      {
        ...{ kind: 'stock', fileName: 'a.csv', isDryRun: false, isAgain: true, runsAsJob: false },
        ...{ accountId, warehouseId, makesWines: false },
      },
      Readable.from([Buffer.from(`${csv}${wineId};0.75;2;A-02\n`)]),
      { run: (_fingerprint, work) => inTransaction(deps, work) },
    )
  }
  await mergeWines(deps, wineId, otherWineId)
})

test('a count of a shelf with bottles of both', async () => {
  const { id } = await openCount(deps, ana, { warehouseId, location: 'A-02' })
  const seen = (accountId: number, quantity: number) => ({
    ...{ accountId, wineId, formatMl: 750, boxCode: '', quantity },
  })
  await enterCount(deps, ana, id, {
    lines: [seen(elsewhere.accountId, 5), seen(here.accountId, 20)],
    bottleIds: [],
  })
  const { outcome, closedAt } = await postCount(deps, ana, id, 'counted')
  expect(outcome?.lostCount).toBeGreaterThan(0)
  expect(outcome?.foundCount).toBeGreaterThan(0)
  // The count itself is the operator's.
  expect(closedAt).toEqual(testNow)
})

test('mails of the background work', async () => {
  expect(await tellNewOrders(deps)).toBeGreaterThan(0)
  expect(await tellMinimumStock(deps)).toBe(3)
  for (const { accountId, now } of both) {
    const { rows } = await pool.query<{ kind: string }>(
      'select distinct kind from mails where account_id = $1 and created_at = $2 order by 1',
      [accountId, now],
    )
    const kinds = rows.map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['order_new', 'minimum_stock', 'order_shipped']))
  }
})

test('afterwards every moment of each account is its own, and the ledger holds', async () => {
  const real = ['audit_entries.created_at', 'bottles.picked_at', 'imports.created_at', 'imports.finished_at']
  const own = ['sandboxes.set_at', 'sandboxes.shown_at']
  const stray = (await strayMoments({ ...elsewhere, now: shownThen })).map(([column]) => column)
  expect(stray.filter((column) => ![...real, ...own].includes(column))).toEqual([])
  expect(await strayMoments({ ...here, now: testNow })).toEqual([])
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

async function* filesOf(name: string, content: Buffer) {
  yield { name, declaredType: 'application/octet-stream', stream: Readable.from([content]) }
}

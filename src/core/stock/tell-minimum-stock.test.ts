import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { line, pickup } from '../../../test/support/order-cellar.ts'
import { stockCellar } from '../../../test/support/stock-cellar.ts'
import type { Caller } from '../deps.ts'
import { listMails } from '../mails/mail-reads.ts'
import { createOrder } from '../orders/create-order.ts'
import { deleteOrder } from '../orders/delete-order.ts'
import { reportStockLoss } from '../stock/report-stock-loss.ts'
import { tellMinimumStock } from './tell-minimum-stock.ts'

const { db, pool, deps, clock } = await testDatabase()
const cellar = await stockCellar(deps, pool)
const { wineId, otherWineId, ownerOf } = cellar

const want = (owner: Caller, threshold: number | null) =>
  pool.query(
    `update accounts set minimum_stock_alert = $2, stock_copies = '{shop@example.com}' where id = $1`,
    [owner.accountId, threshold],
  )
const aDayLater = () => {
  clock.now = new Date(clock.now.getTime() + 24 * 3_600_000)
}
/** Runs the task a day later and gives the lines of the mail that the owner got, none when there was no mail. */
async function told(owner: Caller): Promise<string[]> {
  aDayLater()
  const mailsOf = async () => (await listMails(db, owner.accountId, { page: 1, count: 30 })).records
  const before = await mailsOf()
  await tellMinimumStock(deps)
  const [newest, ...rest] = await mailsOf()
  expect([before.length, before.length + 1]).toContain(newest ? rest.length + 1 : 0)
  if (!newest || newest.id === before[0]?.id) return []
  expect(newest).toMatchObject({ kind: 'minimum_stock', recipients: [owner.email, 'shop@example.com'] })
  return newest.body.split('\n').filter((each) => each.startsWith('- '))
}
const order = (owner: Caller, quantity: number, wine = wineId, more = {}) =>
  createOrder(deps, owner, pickup([line(wine, quantity, more)])).then((made) => made.order)

test('a wine that falls to the threshold is told once, and again only after it rose above it', async () => {
  const { owner } = await ownerOf({ count: 5 })
  await want(owner, 2)
  expect(await told(owner)).toEqual([])
  const first = await order(owner, 2)
  expect(await told(owner)).toEqual([])
  await order(owner, 1)
  expect(await told(owner)).toEqual(['- Clos Un 2019, 0.75 l: 2 left'])
  expect(await told(owner)).toEqual([])
  const last = await order(owner, 2)
  expect(await told(owner)).toEqual([])
  await deleteOrder(deps, owner, last.id)
  await deleteOrder(deps, owner, first.id)
  expect(await told(owner)).toEqual([])
  await order(owner, 4)
  expect(await told(owner)).toEqual(['- Clos Un 2019, 0.75 l: none left'])
})

test('loose and boxed bottles count together, formats apart, owners apart', async () => {
  const { owner } = await ownerOf(
    { count: 2 },
    { count: 6, boxCode: 'CBO6' },
    { count: 1, formatMl: 1500 },
    { count: 2, wineId: otherWineId, warehouse: 1 },
    { count: 2, wineId: otherWineId },
  )
  const rich = await ownerOf({ count: 100 })
  await want(owner, 3)
  await want(rich.owner, 3)
  expect(await told(owner)).toEqual(['- Clos Un 2019, 1.5 l: 1 left'])
  await order(owner, 1, otherWineId)
  await order(owner, 6, wineId, { boxCode: 'CBO6' })
  aDayLater()
  expect((await told(owner)).sort()).toEqual([
    '- Clos Deux 2019, 0.75 l: 3 left',
    '- Clos Un 2019, 0.75 l: 2 left',
  ])
  expect((await listMails(db, rich.owner.accountId, { page: 1, count: 30 })).total).toBe(0)
})

test('what came and went altogether between two looks is told, what went long before the alert was set is not', async () => {
  const { owner, stored } = await ownerOf({ count: 2 })
  const { accountId } = owner
  await reportStockLoss(deps, { accountId, bottleIds: stored[0] ?? [], reason: 'broken', comment: '' })
  aDayLater()
  await want(owner, 0)
  expect(await told(owner)).toEqual([])
  clock.now = new Date(clock.now.getTime() + 3_600_000)
  const bottleIds = await cellar.store(accountId, { count: 2, wineId: otherWineId })
  await reportStockLoss(deps, { accountId, bottleIds, reason: 'broken', comment: '' })
  expect(await told(owner)).toEqual(['- Clos Deux 2019, 0.75 l: none left'])
  expect(await told(owner)).toEqual([])
})

test('a threshold that is raised tells more, and one that is switched off and on again begins anew', async () => {
  const { owner } = await ownerOf({ count: 5 })
  await want(owner, 2)
  expect(await told(owner)).toEqual([])
  await want(owner, 5)
  expect(await told(owner)).toEqual(['- Clos Un 2019, 0.75 l: 5 left'])
  await want(owner, null)
  expect(await told(owner)).toEqual([])
  await want(owner, 5)
  expect(await told(owner)).toEqual(['- Clos Un 2019, 0.75 l: 5 left'])
})

test('run by several at once it tells once', async () => {
  const { owner } = await ownerOf({ count: 1 }, { count: 1, wineId: otherWineId })
  await want(owner, 3)
  aDayLater()
  await Promise.all([1, 2, 3, 4].map(() => tellMinimumStock(deps)))
  const { records } = await listMails(db, owner.accountId, { page: 1, count: 30 })
  expect(records).toHaveLength(1)
  expect(records[0]).toMatchObject({ subject: '2 wines run low' })
})

test('a long list is cut short', async () => {
  const { owner } = await ownerOf()
  const { rows } = await pool.query<{ id: number }>(
    `insert into wines (name, color, country, region, appellation, vintage, alcohol, created_at, updated_at)
     select 'Wine ' || lpad(g::text, 3, '0'), 'Rouge', 'France', '', '', 0, 13, now(), now() from generate_series(1, 203) g returning id`,
  )
  for (const { id } of rows) await cellar.store(owner.accountId, { count: 1, wineId: id })
  await want(owner, 1)
  const lines = await told(owner)
  expect(lines).toHaveLength(200)
  expect(lines[0]).toBe('- Wine 001, 0.75 l: 1 left')
  const { records } = await listMails(db, owner.accountId, { page: 1, count: 30 })
  expect(records[0]?.body).toContain('and 3 more.')
})

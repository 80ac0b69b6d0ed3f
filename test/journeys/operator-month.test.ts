// A month of the warehouse, played through the API as its people play it, and billed at the end.
import { Temporal } from 'temporal-polyfill'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyLedger } from '../../src/core/cellar/verify-ledger.ts'
import { billMonth } from './month/bill-month.ts'
import { stockKeeping } from './month/keep-stock.ts'
import { loseLastBottle } from './month/lose-last-bottle.ts'
import { openMonth } from './month/open-month.ts'
import { ordersOf } from './month/owners-order.ts'
import { preparation } from './month/prepare-orders.ts'
import { goodsIn } from './month/receive-goods.ts'

const month = await openMonth()
const goods = goodsIn(month)
const orders = ordersOf(month)
const work = preparation(month)
const stock = stockKeeping(month)
const { at, random, owners, ledger, db, done, call } = month

const firstDay = Temporal.PlainDate.from('2026-10-01')
const workingDays = Array.from({ length: 31 }, (_, index) => firstDay.add({ days: index })).filter(
  ({ dayOfWeek }) => dayOfWeek < 6,
)

async function playDay(day: Temporal.PlainDate): Promise<void> {
  const today = day.toString()
  at(today, '08:00')
  await goods.receiveDue(today)
  await work.deliver(today)
  at(today, '09:30')
  for (let count = 0; count < 2 && goods.outcome.announced < 40; count++)
    await goods.announce(day.add({ days: random.between(1, 4) }).toString())
  at(today, '10:30')
  const enough = Math.min(300, orders.outcome.placed + 14)
  for (let tries = 0; tries < 60 && orders.outcome.placed < enough; tries++) await orders.place()
  at(today, '11:30')
  await orders.changeMinds()
  at(today, '14:00')
  await work.workThrough(today)
  at(today, '17:00')
  await stock.moveSome()
  if (random.chance(40)) await stock.breakOne()
  await stock.countOne()
}

let lastOrder = 0
beforeAll(async () => {
  for (const day of workingDays) await playDay(day)
  at('2026-10-31', '12:00')
  lastOrder = await loseLastBottle(month)
}, 600_000)

test('enough happened: 40 putaways, 300 orders in all their endings, counts and breakages', async () => {
  expect(goods.outcome.announced).toBe(40)
  expect(orders.outcome.placed).toBe(300)
  const told = { ...goods.outcome, ...orders.outcome, ...work.outcome, ...stock.outcome }
  for (const [what, times] of Object.entries(told)) expect(times, what).toBeGreaterThan(0)
  const { rows } = await month.pool.query<{ status: string }>('select distinct status from orders order by 1')
  expect(rows.map(({ status }) => status)).toEqual(
    expect.arrayContaining(['delivered', 'new', 'shipped', 'withdrawn']),
  )
})

test('an order of which nothing was left is gone', () => expect(lastOrder).toBe(404))

test('the ledger rebuilds every bottle, every life and every order', async () => {
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

test('each owner has what came in and did not leave, by the ledger of the last day and by the shelves', async () => {
  for (const owner of owners) {
    const sum = (lines: { quantity: number }[]) => lines.reduce((total, { quantity }) => total + quantity, 0)
    const cellar = await done<{ lines: { quantity: number }[] }>(
      'GET',
      `/accounts/${owner.id}/cellar?date=2026-10-31`,
    )
    expect(sum(cellar.lines), owner.name).toBe(owner.inWarehouse)
    const account = await done<{ stored_bottles: number }>('GET', `/accounts/${owner.id}`)
    expect(account.stored_bottles, owner.name).toBe(owner.inWarehouse)
  }
})

test('owners see every movement of it, and no other', async () => {
  const counted: Record<string, number> = {}
  for (const { keys } of owners)
    for (let page = 1; ; page++) {
      const reply = await call('GET', `/v1/transactions?count=1000&page=${page}`, { keys })
      const rows = reply.body as { type: string; source: number }[]
      for (const { type, source } of rows) {
        const kind = type === 'A' ? (source === 0 ? 'found' : 'lost') : type
        counted[kind] = (counted[kind] ?? 0) + 1
      }
      if (rows.length < 1000) break
    }
  const { received, left, moved, lost, found } = ledger
  expect(counted).toEqual({ I: received, O: left, M: moved, lost, found })
})

test('a shipped order shows its tracking to its owner', async () => {
  const shipped = orders.placed.find(({ id }) => work.leftOrders.has(id))
  const reply = await call('GET', `/v1/get-out-requests/${shipped?.id}`, {
    keys: shipped?.owner.keys ?? null,
  })
  const { status, tracking_url } = reply.body as { status: number; tracking_url: string | null }
  expect([3, 4, 5]).toContain(status)
  if (status !== 5) expect(tracking_url).toContain(`/T${shipped?.id}`)
})

describe('the month is billed', () => billMonth(month, work.leftOrders))

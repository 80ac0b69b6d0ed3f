import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { line, pickup } from '../../../test/support/order-cellar.ts'
import { refusalOf, stockCellar } from '../../../test/support/stock-cellar.ts'
import { startOfParisDay } from '../calendar/paris-time.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import type { Caller } from '../deps.ts'
import { createOrder } from '../orders/create-order.ts'
import { deleteOrder } from '../orders/delete-order.ts'
import { getCellarOnDay } from './cellar-on-day.ts'
import { moveBottles } from './move-bottles.ts'
import { reportStockFind } from './report-stock-find.ts'
import { reportStockLoss } from './report-stock-loss.ts'

const { db, pool, deps, clock } = await testDatabase()
const cellar = await stockCellar(deps, pool)
const { warehouseId, wineId, otherWineId } = cellar

const goods = [
  { wineId, formatMl: 750, boxCode: '' },
  { wineId, formatMl: 750, boxCode: 'CBO6' },
  { wineId: otherWineId, formatMl: 1500, boxCode: '' },
] as const
const codes = ['A-01', 'A-02', 'A-03'] as const
type Goods = (typeof goods)[number]
/** A bottle of the model: where it lies, or nowhere. */
type Life = { goods: Goods; place: string | null; isReserved: boolean }

/** The days on which the clock is changed are among them, and the minutes around midnight. */
const firstDay = Temporal.PlainDate.from('2026-03-27')
const dayCount = 5
const anyMoment = fc.tuple(
  fc.nat(dayCount - 1),
  fc.oneof(fc.integer({ min: 0, max: 1439 }), fc.constantFrom(0, 1, 1438, 1439)),
)
const anyStep = fc.record({
  moment: anyMoment,
  verb: fc.constantFrom('find', 'find', 'move', 'move', 'lose', 'recover', 'order', 'release', 'withdraw'),
  goods: fc.constantFrom(...goods),
  code: fc.constantFrom(...codes),
  which: fc.nat(),
  count: fc.integer({ min: 1, max: 3 }),
})
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never

/** Within the day, of which one has 23 hours. */
const momentOf = ([offset, minute]: Step['moment']) => {
  const startsAt = startOfParisDay(firstDay.add({ days: offset })).getTime()
  const endsAt = startOfParisDay(firstDay.add({ days: offset + 1 })).getTime()
  return new Date(Math.min(startsAt + minute * 60_000, endsAt - 1))
}

class Model {
  readonly lives = new Map<number, Life>()
  readonly orders = new Map<number, number[]>()

  some(step: Step, condition: (life: Life) => boolean): number[] {
    const ids = [...this.lives].filter(([, life]) => condition(life)).map(([id]) => id)
    const from = ids.length === 0 ? 0 : step.which % ids.length
    return ids.slice(from, from + step.count)
  }
  set(ids: readonly number[], change: Partial<Life>): void {
    for (const id of ids) Object.assign(this.lives.get(id) ?? {}, change)
  }
  /** How many of each goods lie at each place, the way the cellar tells it. */
  content(): Record<string, number> {
    const lying = [...this.lives.values()].filter(({ place }) => place !== null)
    const keys = lying.map(({ goods: of, place }) => `${of.wineId} ${of.formatMl} ${of.boxCode} ${place}`)
    return Object.fromEntries(
      [...new Set(keys)].map((key) => [key, keys.filter((each) => each === key).length]),
    )
  }
}

/** Lets one thing happen, in the service and in the model. */
async function take(owner: Caller, model: Model, step: Step): Promise<void> {
  const { accountId } = owner
  clock.now = momentOf(step.moment)
  if (step.verb === 'find') {
    const lines = [{ ...step.goods, quantity: step.count }]
    const find = { accountId, warehouseId, location: step.code, comment: '', lines, bottleIds: [] }
    const { foundIds } = await reportStockFind(deps, find)
    for (const id of foundIds) model.lives.set(id, { goods: step.goods, place: step.code, isReserved: false })
  } else if (step.verb === 'move') {
    const bottleIds = model.some(step, ({ place }) => place !== null)
    await moveBottles(deps, { accountId, warehouseId, to: step.code, comment: '', what: { bottleIds } })
    model.set(bottleIds, { place: step.code })
  } else if (step.verb === 'lose') {
    const bottleIds = model.some(step, ({ place, isReserved }) => place !== null && !isReserved)
    await reportStockLoss(deps, { accountId, bottleIds, reason: 'missing', comment: '' })
    model.set(bottleIds, { place: null })
  } else if (step.verb === 'recover') {
    const bottleIds = model.some(step, ({ place, isReserved }) => place === null && !isReserved)
    const find = { accountId, warehouseId, location: step.code, comment: '', lines: [], bottleIds }
    if (bottleIds.length > 0) await reportStockFind(deps, find)
    model.set(bottleIds, { place: step.code })
  } else await takeOrder(owner, model, step)
}

async function takeOrder(owner: Caller, model: Model, step: Step): Promise<void> {
  const { accountId } = owner
  if (step.verb === 'order') {
    const { wineId: wine, formatMl, boxCode } = step.goods
    const wanted = [...model.lives.values()].filter(
      (life) => life.goods === step.goods && life.place !== null && !life.isReserved,
    ).length
    if (wanted === 0) return
    const asked = pickup([line(wine, Math.min(wanted, step.count), { formatMl, boxCode })])
    const { order } = await createOrder(deps, owner, asked)
    const held = (await cellar.heldBottles(accountId))[order.id] ?? []
    model.set(held, { isReserved: true })
    model.orders.set(order.id, held)
    return
  }
  const ids = [...model.orders.keys()]
  const id = ids[step.which % ids.length]
  if (id === undefined) return
  const held = model.orders.get(id) ?? []
  model.orders.delete(id)
  if (step.verb === 'release') {
    await deleteOrder(deps, owner, id)
    model.set(held, { isReserved: false })
    return
  }
  await pool.query(
    `with held as (select * from bottles where account_id = $1 and order_id = $2), gone as (
       update bottles set state = 'gone', warehouse_id = null, location_id = null where account_id = $1 and order_id = $2)
     insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, from_location_id, order_id, created_at)
     select account_id, id, 'withdrawn', wine_id, format_ml, location_id, order_id, $3 from held`,
    [accountId, id, clock.now],
  )
  model.set(held, { place: null })
}

async function contentOn(accountId: number, day: string, isByLocation: boolean) {
  const { lines } = await getCellarOnDay(deps, accountId, { day, isByLocation })
  return Object.fromEntries(
    lines.map((each) => [
      [each.wineId, each.formatMl, each.boxCode, ...(isByLocation ? [each.location] : [])].join(' '),
      each.quantity,
    ]),
  )
}

/** The same without the places: all of them are in one warehouse. */
function inWarehouse(content: Record<string, number>): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [key, quantity] of Object.entries(content)) {
    const bare = key.slice(0, key.lastIndexOf(' '))
    sums[bare] = (sums[bare] ?? 0) + quantity
  }
  return sums
}

test('any lives of bottles: each day is told as it ended', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 25 }), async (drawn) => {
      const owner = await cellar.addOwner()
      const model = new Model()
      const steps = drawn.toSorted(
        (one, other) => momentOf(one.moment).getTime() - momentOf(other.moment).getTime(),
      )
      const ends: Record<string, number>[] = []
      for (let offset = 0; offset < dayCount; offset++) {
        for (const step of steps) if (step.moment[0] === offset) await take(owner, model, step)
        ends.push(model.content())
      }
      clock.now = startOfParisDay(firstDay.add({ days: dayCount }))
      for (const [offset, content] of ends.entries()) {
        const day = firstDay.add({ days: offset }).toString()
        expect(await contentOn(owner.accountId, day, true), day).toEqual(content)
        expect(await contentOn(owner.accountId, day, false), day).toEqual(inWarehouse(content))
      }
      const before = firstDay.subtract({ days: 1 }).toString()
      expect(await contentOn(owner.accountId, before, true)).toEqual({})
    }),
    { seed: 20261116, numRuns: 25 },
  )
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

test('a day ends at midnight in Paris', async () => {
  const { owner } = await cellar.ownerOf({ count: 1, storedAt: '2026-03-29T21:59:59.999Z' })
  const other = await cellar.ownerOf({ count: 1, storedAt: '2026-03-29T22:00:00Z' })
  clock.now = new Date('2026-04-02T10:00:00Z')
  const countOn = async (accountId: number) =>
    (await getCellarOnDay(deps, accountId, { day: '2026-03-29', isByLocation: false })).lines.length
  expect(await countOn(owner.accountId)).toBe(1)
  expect(await countOn(other.owner.accountId)).toBe(0)
})

test('today is allowed and taken when no day is given, tomorrow is refused', async () => {
  const { owner } = await cellar.ownerOf({ count: 2 })
  clock.now = new Date('2026-04-01T22:30:00Z')
  const read = (day?: string) =>
    getCellarOnDay(deps, owner.accountId, { isByLocation: false, ...(day && { day }) })
  expect(await read()).toMatchObject({ day: '2026-04-02', lines: [{ quantity: 2 }] })
  expect(await read('2026-04-02')).toEqual(await read())
  expect(await refusalOf(read('2026-04-03'))).toBe('fields_invalid date')
  expect(await refusalOf(read('9999-12-31'))).toBe('fields_invalid date')
  expect(await read('0001-01-01')).toMatchObject({ lines: [] })
  expect(await refusalOf(getCellarOnDay(deps, 999_999, { isByLocation: false }))).toBe('record_not_found')
})

import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { announced, putawayCellar, someStaff } from '../../../test/support/putaway-cellar.ts'
import { parisMoment, parisTimestamp } from '../calendar/paris-time.ts'
import { announcePutaway } from '../putaways/announce-putaway.ts'
import { findNextSteps } from './due-steps.ts'
import { holdSandbox, showTime } from './sandbox-writes.ts'
import type { Span } from './step.ts'

const { deps, pool, db, clock } = await testDatabase()
const cellar = await putawayCellar(pool)
const { warehouseId } = cellar

/** An account without a bottle, whose clock stands at 2027-06-07, a Monday, 6 o'clock. */
async function emptyOwner(now = '2027-06-07T06:00') {
  const { accountId } = await cellar.addOwner()
  const held = await holdSandbox(db, accountId)
  if (!held) throw new Error('nobody else has it')
  const moment = parisMoment(now)
  await showTime(db, held, { shownAt: moment, setAt: clock.now, isFrozen: true }, moment)
  return accountId
}

/** The row of an order alone: what is due is told from it. Prepared on Tuesday the 8th for Thursday the 10th unless told otherwise. */
async function orderRow(accountId: number, row: Record<string, unknown>): Promise<number> {
  const whole = {
    ...{
      account_id: accountId,
      warehouse_id: warehouseId,
      status: 'new',
      origin: 'api',
      handover: 'delivery',
    },
    ...{ street1: '2 rue', city: 'Paris', zipcode: '75002', country: 'FR', company: 'Chez Ada' },
    ...{ preparation_date: '2027-06-08', delivery_date: '2027-06-10', half_day: 'am' },
    ...{
      created_by_email: 'a@b.cd',
      created_by_name: 'Ada',
      updated_by_email: 'a@b.cd',
      updated_by_name: 'Ada',
    },
    ...{ created_at: clock.now, updated_at: clock.now },
    ...row,
  }
  const { rows } = await pool.query<{ id: number }>(
    `insert into orders (${Object.keys(whole).join(', ')})
     values (${Object.keys(whole)
       .map((_, index) => `$${index + 1}`)
       .join(', ')}) returning id`,
    Object.values(whole),
  )
  return rows[0]?.id ?? 0
}

async function next(
  accountId: number,
  span: Partial<Span> & { by?: string } = {},
): Promise<string | undefined> {
  const { by = '2027-06-30T00:00', ...more } = span
  const since = parisMoment('2027-06-07T06:00')
  const whole = { since, until: parisMoment(by), isAuto: true, tried: new Set<string>(), ...more }
  const [step] = await findNextSteps(deps, accountId, whole)
  return step && `${parisTimestamp(step.at).slice(0, 16)} ${step.what}`
}

describe('an order is due', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['to be started when the warehouse opens', {}, '2027-06-08T08:00 order.start'],
    ['to be ready before noon', { status: 'processing' }, '2027-06-08T11:00 order.ready'],
    ['to leave in the afternoon', { status: 'ready' }, '2027-06-08T16:00 order.ship'],
    ['at its recipient in the morning', { status: 'shipped' }, '2027-06-10T09:00 order.deliver'],
    ['there in the afternoon', { status: 'shipped', half_day: 'pm' }, '2027-06-10T14:00 order.deliver'],
    [
      'there when its hours begin',
      { status: 'shipped', half_day: 'pm', window_start: '17:15', window_end: '18:00' },
      '2027-06-10T17:15 order.deliver',
    ],
    ['at the counter', { status: 'ready', handover: 'pickup' }, '2027-06-10T09:00 order.withdraw'],
    [
      'at the counter when its hours begin',
      { status: 'ready', handover: 'pickup', window_start: '08:30', window_end: '09:00' },
      '2027-06-10T08:30 order.withdraw',
    ],
    [
      'now when its day is over',
      { preparation_date: '2027-06-01', delivery_date: '2027-06-02' },
      '2027-06-07T06:00 order.start',
    ],
    [
      'by the time of winter in winter',
      { preparation_date: '2027-12-01', delivery_date: '2027-12-02' },
      '2027-12-01T08:00 order.start',
    ],
  ])('%s', async (_title, row, expected) => {
    const accountId = await emptyOwner()
    await orderRow(accountId, row)
    expect(await next(accountId, { by: '2027-12-31T00:00' })).toBe(expected)
  })

  test('to be ready when it was started, if that was after 11', async () => {
    const accountId = await emptyOwner()
    const id = await orderRow(accountId, { status: 'processing' })
    await pool.query(
      `insert into preparations (account_id, order_id, picker_name, started_at) values ($1, $2, 'Sandbox', $3)`,
      [accountId, id, parisMoment('2027-06-08T15:20')],
    )
    expect(await next(accountId)).toBe('2027-06-08T15:20 order.ready')
  })
})

describe('nothing is due', () => {
  test.each<[string, Record<string, unknown>, Partial<Span> & { by?: string }]>([
    ['a minute before', {}, { by: '2027-06-08T07:59' }],
    ['with an order on hold', { hold_reason: 'No parking' }, {}],
    ['with an order that was delivered', { status: 'delivered' }, {}],
    ['with one that was fetched', { status: 'withdrawn', handover: 'pickup' }, {}],
    ['with one that is deleted', { deleted_at: new Date() }, {}],
    ['without auto mode', {}, { isAuto: false }],
  ])('%s', async (_title, row, span) => {
    const accountId = await emptyOwner()
    await orderRow(accountId, row)
    expect(await next(accountId, span)).toBeUndefined()
  })

  test('of a split order as a whole, nor of another account', async () => {
    const [accountId, stranger] = [await emptyOwner(), await emptyOwner()]
    const parent_id = await orderRow(accountId, {})
    const part = await orderRow(accountId, { parent_id })
    const [step] = await findNextSteps(deps, accountId, {
      ...{ since: parisMoment('2027-06-07T06:00'), until: parisMoment('2027-06-30T00:00') },
      ...{ isAuto: true, tried: new Set<string>() },
    })
    expect(step?.id).toBe(part)
    expect(await next(stranger)).toBeUndefined()
  })
})

test('the first comes first, the older of two at once, and what was tried is left out', async () => {
  const accountId = await emptyOwner()
  const late = await orderRow(accountId, {})
  const first = await orderRow(accountId, {
    status: 'shipped',
    delivery_date: '2027-06-07',
    preparation_date: '2027-06-04',
  })
  const second = await orderRow(accountId, {})
  const tried = new Set<string>()
  const order: number[] = []
  for (;;) {
    const span = {
      since: parisMoment('2027-06-07T06:00'),
      until: parisMoment('2027-06-30T00:00'),
      isAuto: true,
      tried,
    }
    const [step] = await findNextSteps(deps, accountId, span)
    if (!step) break
    order.push(step.id)
    tried.add(step.key)
  }
  expect(order).toEqual([first, late, second])
})

describe('a putaway is due', () => {
  const put = async (accountId: number, expectedOn: string | null) =>
    announcePutaway(deps, someStaff, {
      ...{ accountId, warehouseId, shipper: '', reference: '', expectedOn },
      lines: [announced(cellar.wineId, 1)],
    })

  test.each<[string, string, string | null, string]>([
    ['on the day that was said', '2027-06-07T06:00', '2027-06-09', '2027-06-09T09:00 putaway.arrive'],
    [
      'on that day, though it is a Sunday',
      '2027-06-07T06:00',
      '2027-06-13',
      '2027-06-13T09:00 putaway.arrive',
    ],
    ['now, when that day is over', '2027-06-07T06:00', '2027-06-01', '2027-06-07T06:00 putaway.arrive'],
    ['on the next day when nobody said one', '2027-06-07T06:00', null, '2027-06-08T09:00 putaway.arrive'],
    [
      'on Monday when it was announced on Friday',
      '2027-06-11T18:00',
      null,
      '2027-06-14T09:00 putaway.arrive',
    ],
    ['on Tuesday when Monday is a public day', '2027-05-14T18:00', null, '2027-05-18T09:00 putaway.arrive'],
  ])('%s', async (_title, announcedAt, expectedOn, expected) => {
    const accountId = await emptyOwner(announcedAt)
    await put(accountId, expectedOn)
    expect(await next(accountId, { since: parisMoment(announcedAt) })).toBe(expected)
  })

  test.each([
    ['in the afternoon', '2027-06-07T06:00', '2027-06-07T14:00 putaway.validate'],
    ['at once when it came later', '2027-06-07T15:30', '2027-06-07T15:30 putaway.validate'],
  ])('to be in stock %s', async (_title, arrivedAt, expected) => {
    const accountId = await emptyOwner(arrivedAt)
    const { id } = await put(accountId, '2027-06-07')
    await pool.query(
      `update putaways set status = 'arrived', arrived_at = $2, received_by = 'Sandbox', parcels = 1 where id = $1`,
      [id, parisMoment(arrivedAt)],
    )
    expect(await next(accountId)).toBe(expected)
  })
})

describe('a month is due', () => {
  test.each<[string, string, string, string | undefined]>([
    ['on the first at 6', '2027-06-07T06:00', '2027-07-01T06:00', '2027-07-01T06:00 invoice.validate'],
    ['not a minute before', '2027-06-07T06:00', '2027-07-01T05:59', undefined],
    ['on the same day', '2027-07-01T05:59', '2027-07-01T06:00', '2027-07-01T06:00 invoice.validate'],
    ['not when that was played already', '2027-07-01T06:00', '2027-07-31T23:59', undefined],
    ['in winter', '2027-12-31T23:00', '2028-01-01T08:00', '2028-01-01T06:00 invoice.validate'],
  ])('%s', async (_title, since, by, expected) => {
    const accountId = await emptyOwner(since)
    await cellar.store(accountId, { count: 1 })
    expect(await next(accountId, { since: parisMoment(since), by, isAuto: false })).toBe(expected)
  })

  test('from the first bottle on', async () => {
    const accountId = await emptyOwner('2027-01-10T06:00')
    const span = { since: parisMoment('2027-01-10T06:00'), by: '2027-12-01T00:00' }
    expect(await next(accountId, span)).toBeUndefined()
    await cellar.store(accountId, { count: 1, storedAt: '2027-08-15T10:00:00Z' })
    expect(await next(accountId, span)).toBe('2027-09-01T06:00 invoice.validate')
  })

  test('now, when it was to be billed before the present', async () => {
    const accountId = await emptyOwner('2027-07-02T10:00')
    await cellar.store(accountId, { count: 1 })
    expect(await next(accountId, { by: '2027-07-03T00:00' })).toBe('2027-07-02T10:00 invoice.validate')
  })
})

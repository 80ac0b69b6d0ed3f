// Auto mode: orders and putaways go through their day as the clock of the account passes, and months are billed.
import { describe, expect, test } from 'vitest'
import { saveAccountBilling } from '../../src/core/billing/account-billing.ts'
import { saveCompany } from '../../src/core/billing/operator-company.ts'
import { verifyLedger } from '../../src/core/cellar/verify-ledger.ts'
import { startPreparation } from '../../src/core/preparation/prepare-order.ts'
import { billing, company } from '../support/billing-cellar.ts'
import type { Shelf } from '../support/order-cellar.ts'
import { type SandboxOwner, sandboxCellar } from '../support/sandbox-cellar.ts'
import type { Moved } from '../support/sandbox-service.ts'
import { outcome } from '../support/service.ts'

const { openOwner, pool, db, deps } = await sandboxCellar()
await saveCompany(deps, company)
await pool.query(`insert into closed_days (day, reason) values ('2027-09-14', 'Inventory')`)

/** What happened, in short: the moment in Paris, and what. */
const told = ({ happened }: Moved) => happened.map(({ at, what }) => `${at.slice(0, 16)} ${what}`)
const autoOwner = async (now: string, ...shelves: Shelf[]): Promise<SandboxOwner> => {
  const owner = await openOwner(...(shelves.length > 0 ? shelves : [{ count: 6 }]))
  await owner.auto()
  await owner.setClock(now)
  return owner
}

/*
 * By hand from the calendar of 2027: Easter Monday is 29 March, on whose eve the clocks go forward; 14 July is a Wednesday; 14
 * September, a Tuesday, was closed above. Deliveries in Paris take a day, and whoever orders at 1 pm waits for the next.
 */
describe('the day of an order', () => {
  test.each<[string, string, 'deliver' | 'order', Record<string, unknown>, string[]]>([
    [
      'on a Monday before the warehouse opens',
      '2027-06-07T07:00:00',
      'deliver',
      {},
      [
        ...['2027-06-07T08:00 order.start', '2027-06-07T11:00 order.ready'],
        ...['2027-06-07T16:00 order.ship', '2027-06-08T08:00 order.deliver'],
      ],
    ],
    [
      'on a Friday at 12:59 before Easter: at once, and delivered when it is over',
      '2027-03-26T12:59:00',
      'deliver',
      {},
      [
        ...['2027-03-26T12:59 order.start', '2027-03-26T12:59 order.ready'],
        ...['2027-03-26T16:00 order.ship', '2027-03-30T08:00 order.deliver'],
      ],
    ],
    [
      'on a Friday at 13:00 before Easter: all of it when it is over',
      '2027-03-26T13:00:00',
      'deliver',
      {},
      [
        ...['2027-03-30T08:00 order.start', '2027-03-30T11:00 order.ready'],
        ...['2027-03-30T16:00 order.ship', '2027-03-31T08:00 order.deliver'],
      ],
    ],
    [
      'on the eve of 14 July at 12:59',
      '2027-07-13T12:59:00',
      'deliver',
      {},
      [
        ...['2027-07-13T12:59 order.start', '2027-07-13T12:59 order.ready'],
        ...['2027-07-13T16:00 order.ship', '2027-07-15T08:00 order.deliver'],
      ],
    ],
    [
      'on the eve of 14 July at 13:00',
      '2027-07-13T13:00:00',
      'deliver',
      {},
      [
        ...['2027-07-15T08:00 order.start', '2027-07-15T11:00 order.ready'],
        ...['2027-07-15T16:00 order.ship', '2027-07-16T08:00 order.deliver'],
      ],
    ],
    [
      'on the eve of a day that the operator closes',
      '2027-09-13T13:30:00',
      'deliver',
      {},
      [
        ...['2027-09-15T08:00 order.start', '2027-09-15T11:00 order.ready'],
        ...['2027-09-15T16:00 order.ship', '2027-09-16T08:00 order.deliver'],
      ],
    ],
    [
      'of somebody who fetches it in the afternoon',
      '2027-06-07T09:30:00',
      'order',
      { delivery_start: '14:30', delivery_end: '16:00' },
      ['2027-06-07T09:30 order.start', '2027-06-07T11:00 order.ready', '2027-06-08T14:30 order.withdraw'],
    ],
    [
      'of somebody who wants it later',
      '2027-06-07T09:30:00',
      'deliver',
      { delivery_date: '2027-06-11', delivery_start: '13:00' },
      [
        ...['2027-06-10T08:00 order.start', '2027-06-10T11:00 order.ready'],
        ...['2027-06-10T16:00 order.ship', '2027-06-11T13:00 order.deliver'],
      ],
    ],
  ])('%s', async (_title, placedAt, way, more, expected) => {
    const owner = await autoOwner(placedAt)
    const { id } = await owner[way](2, more)
    const moved = await owner.advance('P5D')
    expect(told(moved)).toEqual(expected)
    expect(moved.happened.every((each) => each.id === id && each.refusal === null)).toBe(true)
    const events = (await owner.events()).slice(1)
    expect(events.map(({ created_at }) => created_at.date.slice(0, 16).replace(' ', 'T'))).toEqual(
      expected.map((each) => each.slice(0, 16)),
    )
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })

  test('happens up to the very moment that is asked for', async () => {
    const owner = await autoOwner('2027-06-07T07:00:00')
    const { id } = await owner.deliver(1)
    expect(told(await owner.setClock('2027-06-07T07:59:59'))).toEqual([])
    expect(told(await owner.setClock('2027-06-07T08:00:00'))).toEqual(['2027-06-07T08:00 order.start'])
    expect(told(await owner.setClock('2027-06-07T15:59:59'))).toEqual(['2027-06-07T11:00 order.ready'])
    expect(await owner.status(id)).toBe('READY')
    expect(told(await owner.setClock('2027-06-07T16:00:00'))).toEqual(['2027-06-07T16:00 order.ship'])
  })

  test('begins with all parts of a split order, each by itself', async () => {
    const owner = await autoOwner('2027-06-07T07:00:00', { count: 2 }, { count: 3, warehouse: 1 })
    const { id } = await owner.deliver(5)
    const { happened } = await owner.advance('P2D')
    expect(happened.map(({ what }) => what)).toEqual(
      ['order.start', 'order.ready', 'order.ship', 'order.deliver'].flatMap((what) => [what, what]),
    )
    expect(happened.map((each) => each.id)).not.toContain(id)
    expect(await owner.status(id)).toBe('DELIVERED')
  })

  test('waits while it is on hold, and goes on at once when it is late', async () => {
    const owner = await autoOwner('2027-06-07T07:00:00')
    const { id } = await owner.deliver(1)
    await owner.simulate(`/orders/${id}/hold`, { reason: 'No parking' })
    expect(told(await owner.advance('P3D'))).toEqual([])
    await owner.simulate(`/orders/${id}/release`)
    // It is Thursday the 10th, 7 o'clock, and everything should have happened before.
    expect(told(await owner.advance('PT1M'))).toEqual([
      ...['2027-06-10T07:00 order.start', '2027-06-10T07:00 order.ready'],
      ...['2027-06-10T07:00 order.ship', '2027-06-10T07:00 order.deliver'],
    ])
  })

  test('goes on where its owner has begun it', async () => {
    const owner = await autoOwner('2027-06-07T09:30:00')
    const { id } = await owner.deliver(1)
    await owner.simulate(`/orders/${id}/start`)
    expect(told(await owner.advance('PT4H'))).toEqual(['2027-06-07T11:00 order.ready'])
  })

  test('is not taken out of the hands of somebody of the warehouse, and that is told', async () => {
    const owner = await autoOwner('2027-06-07T07:00:00')
    const { id } = await owner.deliver(1)
    const other = await owner.deliver(1)
    await startPreparation(deps, { id: null, email: 'ana@caveau.example', name: 'Ana Picker' }, id)
    const { happened } = await owner.advance('PT5H')
    expect(happened.map(({ what, ...each }) => [what, each.id, each.refusal])).toEqual([
      ['order.start', other.id, null],
      ['order.ready', id, expect.stringContaining('is being prepared by Ana Picker')],
      ['order.ready', other.id, null],
    ])
  })

  test('does not come while auto mode is off, or the clock goes back', async () => {
    const owner = await autoOwner('2027-06-07T07:00:00')
    const { id } = await owner.deliver(1)
    await owner.auto(false)
    expect(told(await owner.advance('P2D'))).toEqual([])
    await owner.auto()
    expect(told(await owner.setClock('2027-06-08T10:00:00'))).toEqual([])
    expect(await owner.status(id)).toBe('NEW')
  })
})

describe('a putaway', () => {
  const announced = async (now: string, more: Record<string, unknown>) => {
    const owner = await autoOwner(now)
    const content = owner.content(6)
    const { id } = await owner.simulate<{ id: number }>('/putaways', { content, ...more })
    return { owner, id }
  }

  test.each<[string, string, Record<string, unknown>, string]>([
    ['on the day that it is expected', '2027-06-07T10:00:00', { expected_on: '2027-06-09' }, '2027-06-09'],
    ['on the next day', '2027-06-07T10:00:00', {}, '2027-06-08'],
    ['after Easter', '2027-03-26T10:00:00', {}, '2027-03-30'],
    ['after a day that the operator closes', '2027-09-13T10:00:00', {}, '2027-09-15'],
  ])('comes %s, and is in stock the same afternoon', async (_title, now, more, day) => {
    const { owner, id } = await announced(now, more)
    const moved = await owner.advance('P5D')
    expect(told(moved)).toEqual([`${day}T09:00 putaway.arrive`, `${day}T14:00 putaway.validate`])
    expect(moved.happened.map((each) => each.id)).toEqual([id, id])
    expect((await owner.read<{ quantity: number }[]>('/bottles'))[0]?.quantity).toBe(12)
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })

  test('that should have come long ago comes now', async () => {
    const { owner } = await announced('2027-06-07T10:00:00', { expected_on: '2027-05-07' })
    expect(told(await owner.advance('PT3H'))).toEqual(['2027-06-07T10:00 putaway.arrive'])
    expect(told(await owner.advance('PT3H'))).toEqual(['2027-06-07T14:00 putaway.validate'])
  })

  test('comes in before an order of the same moment goes out', async () => {
    const { owner } = await announced('2027-06-07T10:00:00', { expected_on: '2027-05-07' })
    await owner.deliver(1)
    expect(told(await owner.advance('PT1M'))).toEqual([
      '2027-06-07T10:00 putaway.arrive',
      '2027-06-07T10:00 order.start',
    ])
  })
})

describe('a month', () => {
  const billedOwner = async (now: string) => {
    const owner = await openOwner({ count: 100 })
    await saveAccountBilling(deps, owner.accountId, billing)
    await owner.setClock(now)
    return owner
  }
  type InvoiceRecord = { id: number; state: { name: string }; validated_at: { date: string } }
  const invoicesOf = (owner: SandboxOwner) => owner.done<InvoiceRecord[]>(owner.v2('GET', '/invoices'))

  test('is billed at 6 in the morning of the next, without auto mode too, and once', async () => {
    const owner = await billedOwner('2027-05-20T10:00:00')
    // From November 2026 on, when the real time is, the months on the way were billed as well.
    const before = await invoicesOf(owner)
    expect(before.map(({ validated_at }) => validated_at.date.slice(0, 10))).toEqual([
      ...['2027-05-01', '2027-04-01', '2027-03-01', '2027-02-01', '2027-01-01', '2026-12-01'],
    ])
    const moved = await owner.setClock('2027-07-02T10:00:00')
    expect(told(moved)).toEqual(['2027-06-01T06:00 invoice.validate', '2027-07-01T06:00 invoice.validate'])
    const invoices = await invoicesOf(owner)
    expect(invoices.slice(0, 2)).toMatchObject([
      {
        id: moved.happened[1]?.id,
        state: { name: 'VALIDATED' },
        created_at: { date: '2027-07-01 06:00:00.000000' },
      },
      {
        id: moved.happened[0]?.id,
        state: { name: 'VALIDATED' },
        created_at: { date: '2027-06-01 06:00:00.000000' },
      },
    ])
    const { rows } = await pool.query(
      `select to_char(month, 'YYYY-MM') as month from invoices where account_id = $1 order by id desc limit 2`,
      [owner.accountId],
    )
    expect(rows).toEqual([{ month: '2027-06' }, { month: '2027-05' }])
    await owner.setClock('2027-05-20T10:00:00')
    expect(told(await owner.setClock('2027-07-02T10:00:00'))).toEqual([])
    expect(await invoicesOf(owner)).toHaveLength(8)
  })

  test('bills what auto mode has sent in it, and not what it sends at the same moment', async () => {
    const owner = await billedOwner('2027-05-31T07:00:00')
    await owner.auto()
    await owner.deliver(1)
    await owner.deliver(1, { delivery_date: '2027-06-02' })
    expect(told(await owner.setClock('2027-06-01T06:00:00'))).toEqual([
      ...['2027-05-31T08:00 order.start', '2027-05-31T11:00 order.ready', '2027-05-31T16:00 order.ship'],
      '2027-06-01T06:00 invoice.validate',
    ])
    const { rows } = await pool.query(
      'select count(*)::int as orders from invoice_orders where account_id = $1',
      [owner.accountId],
    )
    expect(rows).toEqual([{ orders: 1 }])
  })

  test('without an address to bill stays a draft, and that is told', async () => {
    const owner = await openOwner({ count: 100 })
    await owner.setClock('2027-05-20T10:00:00')
    const { happened } = await owner.setClock('2027-06-02T10:00:00')
    expect(happened).toMatchObject([
      { what: 'invoice.validate', refusal: expect.stringContaining('The invoice of 2027-05 stays a draft') },
    ])
    expect(await invoicesOf(owner)).toEqual([])
  })

  test('without a bottle costs nothing, and nothing is told', async () => {
    const owner = await openOwner()
    await owner.setClock('2027-05-20T10:00:00')
    expect(told(await owner.setClock('2029-05-20T10:00:00'))).toEqual([])
  })

  test('that a failure kept from being billed is billed when it is over', async () => {
    const owner = await billedOwner('2027-05-20T10:00:00')
    await pool.query('alter table invoices add constraint no_more check (id < 0) not valid')
    const failed = await owner.sandbox('PUT', '/clock', {
      body: { now: '2027-06-20T10:00:00', frozen: true },
    })
    await pool.query('alter table invoices drop constraint no_more')
    expect(outcome(failed)).toBe('500 internal_error')
    const state = await owner.read<{ now: string }>('/clock')
    expect(state.now).toBe('2027-06-01T06:00:00+02:00')
    expect(told(await owner.advance('PT1S'))).toEqual(['2027-06-01T06:00 invoice.validate'])
  })
})

test('two accounts live through different days at once', async () => {
  const [winter, summer] = [await autoOwner('2027-01-11T07:00:00'), await autoOwner('2028-07-10T07:00:00')]
  const orders = [await winter.deliver(1), await summer.deliver(1)]
  const moved = await Promise.all([winter.advance('P2D'), summer.advance('P2D')])
  expect(moved.map(told)).toEqual(
    [
      ['2027-01-11', '2027-01-12'],
      ['2028-07-10', '2028-07-11'],
    ].map(([prepared, delivered]) => [
      ...[`${prepared}T08:00 order.start`, `${prepared}T11:00 order.ready`, `${prepared}T16:00 order.ship`],
      `${delivered}T08:00 order.deliver`,
    ]),
  )
  expect(moved.map(({ happened }) => happened[0]?.id)).toEqual(orders.map(({ id }) => id))
  const times = await Promise.all([winter.events(), summer.events()])
  expect(times.map((events) => events.at(-1)?.created_at.date.slice(0, 16))).toEqual([
    '2027-01-12 08:00',
    '2028-07-11 08:00',
  ])
})

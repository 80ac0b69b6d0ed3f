// An owner acts as the warehouse on orders of their own.
import { describe, expect, test } from 'vitest'
import { verifyLedger } from '../../src/core/cellar/verify-ledger.ts'
import { startPreparation } from '../../src/core/preparation/prepare-order.ts'
import { checksumOf } from '../support/checksum.ts'
import { type EventRecord, type OrderRecord, sandboxCellar } from '../support/sandbox-cellar.ts'
import { outcome } from '../support/service.ts'

const { openOwner, pool, db, deps, otherWineId, heldBottles, freeBottles } = await sandboxCellar()

const told = (events: readonly EventRecord[]) =>
  events.map(({ type, event, data, created_at }) =>
    [type, event, data.id, data.status?.name, created_at.date.slice(0, 19)].join(' '),
  )

describe('the story of', () => {
  test('a delivery: start, ready, ship, deliver, each told at the time of the account', async () => {
    const owner = await openOwner({ count: 3 })
    await owner.setClock('2027-07-12T10:00:00')
    const { id } = await owner.deliver(2)
    await owner.advance('PT1H')
    expect((await owner.simulate(`/orders/${id}/start`)).status.name).toBe('PROCESSING')
    await owner.advance('PT1H')
    const ready = await owner.simulate(`/orders/${id}/ready`, { parcels: 2 })
    expect(ready).toMatchObject({ status: { name: 'READY' }, updated_by: 'Sandbox' })
    await owner.advance('PT1H')
    const shipped = await owner.simulate(`/orders/${id}/ship`)
    expect(shipped).toMatchObject({
      status: { name: 'SHIPPED' },
      tracking_numbers: [`SBX${String(id).padStart(9, '0')}FR`],
      updated_at: { date: '2027-07-12 13:00:00.000000' },
    })
    await owner.advance('P1D')
    const remark = { delivered_on: '2027-07-13', remark: 'Left with the neighbour' }
    expect((await owner.simulate(`/orders/${id}/deliver`, remark)).status.name).toBe('DELIVERED')
    expect(told(await owner.events())).toEqual([
      `order create ${id} NEW 2027-07-12 10:00:00`,
      `order update ${id} PROCESSING 2027-07-12 11:00:00`,
      `order update ${id} READY 2027-07-12 12:00:00`,
      `order update ${id} SHIPPED 2027-07-12 13:00:00`,
      `order update ${id} DELIVERED 2027-07-13 13:00:00`,
    ])
    const { rows } = await pool.query('select * from preparations where order_id = $1', [id])
    expect(rows[0]).toMatchObject({
      ...{ picker_id: null, picker_name: 'Sandbox', parcels: 2, carrier: 'Sandbox Express' },
      ...{ delivered_on: '2027-07-13', delivery_remark: 'Left with the neighbour' },
    })
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })

  test('a pick-up: start, pick, ready, withdraw', async () => {
    const owner = await openOwner({ count: 2 })
    const { id } = await owner.order(2)
    for (const step of ['start', 'pick', 'ready']) await owner.simulate(`/orders/${id}/${step}`)
    const gone = await owner.simulate(`/orders/${id}/withdraw`, { collected_by: 'Zoé Martin' })
    expect(gone.status.name).toBe('WITHDRAWED')
    const { rows } = await pool.query('select state from bottles where account_id = $1', [owner.accountId])
    expect(rows).toEqual([{ state: 'gone' }, { state: 'gone' }])
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })

  test('an order on hold, which is released, stopped and can then be deleted', async () => {
    const owner = await openOwner({ count: 1 })
    const { id } = await owner.order(1)
    await owner.simulate(`/orders/${id}/start`)
    const held = await owner.simulate(`/orders/${id}/hold`, { reason: 'Address is not clear' })
    expect(held.additional_status).toBe('Address is not clear')
    expect(outcome(await owner.sandbox('POST', `/orders/${id}/ready`))).toBe('409 order_on_hold')
    expect((await owner.simulate(`/orders/${id}/release`)).additional_status).toBeNull()
    expect((await owner.simulate(`/orders/${id}/stop`)).status.name).toBe('NEW')
    expect(outcome(await owner.v2('DELETE', `/orders/${id}`))).toBe('200 ok')
  })

  test('a carrier and numbers of one’s own', async () => {
    const owner = await openOwner({ count: 2 })
    const [{ id }, other] = [await owner.deliver(1), await owner.deliver(1)]
    for (const each of [id, other.id])
      for (const step of ['start', 'ready']) await owner.simulate(`/orders/${each}/${step}`)
    const body = { carrier: 'Chrono', tracking_numbers: ['CX1', 'CX2'] }
    expect((await owner.simulate(`/orders/${id}/ship`, body)).tracking_numbers).toEqual(['CX1', 'CX2'])
    const none = await owner.simulate(`/orders/${other.id}/ship`, { tracking_numbers: [] })
    expect(none.tracking_numbers).toEqual([])
  })
})

describe('a bottle that is not there', () => {
  const started = async (count: number, ordered: number) => {
    const owner = await openOwner({ count })
    const { id } = await owner.order(ordered)
    await owner.simulate(`/orders/${id}/start`)
    return { owner, id }
  }
  const quantities = ({ content }: OrderRecord) => content.map(({ quantity }) => quantity)

  test('makes the order short by itself, though the cellar has another', async () => {
    const { owner, id } = await started(5, 3)
    expect(quantities(await owner.simulate(`/orders/${id}/short-pick`))).toEqual([2])
    const held = await heldBottles(owner.accountId)
    expect(held[id]).toHaveLength(2)
    expect(await freeBottles(owner.accountId)).toHaveLength(3)
    const [mail] = (await owner.read<{ kind: string; subject: string }[]>('/mails')).slice(0, 1)
    expect(mail).toMatchObject({ kind: 'order_short', subject: `Order ${id} comes with fewer bottles` })
    expect((await owner.simulate(`/orders/${id}/ready`)).status.name).toBe('READY')
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })

  test('is replaced when that is allowed, and there is another', async () => {
    const { owner, id } = await started(4, 3)
    const body = { content: owner.content(2), reason: 'broken', comment: 'dropped', replace: true }
    expect(quantities(await owner.simulate(`/orders/${id}/short-pick`, body))).toEqual([2])
    const { rows } = await pool.query(
      `select comment from stock_moves where account_id = $1 and kind = 'lost'`,
      [owner.accountId],
    )
    expect(rows).toEqual([{ comment: 'broken: dropped' }, { comment: 'broken: dropped' }])
    expect(await freeBottles(owner.accountId)).toHaveLength(2)
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })

  test('and is the last one deletes the order, which is answered as it was', async () => {
    const { owner, id } = await started(2, 2)
    const last = await owner.simulate(`/orders/${id}/short-pick`, { content: owner.content(2) })
    expect([last.id, last.status.name, quantities(last)]).toEqual([id, 'PROCESSING', [2]])
    expect(outcome(await owner.v2('GET', `/orders/${id}`))).toBe('404 not_found')
    expect((await owner.events()).map(({ event }) => event)).toEqual(['create', 'update', 'delete'])
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })

  test.each([
    [
      'of another kind',
      (reference: string) => [{ reference: reference.replace('0.75', '1.5'), quantity: 1 }],
    ],
    ['of a wine that nobody has', () => [{ reference: '999999999|0.75|bottles', quantity: 1 }]],
    ['more than the order has', (reference: string) => [{ reference, quantity: 3 }]],
    [
      'more in two lines than the order has',
      (reference: string) => [
        { reference, quantity: 1 },
        { reference, quantity: 2 },
      ],
    ],
  ])('is refused when it is %s', async (_title, content) => {
    const { owner, id } = await started(4, 2)
    const before = await checksumOf(pool)
    const body = { content: content(owner.reference()) }
    expect(outcome(await owner.sandbox('POST', `/orders/${id}/short-pick`, { body }))).toBe(
      '409 wrong_bottle',
    )
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('is of an order in preparation', async () => {
    const owner = await openOwner({ count: 1 })
    const { id } = await owner.order(1)
    const reply = await owner.sandbox('POST', `/orders/${id}/short-pick`)
    expect(outcome(reply)).toBe('409 step_not_possible')
    expect((reply.body as { message: string }).message).toContain('Start its preparation first')
  })
})

describe('an order that is split', () => {
  const split = async () => {
    const owner = await openOwner({ count: 2 }, { count: 3, warehouse: 1 })
    const { id } = await owner.deliver(5)
    const { rows } = await pool.query<{ id: number }>(
      'select id from orders where account_id = $1 and parent_id = $2 order by id',
      [owner.accountId, id],
    )
    const [first = 0, second = 0] = rows.map((row) => row.id)
    return { owner, id, first, second }
  }

  test('takes each step with all of its parts, in one transaction', async () => {
    const { owner, id, first, second } = await split()
    for (const [step, name] of [
      ['start', 'PROCESSING'],
      ['ready', 'READY'],
      ['ship', 'SHIPPED'],
      ['deliver', 'DELIVERED'],
    ] as const) {
      expect((await owner.simulate(`/orders/${id}/${step}`)).status.name).toBe(name)
      expect([await owner.status(first), await owner.status(second)]).toEqual([name, name])
    }
    const { tracking_numbers } = await owner.done<OrderRecord>(owner.v2('GET', `/orders/${id}`))
    expect(tracking_numbers).toEqual([first, second].map((each) => `SBX${String(each).padStart(9, '0')}FR`))
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })

  test('goes on with the parts that can, and a part goes by its own id', async () => {
    const { owner, id, first, second } = await split()
    expect((await owner.simulate(`/orders/${first}/start`)).id).toBe(first)
    expect([await owner.status(id), await owner.status(second)]).toEqual(['NEW', 'NEW'])
    await owner.simulate(`/orders/${second}/hold`, { reason: 'No parking' })
    const reply = await owner.sandbox('POST', `/orders/${id}/start`)
    expect(outcome(reply)).toBe('409 step_not_possible')
    await owner.simulate(`/orders/${id}/release`)
    await owner.simulate(`/orders/${id}/start`)
    expect(await owner.status(id)).toBe('PROCESSING')
  })

  test('has the numbers that are given once', async () => {
    const { owner, id } = await split()
    for (const step of ['start', 'ready']) await owner.simulate(`/orders/${id}/${step}`)
    const body = { tracking_numbers: ['CX1'] }
    expect((await owner.simulate(`/orders/${id}/ship`, body)).tracking_numbers).toEqual(['CX1'])
  })

  test('loses bottles where it has them, also in several parts', async () => {
    const { owner, id, first, second } = await split()
    await owner.simulate(`/orders/${id}/start`)
    const short = await owner.simulate(`/orders/${id}/short-pick`, { content: owner.content(3) })
    expect(short.content.map(({ quantity }) => quantity)).toEqual([2])
    expect(outcome(await owner.v2('GET', `/orders/${first}`))).toBe('404 not_found')
    const { content } = await owner.done<OrderRecord>(owner.v2('GET', `/orders/${second}`))
    expect(content.map(({ quantity }) => quantity)).toEqual([2])
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })
})

describe('a step that is not possible', () => {
  const paths: [path: string, steps: string[], refused: string[], says: RegExp][] = [
    ['new', [], ['stop', 'ready', 'ship', 'withdraw', 'deliver'], /can now become processing/],
    ['new', [], ['pick', 'short-pick'], /Start its preparation first/],
    ['in preparation', ['start'], ['start', 'ship', 'withdraw', 'deliver'], /ready or new/],
    ['ready', ['start', 'ready'], ['start', 'stop', 'ready', 'deliver', 'withdraw'], /become shipped/],
    ['shipped', ['start', 'ready', 'ship'], ['start', 'stop', 'ready', 'ship', 'withdraw'], /delivered/],
    [
      'delivered',
      ['start', 'ready', 'ship', 'deliver'],
      ['start', 'stop', 'ready', 'ship', 'deliver', 'withdraw'],
      /at its end/,
    ],
  ]
  test.each(paths)(
    'with an order that is %s is told with those that are',
    async (_title, steps, refused, says) => {
      const owner = await openOwner({ count: 1 })
      const { id } = await owner.deliver(1)
      for (const step of steps) await owner.simulate(`/orders/${id}/${step}`)
      const before = await checksumOf(pool)
      for (const step of refused) {
        const reply = await owner.sandbox('POST', `/orders/${id}/${step}`)
        expect([step, outcome(reply)]).toEqual([step, '409 step_not_possible'])
        expect((reply.body as { message: string }).message).toMatch(says)
      }
      expect(await checksumOf(pool)).toEqual(before)
    },
  )

  test('is a release of what is not on hold, and a hold of what has left', async () => {
    const owner = await openOwner({ count: 1 })
    const { id } = await owner.deliver(1)
    expect(outcome(await owner.sandbox('POST', `/orders/${id}/release`))).toBe('409 step_not_possible')
    for (const step of ['start', 'ready', 'ship']) await owner.simulate(`/orders/${id}/${step}`)
    const hold = await owner.sandbox('POST', `/orders/${id}/hold`, { body: { reason: 'x' } })
    expect(outcome(hold)).toBe('409 step_not_possible')
  })

  test('is one with an order that somebody of the warehouse prepares', async () => {
    const owner = await openOwner({ count: 1 })
    const { id } = await owner.deliver(1)
    await startPreparation(deps, { id: null, email: 'ana@caveau.example', name: 'Ana Picker' }, id)
    const reply = await owner.sandbox('POST', `/orders/${id}/ready`)
    expect(outcome(reply)).toBe('409 taken_by_another')
  })

  test('is a delivery in the future, by the clock of the account', async () => {
    const owner = await openOwner({ count: 1 })
    await owner.setClock('2027-07-12T10:00:00')
    const { id } = await owner.deliver(1)
    for (const step of ['start', 'ready', 'ship']) await owner.simulate(`/orders/${id}/${step}`)
    const at = (delivered_on: string) =>
      owner.sandbox('POST', `/orders/${id}/deliver`, { body: { delivered_on } })
    const early = await at('2027-07-13')
    expect(outcome(early)).toBe('400 parameter_invalid')
    expect(early.body).toMatchObject({ details: [{ field: 'delivered_on' }] })
    expect(outcome(await at('2027-07-12'))).toBe('200 ok')
  })
})

test('a token that may only read takes no step', async () => {
  const owner = await openOwner({ count: 1 })
  const { id } = await owner.order(1)
  const headers = { authorization: `Bearer ${owner.readToken}` }
  const reply = await owner.sandbox('POST', `/orders/${id}/start`, { headers })
  expect(outcome(reply)).toBe('401 not_sufficient_rights_invalid')
  expect(outcome(await owner.sandbox('GET', '/orders', { headers }))).toBe('200 ok')
})

test('two at once take a step once', async () => {
  const owner = await openOwner({ count: 1 })
  const { id } = await owner.order(1)
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => owner.sandbox('POST', `/orders/${id}/start`)),
  )
  expect(replies.map(outcome).toSorted()).toEqual([
    '200 ok',
    ...Array.from({ length: 4 }, () => '409 step_not_possible'),
  ])
})

test('the newest orders, all or those with which something is still to happen', async () => {
  const owner = await openOwner({ count: 5 }, { count: 1, wineId: otherWineId })
  const [done, open, shipped] = [await owner.order(1), await owner.order(1), await owner.deliver(1)]
  for (const step of ['start', 'ready', 'withdraw']) await owner.simulate(`/orders/${done.id}/${step}`)
  for (const step of ['start', 'ready', 'ship']) await owner.simulate(`/orders/${shipped.id}/${step}`)
  const ids = async (path: string) => (await owner.read<{ id: number }[]>(path)).map(({ id }) => id)
  expect(await ids('/orders')).toEqual([shipped.id, open.id, done.id])
  expect(await ids('/orders?open=1')).toEqual([shipped.id, open.id])
  expect(await owner.read('/orders?open=0')).toEqual(await owner.done(owner.v2('GET', '/orders')))
})

test('the newest events come first', async () => {
  const owner = await openOwner({ count: 1 })
  const { id } = await owner.order(1)
  await owner.simulate(`/orders/${id}/start`)
  const events = await owner.read<EventRecord[]>('/events')
  const orders = events.filter(({ type }) => type === 'order')
  expect(orders.map(({ event, changed }) => [event, changed])).toEqual([
    ['update', ['status']],
    ['create', undefined],
  ])
})

test('each step is sent to those who want to hear of it, dated by the clock of the account', async () => {
  const owner = await openOwner({ count: 1 })
  await owner.setClock('2027-07-12T10:00:00')
  const { id } = await owner.order(1)
  const body = { name: 'Shop', url: 'https://shop.example/caveau', event_types: ['order.update'] }
  const webhook = await owner.done<{ id: number }>(owner.v2('POST', '/webhooks', { body }))
  for (const step of ['start', 'ready', 'withdraw']) await owner.simulate(`/orders/${id}/${step}`)
  const { rows } = await pool.query(
    `select e.subject_id as order, e.created_at as at, d.due_at as due from webhook_deliveries d
       join events e on e.account_id = d.account_id and e.id = d.event_id
     where d.account_id = $1 and d.endpoint_id = $2 order by e.id`,
    [owner.accountId, webhook.id],
  )
  const at = new Date('2027-07-12T08:00:00Z')
  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ order: id, at, due: at })))
})

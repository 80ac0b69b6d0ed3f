import { describe, expect, test } from 'vitest'
import { verifyLedger } from '../../src/core/cellar/verify-ledger.ts'
import { checksumOf } from '../support/checksum.ts'
import { operatorService } from '../support/operator-service.ts'
import { orderCellar } from '../support/order-cellar.ts'
import { outcome } from '../support/service.ts'
import { openAccount } from '../support/small-cellar.ts'

const { operate, done, call, db, deps, pool } = await operatorService()
const { wineId, otherWineId, warehouseIds, store } = await orderCellar(pool)

type Bottle = { id: number; code: string; location: string | null; picked_at: string | null }
type Sheet = {
  id: number
  status: string
  parent_id: number | null
  children: { id: number; status: string }[]
  bottles: Bottle[]
  picked_count: number
  hold_reason: string | null
  short?: unknown[]
}
let owners = 0
/** A new owner with keys and these bottles. */
async function owner(...shelves: Parameters<typeof store>[1][]) {
  const account = await openAccount(deps, `owner${owners++}@example.com`)
  const stored: number[][] = []
  for (const shelf of shelves) stored.push(await store(account.accountId, shelf))
  return { ...account, stored }
}
const address = { company: 'Chez Ada', street1: '2 rue', city: 'Paris', zipcode: '75002' }
const place = (accountId: number, quantity: number, more: object = {}) =>
  done<Sheet>('POST', '/orders', {
    body: { account_id: accountId, content: [{ wine_id: wineId, format: '0.75', quantity }], ...more },
  })
const deliver = { pickup: false, address }
const step = (id: number, verb: string, body?: object) =>
  done<Sheet>('POST', `/orders/${id}/${verb}`, { as: 'warehouse', body })
async function ready(id: number): Promise<Sheet> {
  const { bottles } = await step(id, 'start')
  for (const { code } of bottles) await step(id, 'picks', { scan: code })
  return step(id, 'ready')
}

test('an order goes from its placing by the operator to its delivery', async () => {
  const { accountId, keys } = await owner({ count: 3 })
  const placed = await place(accountId, 2, {
    ...deliver,
    reference: 'TEL-1',
    comment: 'by phone',
    half_day: 'pm',
  })
  expect(placed).toMatchObject({
    status: 'new',
    origin: 'operator',
    handover: 'delivery',
    account: { id: accountId, name: 'Ada Cave', company: null },
    warehouse: { id: warehouseIds[0], name: 'Bercy' },
    recipient: { company: 'Chez Ada', country: 'FR', firstname: null },
    reference: 'TEL-1',
    comment: 'by phone',
    delivery_date: '2026-11-17',
    preparation_date: '2026-11-16',
    half_day: 'pm',
    created_by: 'Sam admin',
    lines: [
      { wine_id: wineId, wine: 'Clos Un', vintage: 2019, format: '0.75', box: '', quantity: 2, picked: 0 },
    ],
    bottle_count: 2,
    picked_count: 0,
    short: [],
    picker: null,
    has_delivery_slip: false,
  })
  const { id, bottles } = placed
  const [first, second] = bottles
  expect(first).toMatchObject({ code: `B${first?.id}`, location: 'A-01', picked_at: null, wine_id: wineId })

  expect(await step(id, 'start')).toMatchObject({
    status: 'processing',
    picker: { name: 'Sam warehouse', since: '2026-11-16T09:30:00+01:00' },
    updated_by: 'Sam warehouse',
  })
  expect(await done('GET', `/orders/${id}/pick-list`, { as: 'billing' })).toEqual({
    order_id: id,
    picked_count: 0,
    bottle_count: 2,
    stops: [
      {
        location: 'A-01',
        wine: 'Clos Un',
        vintage: 2019,
        wine_id: wineId,
        format: '0.75',
        box: '',
        quantity: 2,
        bottle_ids: [first?.id, second?.id],
      },
    ],
  })
  expect(await step(id, 'picks', { scan: first?.code })).toEqual({
    picked: [first?.id],
    released: null,
    picked_count: 1,
    bottle_count: 2,
  })
  expect(await step(id, 'picks', { scan: 'A-01' })).toMatchObject({ picked: [second?.id], picked_count: 2 })
  expect(await done('DELETE', `/orders/${id}/picks/B${second?.id}`, { as: 'warehouse' })).toEqual({
    picked_count: 1,
    bottle_count: 2,
  })
  expect(outcome(await operate('POST', `/orders/${id}/ready`))).toBe('409 not_all_picked')
  await step(id, 'picks', { scan: `b${second?.id}` })
  expect(await step(id, 'ready', { parcels: 2, weight_grams: 2900 })).toMatchObject({
    status: 'ready',
    parcels: 2,
    weight_grams: 2900,
    has_delivery_slip: true,
  })
  const slip = await operate('GET', `/orders/${id}/delivery-slip`)
  expect(slip.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="delivery-slip-${id}.pdf"`,
    'x-content-type-options': 'nosniff',
  })
  expect(slip.text.slice(0, 5)).toBe('%PDF-')
  expect(await step(id, 'ship', { carrier: 'Chrono', tracking_numbers: ['CX1'] })).toMatchObject({
    status: 'shipped',
    carrier: 'Chrono',
    tracking_url: 'https://tracking.example.com/CX1?lang=fr',
  })
  expect(await step(id, 'deliver', { remark: 'ok' })).toMatchObject({
    status: 'delivered',
    delivered_on: '2026-11-16',
    delivery_remark: 'ok',
  })
  const seen = (await call('GET', `/v1/get-out-requests/${id}`, { keys })).body
  expect(seen).toMatchObject({
    'status-name': 'STATUS_DELIVERED',
    origin: 'OPERATOR',
    created_by: 'admin@caveau.example',
    updated_by: 'warehouse@caveau.example',
    tracking_numbers: ['CX1'],
  })
  const entries = await done<{ action: string; account_id: number }[]>(
    'GET',
    `/audit?subject=order&subject_id=${id}`,
  )
  expect(entries.map(({ action }) => action).toReversed()).toEqual([
    ...['order.create', 'order.start', 'order.pick', 'order.pick', 'order.unpick', 'order.pick'],
    ...['order.ready', 'order.ship', 'order.deliver'],
  ])
  expect(new Set(entries.map((each) => each.account_id))).toEqual(new Set([accountId]))
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

test('a pick-up is held, released, withdrawn; a loss is answered with where the replacement lies', async () => {
  const { accountId } = await owner({ count: 3 })
  const { id, bottles } = await place(accountId, 2)
  expect(await step(id, 'hold', { reason: 'Unpaid' })).toMatchObject({
    hold_reason: 'Unpaid',
    held_by: 'Sam warehouse',
    held_at: '2026-11-16T09:30:00+01:00',
  })
  expect(outcome(await operate('POST', `/orders/${id}/start`))).toBe('409 order_on_hold')
  expect(await done('DELETE', `/orders/${id}/hold`)).toMatchObject({ hold_reason: null, held_by: null })
  await step(id, 'start')
  const lost = bottles[0]?.id
  const answer = { lost: [lost], short: 0, order_deleted: false }
  expect(await step(id, 'losses', { bottle_id: lost, reason: 'broken', comment: 'dropped' })).toMatchObject({
    ...answer,
    replacements: [{ location: 'A-01' }],
  })
  const line = { wine_id: wineId, format: '0.75', quantity: 1, reason: 'missing' }
  expect(await step(id, 'losses', line)).toMatchObject({ replacements: [], short: 1, order_deleted: false })
  const { bottles: left } = await done<Sheet>('GET', `/orders/${id}`)
  await step(id, 'picks', { scan: left[0]?.code })
  await step(id, 'ready')
  expect(await step(id, 'withdraw', { collected_by: 'Zoé' })).toMatchObject({
    status: 'withdrawn',
    collected_by: 'Zoé',
    shortages: [{ quantity: 1, reason: 'missing', reported_by: 'Sam warehouse', wine: 'Clos Un' }],
  })
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

test('the last loss of an order is answered without an order', async () => {
  const { accountId } = await owner({ count: 1 })
  const { id, bottles } = await place(accountId, 1)
  await step(id, 'start')
  const body = { bottle_id: bottles[0]?.id, reason: 'broken' }
  expect(await step(id, 'losses', body)).toMatchObject({ short: 1, order_deleted: true })
  expect(outcome(await operate('GET', `/orders/${id}`))).toBe('404 not_found')
})

describe('placing', async () => {
  test('by references, partly, split over warehouses, and what was short is told', async () => {
    const { accountId } = await owner({ count: 2 }, { count: 6, boxCode: 'CBO6', warehouse: 1 })
    const content = [
      { reference: `${wineId}|0.75|bottles`, quantity: 5 },
      { reference: `${wineId}|0.75|CBO6`, quantity: 6 },
    ]
    const placed = await done<Sheet>('POST', '/orders', {
      as: 'warehouse',
      body: { account_id: accountId, content, allow_partial: true },
    })
    expect(placed.short).toEqual([{ wine_id: wineId, format: '0.75', box: '', asked: 5, found: 2 }])
    expect(placed.children).toHaveLength(2)
    expect(placed.bottles).toHaveLength(8)
    const [part] = placed.children
    expect(await done('GET', `/orders/${part?.id}`)).toMatchObject({ parent_id: placed.id, children: [] })
    const refused = await operate('POST', `/orders/${placed.id}/start`)
    expect(outcome(refused)).toBe('409 step_not_possible')
    expect(refused.text).toContain(`${part?.id} (Bercy)`)
  })

  test('sent twice with one key is placed once', async () => {
    const { accountId } = await owner({ count: 4 })
    const body = { account_id: accountId, content: [{ reference: `${wineId}|0.75|bottles`, quantity: 1 }] }
    const send = () => operate('POST', '/orders', { body, headers: { 'idempotency-key': 'phone-1' } })
    const [one, other] = [await send(), await send()]
    expect([one.status, other.status, one.text === other.text]).toEqual([201, 201, true])
    expect(await done('GET', `/orders?account_id=${accountId}`)).toHaveLength(1)
  })

  const { accountId: shopper } = await owner({ count: 2 })
  const goods = { wine_id: wineId, format: '0.75', quantity: 1 }
  const order = { account_id: shopper, content: [goods] }
  test.each<[string, Record<string, unknown>, string, string?]>([
    ['an account that there is not', { account_id: 999_999_999 }, '400 parameter_invalid', 'account_id'],
    ['nothing', { content: [] }, '400 parameter_invalid', 'content'],
    ['no content', { content: undefined }, '400 parameter_missing', 'content'],
    [
      'a wine that there is not',
      { content: [goods, { ...goods, wine_id: 999_999_999 }] },
      '400 parameter_invalid',
      'content.1.wine_id',
    ],
    [
      'a box that there is not',
      { content: [{ ...goods, box: 'NONE' }] },
      '400 parameter_invalid',
      'content.0.box',
    ],
    [
      'half a line',
      { content: [{ wine_id: wineId, quantity: 1 }] },
      '400 parameter_missing',
      'content.0.format',
    ],
    [
      'a line said twice',
      { content: [{ ...goods, reference: `${wineId}|0.75|bottles` }] },
      '400 parameter_invalid',
      'content.0.reference',
    ],
    ...['', 'x', '1|0.75', '1|0.7501|bottles', '0|1|bottles', '1|1|cbo6', '1|1|bottles\0'].map(
      (reference) =>
        [
          `the reference ${JSON.stringify(reference)}`,
          { content: [{ reference, quantity: 1 }] },
          '400 parameter_invalid',
          'content.0.reference',
        ] as [string, Record<string, unknown>, string, string],
    ),
    ['no bottle', { content: [{ ...goods, quantity: 0 }] }, '400 parameter_invalid', 'content.0.quantity'],
    [
      'too many in all',
      { content: Array(11).fill({ ...goods, quantity: 10_000 }) },
      '400 parameter_invalid',
      'content',
    ],
    [
      'more than there are',
      { content: [{ ...goods, quantity: 3 }] },
      '409 not_enough_stock',
      `wine ${wineId}, 0.75 l`,
    ],
    ['no address for a delivery', { pickup: false }, '400 address_invalid', 'address.street1'],
    [
      'a bad zipcode',
      { ...deliver, address: { ...address, zipcode: '7' } },
      '400 address_invalid',
      'address.zipcode',
    ],
    ['a NUL in the comment', { comment: 'a\0b' }, '400 parameter_invalid', 'comment'],
    ['a Sunday', { delivery_date: '2026-11-22' }, '400 delivery_date_invalid'],
    ['something unknown', { is_pickup: 1 }, '400 parameter_invalid', 'is_pickup'],
  ])('%s is refused', async (_what, change, expected, field) => {
    const before = await checksumOf(pool)
    const reply = await operate('POST', '/orders', { body: { ...order, ...change } })
    expect(outcome(reply), reply.text).toBe(expected)
    if (field)
      expect((reply.body as { details: { field: string }[] }).details.map((each) => each.field)).toContain(
        field,
      )
    expect(await checksumOf(pool)).toEqual(before)
  })
})

test('deleting a new order gives its bottles back and names who did it; one in preparation stays', async () => {
  const { accountId } = await owner({ count: 2 })
  const { id } = await place(accountId, 2)
  await step(id, 'start')
  expect(outcome(await operate('DELETE', `/orders/${id}`))).toBe('409 order_not_editable')
  await step(id, 'stop')
  expect(await done('DELETE', `/orders/${id}`, { as: 'warehouse' })).toMatchObject({ id, bottle_count: 2 })
  expect(outcome(await operate('DELETE', `/orders/${id}`))).toBe('404 not_found')
  const { rows } = await pool.query('select updated_by_name as by from orders where id = $1', [id])
  expect(rows).toEqual([{ by: 'Sam warehouse' }])
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

test('files of the whole are shown with each of its parts', async () => {
  const { accountId } = await owner({ count: 1 }, { count: 1, warehouse: 1 })
  const { id, children } = await place(accountId, 2)
  await pool.query(
    `insert into order_files (account_id, order_id, name, media_type, size_bytes, storage_key, created_at)
     values ($1, $2, 'étiquette.pdf', 'application/pdf', 1, 'k', now())`,
    [accountId, id],
  )
  for (const each of [id, children[0]?.id])
    expect(await done('GET', `/orders/${each}`)).toMatchObject({ files: ['étiquette.pdf'] })
})

describe('the list', () => {
  test('shows what warehouses work on, newest first, and can be narrowed', async () => {
    const { accountId } = await owner({ count: 6 }, { count: 4, wineId: otherWineId, warehouse: 1 })
    const first = await place(accountId, 1, { reference: 'R-1' })
    const second = await place(accountId, 1, { ...deliver, delivery_date: '2026-11-24' })
    const content = [
      { reference: `${wineId}|0.75|bottles`, quantity: 1 },
      { reference: `${otherWineId}|0.75|bottles`, quantity: 1 },
    ]
    const body = { account_id: accountId, content }
    const split = await done<Sheet>('POST', '/orders', { body })
    const [bercy = 0, ivry = 0] = split.children.map((child) => child.id)
    await step(first.id, 'start')
    await step(ivry, 'hold', { reason: 'x' })
    const ids = async (query: string) =>
      (
        await done<{ id: number }[]>('GET', `/orders?account_id=${accountId}&${query}`, { as: 'billing' })
      ).map((each) => each.id)
    expect(await ids('')).toEqual([ivry, bercy, second.id, first.id])
    expect(await ids(`warehouse_id=${warehouseIds[1]}`)).toEqual([ivry])
    expect(await ids('status=processing')).toEqual([first.id])
    expect(await ids('on_hold=true')).toEqual([ivry])
    expect(await ids('on_hold=false')).toEqual([bercy, second.id, first.id])
    expect(await ids('reference=R-1')).toEqual([first.id])
    expect(await ids('reference=r-1')).toEqual([])
    expect(await ids('preparation_date=2026-11-23')).toEqual([second.id])
    const page = await operate('GET', `/orders?account_id=${accountId}&count=2&page=2`)
    expect(page.headers['x-total-count']).toBe('4')
    expect(page.body).toMatchObject([
      { id: second.id, recipient: 'Chez Ada', city: 'Paris', bottle_count: 1 },
      { id: first.id, recipient: null, picker: { name: 'Sam warehouse' }, picked_count: 0 },
    ])
  })

  test.each([
    'status=gone',
    'on_hold=1',
    'account_id=0',
    'warehouse_id=x',
    'reference=a%00b',
    'preparation_date=2026-02-30',
    'count=1001',
  ])('%s is refused', async (query) => {
    expect(outcome(await operate('GET', `/orders?${query}`))).toBe('400 parameter_invalid')
  })
})

describe('roles', () => {
  test('billing reads and does not work', async () => {
    const { accountId } = await owner({ count: 1 })
    const { id } = await place(accountId, 1)
    const before = await checksumOf(pool)
    for (const [method, path, body] of [
      [
        'POST',
        '/orders',
        { account_id: accountId, content: [{ wine_id: wineId, format: '0.75', quantity: 1 }] },
      ],
      ['DELETE', `/orders/${id}`],
      ['POST', `/orders/${id}/start`],
      ['POST', `/orders/${id}/take-over`],
      ['POST', `/orders/${id}/stop`],
      ['POST', `/orders/${id}/picks`, { scan: 'B1' }],
      ['DELETE', `/orders/${id}/picks/1`],
      ['POST', `/orders/${id}/losses`, { bottle_id: 1, reason: 'broken' }],
      ['POST', `/orders/${id}/ready`],
      ['POST', `/orders/${id}/ship`, { carrier: 'x' }],
      ['POST', `/orders/${id}/deliver`],
      ['POST', `/orders/${id}/withdraw`, { collected_by: 'x' }],
      ['POST', `/orders/${id}/hold`, { reason: 'x' }],
      ['DELETE', `/orders/${id}/hold`],
    ] as const) {
      const what = `${method} ${path}`
      expect(outcome(await operate(method, path, { as: 'billing', body })), what).toBe(
        '403 role_insufficient',
      )
      expect(outcome(await operate(method, path, { as: null, body })), what).toBe('401 credentials_invalid')
    }
    expect(await checksumOf(pool)).toEqual(before)
    for (const path of ['', `/${id}`, `/${id}/pick-list`])
      expect((await operate('GET', `/orders${path}`, { as: 'billing' })).status).toBe(200)
    expect(outcome(await operate('GET', `/orders/${id}/delivery-slip`, { as: 'billing' }))).toBe(
      '404 not_found',
    )
  })
})

describe('bad input', async () => {
  const { accountId } = await owner({ count: 1 })
  const { id } = await place(accountId, 1)
  const unknown = 987_654_321
  const bodies = {
    start: {},
    'take-over': {},
    stop: {},
    ready: {},
    picks: { scan: 'B1' },
    losses: { bottle_id: 1, reason: 'broken' },
    ship: { carrier: 'x' },
    deliver: {},
    withdraw: { collected_by: 'x' },
    hold: { reason: 'x' },
  }

  test.each(Object.entries(bodies))(
    '%s of an order that there is not, and of none at all',
    async (verb, body) => {
      expect(outcome(await operate('POST', `/orders/${unknown}/${verb}`, { body }))).toBe('404 not_found')
      expect(outcome(await operate('POST', `/orders/${2 ** 53 - 1}/${verb}`, { body }))).toBe('404 not_found')
      for (const bad of ['0', 'x', '-1', '1.5', '99999999999999999999', '%00'])
        expect(outcome(await operate('POST', `/orders/${bad}/${verb}`, { body })), bad).toBe(
          '400 parameter_invalid',
        )
      expect(outcome(await operate('POST', `/orders/${id}/${verb}`, { body: { ...body, x: 1 } }))).toBe(
        '400 parameter_invalid',
      )
    },
  )

  test.each<[string, string, Record<string, unknown>]>([
    ['picks', 'scan', { scan: '' }],
    ['picks', 'scan', { scan: 'A 1' }],
    ['picks', 'scan', { scan: 'A\0' }],
    ['picks', 'scan', { scan: 5 }],
    ['picks', 'quantity', { scan: 'A-01', quantity: 0 }],
    ['picks', 'quantity', { scan: 'A-01', quantity: 1e12 }],
    ['picks', 'wine_id', { scan: 'A-01', wine_id: 1e20 }],
    ['picks', 'format', { scan: 'A-01', format: '0.7501' }],
    ['picks', 'box', { scan: 'A-01', box: 'cbo6' }],
    ['losses', 'reason', { bottle_id: 1, reason: 'drunk' }],
    ['losses', 'bottle_id', { bottle_id: -1, reason: 'broken' }],
    ['losses', 'bottle_id', { bottle_id: 1, quantity: 1, reason: 'broken' }],
    ['losses', 'comment', { bottle_id: 1, reason: 'broken', comment: 'x'.repeat(501) }],
    ['losses', 'comment', { bottle_id: 1, reason: 'broken', comment: '\0' }],
    ['ready', 'parcels', { parcels: 0 }],
    ['ready', 'weight_grams', { weight_grams: 1.5 }],
    ['ship', 'carrier', { carrier: ' ' }],
    ['ship', 'carrier', { carrier: 'a\nb' }],
    ['ship', 'tracking_numbers', { carrier: 'x', tracking_numbers: Array(51).fill('a') }],
    ['ship', 'tracking_numbers.0', { carrier: 'x', tracking_numbers: [''] }],
    ['ship', 'tracking_numbers.0', { carrier: 'x', tracking_numbers: ['a b'] }],
    ['ship', 'tracking_numbers.0', { carrier: 'x', tracking_numbers: ['x'.repeat(101)] }],
    ['deliver', 'delivered_on', { delivered_on: '2026-02-30' }],
    ['deliver', 'remark', { remark: ' ' }],
    ['withdraw', 'collected_by', { collected_by: '' }],
    ['hold', 'reason', { reason: '   ' }],
    ['hold', 'reason', { reason: 'x'.repeat(501) }],
  ])('%s: %s in %o', async (verb, field, body) => {
    const before = await checksumOf(pool)
    const reply = await operate('POST', `/orders/${id}/${verb}`, { body })
    expect(outcome(reply), reply.text).toBe('400 parameter_invalid')
    expect(reply.body).toMatchObject({
      details: expect.arrayContaining([expect.objectContaining({ field })]),
    })
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('a loss of nothing names what is missing', async () => {
    const reply = await operate('POST', `/orders/${id}/losses`, { body: { reason: 'broken' } })
    expect(outcome(reply)).toBe('400 parameter_missing')
  })

  test.each(['x', 'B', '0', 'B0', '9'.repeat(30)])('a pick of %s is none', async (bottle) => {
    expect(outcome(await operate('DELETE', `/orders/${id}/picks/${bottle}`))).toBe('400 parameter_invalid')
  })

  test.each(['', '/pick-list', '/delivery-slip'])('GET of nothing%s', async (path) => {
    expect(outcome(await operate('GET', `/orders/${unknown}${path}`))).toBe('404 not_found')
    expect(outcome(await operate('GET', `/orders/x${path}`))).toBe('400 parameter_invalid')
  })
})

test('fifty tracking numbers, and none, are taken', async () => {
  const { accountId } = await owner({ count: 2 })
  const numbers = Array.from({ length: 50 }, (_, index) => `${'x'.repeat(97)}${100 + index}`)
  for (const tracking_numbers of [numbers, undefined]) {
    const { id } = await place(accountId, 1, deliver)
    await ready(id)
    expect(await step(id, 'ship', { carrier: 'x', tracking_numbers })).toMatchObject({
      tracking_numbers: tracking_numbers ?? [],
    })
  }
})

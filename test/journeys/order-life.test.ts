// One order from its creation to its end, as a webshop sees it over v1.
import { expect, test } from 'vitest'
import { verifyLedger } from '../../src/core/cellar/verify-ledger.ts'
import { demoService } from '../support/service.ts'

const { call, read, db, clock } = await demoService()
clock.now = new Date('2026-11-20T12:59:59+01:00') // A Friday, one second before the cut-off.

type Entry = { id: number; format: string; quantity: number; boxes?: Record<string, number> }
type Order = {
  id: number
  delivery_date: string
  preparation_date: string
  'bottle-quantity': number
  'format-quantity': Record<string, number>
  content: { id: number; quantity: number; box: string }[]
  errors?: unknown[]
  explain?: { rule: string; words: string }[]
}

const cellar = () => read<Entry[]>('/v1/bottles/consolidated')
const held = async (id: number) =>
  (await cellar()).find((entry) => entry.id === id && entry.format === '0.75')?.quantity ?? 0
const [wine, other] = (await cellar()).filter(
  ({ boxes, format, quantity }) => !boxes && format === '0.75' && quantity >= 8,
)
if (!wine || !other) throw new Error('The demo has two wines with eight loose bottles')
const before = { wine: wine.quantity, other: other.quantity }
const paris = {
  is_pickup: 0,
  company: 'Cave du Coin',
  street1: '3 rue des Halles',
  city: 'Paris',
  zipcode: '75001',
}
const order = async (method: string, path: string, body?: unknown) => {
  const reply = await call(method, `/v1/get-out-requests${path}`, { body })
  return { code: reply.status, ...(reply.body as Order) }
}

test('an order is placed, changed, read and deleted, and the cellar follows at once', async () => {
  const placed = await order('POST', '?explain=1', {
    bottles: { [wine.id]: { '0.75': 2, '0.750': 1 } },
    half_day: 'pm',
    ...paris,
  })
  expect(placed).toMatchObject({
    code: 201,
    delivery_date: '2026-11-23T00:00:00+01:00',
    preparation_date: '2026-11-20T00:00:00+01:00',
    'bottle-quantity': 3,
    'format-quantity': { '0.75': 3 },
  })
  expect(placed.explain?.map(({ rule }) => rule)).toContain('cut_off')
  expect(await held(wine.id)).toBe(before.wine - 3)

  // Two seconds later a new order would start on Monday; the promised date of this one holds.
  clock.now = new Date('2026-11-20T13:00:01+01:00')
  const late = await order('POST', '', { bottles: { [wine.id]: { '0.75': 1 } }, half_day: 'pm', ...paris })
  expect(late.delivery_date).toBe('2026-11-24T00:00:00+01:00')
  const changed = await order('PUT', `/${placed.id}`, { bottles: { [other.id]: { '0.75': 4 } } })
  expect(changed).toMatchObject({
    code: 200,
    delivery_date: placed.delivery_date,
    content: [{ id: other.id, quantity: 4 }],
  })
  expect(await held(wine.id)).toBe(before.wine - 1)
  expect(await held(other.id)).toBe(before.other - 4)

  const { explain, ...asRead } = await read<Order>(`/v1/get-out-requests/${placed.id}?explain=1`)
  expect(explain?.length).toBeGreaterThan(2)
  const { code, ...asChanged } = changed
  expect(asRead).toEqual(asChanged)

  const deleted = await order('DELETE', `/${placed.id}`)
  expect(deleted).toMatchObject({ code: 200, id: placed.id, content: [{ id: other.id, quantity: 4 }] })
  expect((await call('GET', `/v1/get-out-requests/${placed.id}`)).status).toBe(404)
  expect((await call('DELETE', `/v1/get-out-requests/${placed.id}`)).status).toBe(404)
  await order('DELETE', `/${late.id}`)
  expect(await held(wine.id)).toBe(before.wine)
  expect(await held(other.id)).toBe(before.other)
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

test('auto_qty takes what is there and lists each shortfall', async () => {
  const partial = await order('POST', '', {
    bottles: { [wine.id]: { '0.75': 5000 }, 999999999: { '1.5': 2 } },
    half_day: 'am',
    auto_qty: 1,
  })
  expect(partial).toMatchObject({ code: 201, 'bottle-quantity': before.wine })
  expect(partial.errors).toEqual([
    { id: wine.id, format: '0.75', box: null, asked: 5000, found: before.wine, diff: 5000 - before.wine },
    { id: 999999999, format: '1.5', box: null, asked: 2, found: 0, diff: 2 },
  ])
  const nothing = await call('POST', '/v1/get-out-requests', {
    body: { bottles: { [wine.id]: { '0.75': 1 } }, half_day: 'am', auto_qty: 1 },
  })
  expect(nothing).toMatchObject({ status: 400, body: { name: 'bottle_not_found' } })
  await order('DELETE', `/${partial.id}`)
})

test('an order beyond STATUS_NEW is neither changed nor deleted', async () => {
  const orders = await read<{ id: number; status: number }[]>('/v1/get-out-requests?count=1000')
  const beyond = [1, 2, 3, 4, 5].map((status) => orders.find((each) => each.status === status)?.id)
  for (const id of beyond)
    for (const [method, body] of [
      ['PUT', { comment: 'too late' }],
      ['DELETE', undefined],
    ] as const)
      expect(await call(method, `/v1/get-out-requests/${id}`, { body })).toMatchObject({
        status: 409,
        body: { name: 'order_not_editable' },
      })
})

test('with unique_references a second order with the same reference is refused and told the first', async () => {
  const place = () =>
    call('POST', '/v1/get-out-requests', {
      body: { bottles: { [wine.id]: { '0.75': 1 } }, half_day: 'am', reference: 'WEB-1' },
    })
  const [one, two] = [await place(), await place()]
  expect([one.status, two.status]).toEqual([201, 201])
  await call('PUT', '/v1/users', { body: { unique_references: true } })
  const first = await call('POST', '/v1/get-out-requests', {
    body: { bottles: { [wine.id]: { '0.75': 1 } }, half_day: 'am', reference: 'WEB-2' },
  })
  const second = await call('POST', '/v1/get-out-requests', {
    body: { bottles: { [wine.id]: { '0.75': 1 } }, half_day: 'am', reference: 'WEB-2' },
  })
  const { id } = first.body as Order
  expect(second).toMatchObject({
    status: 409,
    body: { name: 'reference_taken', details: [{ field: 'reference' }] },
  })
  expect((second.body as { message: string }).message).toContain(String(id))
  const renamed = await call('PUT', `/v1/get-out-requests/${(one.body as Order).id}`, {
    body: { reference: 'WEB-2' },
  })
  expect(renamed).toMatchObject({ status: 409, body: { name: 'reference_taken' } })
  await order('DELETE', `/${id}`)
  expect(
    (await call('PUT', `/v1/get-out-requests/${(one.body as Order).id}`, { body: { reference: 'WEB-2' } }))
      .status,
  ).toBe(200)
})

test('the cost of a delivery is told before the order, with its reasons', async () => {
  const cost = await read<{ cost: number; explain: unknown[] }>(
    '/v1/get-out-requests/delivery-cost?is_pickup=0&zipcode=75001&country=FR&bottle_quantity=6&delivery_date=2026-11-24&explain=1',
  )
  expect(cost.cost).toBe(9.9)
  expect(cost.explain.length).toBeGreaterThan(1)
  const pickup = await read(
    '/v1/get-out-requests/delivery-cost?is_pickup=1&zipcode=75001&country=FR&bottle_quantity=6&delivery_date=2026-11-24',
  )
  expect(pickup).toEqual({ cost: 0 })
})

test.each(['PUT', 'DELETE'])('%s of delivery-cost is an unknown method on a known path', async (method) => {
  const reply = await call(method, '/v1/get-out-requests/delivery-cost', { body: {} })
  expect(reply).toMatchObject({ status: 404, body: { name: 'not_found' } })
})

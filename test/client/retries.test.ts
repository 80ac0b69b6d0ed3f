// A line that breaks in every way between the client and the service: a change is made once, or told as failed.
import { describe, expect, test } from 'vitest'
import { CaveauNetworkError, createClient, type Order } from '../../client/src/client.ts'
import { demoService } from '../support/service.ts'
import { type Mishap, unreliableProxy } from './unreliable-proxy.ts'

const { origin, owner, readV2 } = await demoService()
const proxy = await unreliableProxy(origin)
const retry = { baseDelayMs: 1, maxDelayMs: 5 }
const client = createClient({ baseUrl: proxy.origin, token: owner.bearerToken, retry })

const rows = await client.bottles.list()
const [row] = rows
if (!row) throw new Error('The demo has bottles')
/** Another bottle each time, so that none runs out. */
const bottle = () => [{ reference: rows.shift()?.reference ?? '', quantity: 1 }]
const ordersNamed = async (reference: string) =>
  (await readV2<Order[]>('/orders?count=100')).filter((order) => order.reference === reference)

const unavailable = { status: 503, body: 'Bad weather' }
const busy = (headers = {}) => ({
  status: 429,
  headers: { 'content-type': 'application/json', 'x-request-id': 'r-1', ...headers },
  body: JSON.stringify({ result: 'error', name: 'rate_limited', message: 'Too many requests.' }),
})

describe('an order is made once, under one key', () => {
  test.each<[string, Mishap[]]>([
    ['the line is cut before the service has seen it', ['reset']],
    ['the answer is lost after the order was made', ['lose']],
    ['the answer breaks off in the middle', ['cut']],
    ['the service is away for a moment', [unavailable]],
    ['a gateway finds no service', [{ status: 502 }]],
    ['a gateway loses its patience', [{ status: 504 }]],
    ['there were too many requests', [busy({ 'retry-after': '0' })]],
    ['one mishap follows the other', ['lose', unavailable, 'reset']],
  ])('%s', async (title, mishaps) => {
    proxy.meet(...mishaps)
    const order = await client.orders.create({ content: bottle(), reference: title })
    expect(await ordersNamed(title)).toEqual([order])
    const keys = proxy.seen().map(({ key }) => key)
    expect(keys).toEqual(Array(mishaps.length + 1).fill(expect.stringMatching(/^[0-9a-f]{32}$/)))
    expect(new Set(keys).size).toBe(1)
  })

  test('the answer takes too long', async () => {
    proxy.meet('silence')
    const order = await client.orders.create({ content: bottle(), reference: 'slow' }, { timeoutMs: 2000 })
    expect(await ordersNamed('slow')).toEqual([order])
    expect(proxy.seen()[0]?.key).toBe(proxy.seen()[1]?.key)
  })

  test('your own key is sent as it is, and a repeat of the call gives the same order', async () => {
    proxy.meet('lose')
    const order = { content: bottle(), reference: 'own key' }
    const first = await client.orders.create(order, { idempotencyKey: 'cart-17' })
    expect(await client.orders.create(order, { idempotencyKey: 'cart-17' })).toEqual(first)
    expect(proxy.seen().map(({ key }) => key)).toEqual(['cart-17', 'cart-17', 'cart-17'])
    expect(await ordersNamed('own key')).toHaveLength(1)
  })

  test('every call has a key of its own', async () => {
    proxy.meet()
    const { id } = await client.orders.create({ content: bottle() })
    await client.orders.create({ content: bottle() })
    await client.http.POST('/api/v2/orders', { body: { content: bottle() } })
    await client.orders.attach(id, new File(['a'], 'a.csv'))
    expect(new Set(proxy.seen().map(({ key }) => key)).size).toBe(4)
  })
})

test('files are attached once, from the same bytes', async () => {
  const { id } = await client.orders.create({ content: bottle() })
  proxy.meet('lose', unavailable)
  const { attachments } = await client.orders.attach(id, new File(['a;b'], 'a.csv'))
  expect(attachments).toHaveLength(1)
  const sent = proxy.seen().map(({ key, contentType }) => `${key} ${contentType}`)
  expect([sent.length, new Set(sent).size]).toEqual([3, 1])
})

test.each<[string, () => Promise<unknown>]>([
  ['GET', () => client.account.get()],
  ['PUT', () => client.winePrices.update({ wine_id: row.id, format: row.format, price: '9' })],
  ['DELETE', () => client.winePrices.delete({ wine_id: row.id, format: row.format })],
])('%s is repeated without a key', async (method, call) => {
  proxy.meet('reset', unavailable)
  await call()
  expect(proxy.seen().map((each) => [each.method, each.key])).toEqual(Array(3).fill([method, undefined]))
})

describe('a call is not repeated', () => {
  test('when it is a POST whose repeat the service could not recognise', async () => {
    for (const mishap of ['reset', unavailable] as const) {
      proxy.meet(mishap)
      await expect(client.orders.create({ content: bottle() }, { idempotencyKey: null })).rejects.toThrow()
      expect(proxy.seen()).toMatchObject([{ key: undefined }])
    }
  })

  test.each([400, 401, 404, 409, 500])('when the answer is %i', async (status) => {
    proxy.meet({ status })
    await expect(client.account.get()).rejects.toMatchObject({ status, name: 'unexpected_answer' })
    expect(proxy.seen()).toHaveLength(1)
  })

  test('more often than told', async () => {
    proxy.meet(...Array<Mishap>(9).fill('reset'))
    const error = await client.account.get({ retry: { maxAttempts: 3 } }).catch((each: unknown) => each)
    expect(error).toBeInstanceOf(CaveauNetworkError)
    expect(error).toMatchObject({
      attempts: 3,
      isTimeout: false,
      message: expect.stringMatching(/ECONNRESET/),
    })
    expect(proxy.seen()).toHaveLength(3)
  })
})

describe('Retry-After', () => {
  test('is waited for', async () => {
    proxy.meet(busy({ 'retry-after': '1' }))
    await client.account.get()
    const [first, second] = proxy.seen()
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990)
  })

  test('may be a moment', async () => {
    proxy.meet(busy({ 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }))
    const error = await client.account.get().catch((each: unknown) => each)
    expect(error).toMatchObject({ name: 'rate_limited', requestId: 'r-1' })
    expect((error as { retryAfter: number }).retryAfter).toBeGreaterThan(3500)
  })

  test('beyond the time of the call is left to the caller', async () => {
    proxy.meet(busy({ 'retry-after': '30' }))
    await expect(client.account.get({ retry: { maxTotalMs: 5000 } })).rejects.toMatchObject({
      status: 429,
      name: 'rate_limited',
      retryAfter: 30,
    })
    expect(proxy.seen()).toHaveLength(1)
  })
})

// Far more than it takes, for a machine that has much else to do.
const patience = { timeout: 20_000, interval: 10 }

describe('time and patience', () => {
  test('an attempt ends with its time, and others follow', async () => {
    proxy.meet('silence', 'silence', 'silence')
    const call = client.account.get({ timeoutMs: 400, retry: { maxAttempts: 3 } })
    await expect(call).rejects.toMatchObject({ name: 'CaveauNetworkError', isTimeout: true, attempts: 3 })
  })

  test('a call ends with all of its time, also in the middle of an attempt', async () => {
    proxy.meet('silence')
    const call = client.account.get({ retry: { maxTotalMs: 1500, maxAttempts: 99 } })
    await expect(call).rejects.toMatchObject({ isTimeout: true, attempts: 1 })
  })

  test('a signal ends a call that is under way', async () => {
    proxy.meet('silence')
    const controller = new AbortController()
    const call = client.account.get({ signal: controller.signal })
    const settled = expect(call).rejects.toBe('enough')
    await expect.poll(() => proxy.seen().length, patience).toBe(1)
    controller.abort('enough')
    await settled
    expect(proxy.seen()).toHaveLength(1)
  })

  test('a signal ends a call that is not sent yet', async () => {
    proxy.meet()
    const controller = new AbortController()
    const call = client.account.get({ signal: controller.signal })
    controller.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(proxy.seen()).toHaveLength(0)
  })

  test('a signal ends a pause', async () => {
    proxy.meet(busy({ 'retry-after': '20' }))
    const controller = new AbortController()
    const call = client.account.get({ signal: controller.signal })
    const settled = expect(call).rejects.toMatchObject({ name: 'AbortError' })
    await expect.poll(() => proxy.seen().length, patience).toBe(1)
    controller.abort()
    await settled
  })

  test('a signal that was given before ends the call before it begins', async () => {
    proxy.meet()
    await expect(client.account.get({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(proxy.seen()).toHaveLength(0)
  })
})

test('a redirection is not followed, because it would take the credentials along', async () => {
  proxy.meet({ status: 302, headers: { location: 'https://elsewhere.example/' } })
  await expect(client.account.get()).rejects.toMatchObject({
    status: 302,
    message: expect.stringContaining('https://elsewhere.example/'),
  })
})

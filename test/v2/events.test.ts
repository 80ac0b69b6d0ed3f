// Events for those who ask: page by page by a cursor, or as a stream.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createOrder } from '../../src/core/orders/create-order.ts'
import { openTransaction } from '../support/open-transaction.ts'
import { line, pickup } from '../support/order-cellar.ts'
import { demoService, outcome } from '../support/service.ts'

const { call, callV2, readV2, origin, owner, stranger, deps, pool, app } = await demoService()
type Body = { id: string; type: string; event: string; changed?: string[]; data: { id: number } }
type List = { events: Body[]; next_cursor: string; has_more: boolean }
type Row = { reference: string; id: number; quantity: number; box: string; format: number }

const list = (query = '') => readV2<List>(`/events${query}`)
const [row] = (await readV2<Row[]>('/bottles'))
  .filter(({ box }) => box === 'bottles')
  .toSorted((one, other) => other.quantity - one.quantity)
const order = async (): Promise<number> => {
  const body = { content: [{ reference: row?.reference, quantity: 1 }] }
  const made = await callV2('POST', '/orders', { body })
  expect(outcome(made)).toBe('201 ok')
  return (made.body as { id: number }).id
}
/** Behind all that was written, whether it can be read already or not. */
async function end(): Promise<string> {
  const { rows } = await pool.query<{ cursor: string }>(
    `select written_by || '-' || id as cursor from events where account_id = 1 order by written_by desc, id desc limit 1`,
  )
  return rows[0]?.cursor ?? '0-0'
}
/** So many events after a cursor. A transaction that runs elsewhere on the server may hold them back for a moment. */
const listed = (cursor: string, count: number): Promise<List> =>
  vi.waitFor(
    async () => {
      const page = await list(`?cursor=${cursor}`)
      expect(page.events).toHaveLength(count)
      return page
    },
    { timeout: 20_000 },
  )
const told = (events: Body[]) => events.map(({ type, event }) => `${type}.${event}`).toSorted()

describe('the list', () => {
  test('goes from cursor to cursor and tells each event once', async () => {
    const whole = await list('?count=1000')
    const seen: string[] = []
    for (let cursor = '', more = true; more && seen.length < 1000; ) {
      const page = await list(`?count=170${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.events.map(({ id }) => id))
      cursor = page.next_cursor
      more = page.has_more
    }
    expect(seen.slice(0, whole.events.length)).toEqual(whole.events.map(({ id }) => id).slice(0, seen.length))
    expect(new Set(seen).size).toBe(seen.length)
  })

  test('tells what a webhook would be told, and keeps the cursor while there is nothing new', async () => {
    const cursor = await end()
    expect(await list(`?cursor=${cursor}`)).toEqual({ events: [], next_cursor: cursor, has_more: false })
    const id = await order()
    await callV2('DELETE', `/orders/${id}`)
    const { events, next_cursor, has_more } = await listed(cursor, 4)
    expect(told(events)).toEqual(['order.create', 'order.delete', 'stock.update', 'stock.update'])
    expect(events.find(({ type }) => type === 'order')?.data).toMatchObject({ id, status: { name: 'NEW' } })
    expect(has_more).toBe(false)
    expect((await list(`?cursor=${next_cursor}`)).events).toEqual([])
  })

  test('waits for a transaction that is still running, and then skips nothing', async () => {
    const cursor = await end()
    const caller = { accountId: 1, rights: 'write' as const, email: owner.email, name: 'Ada' }
    const slow = await openTransaction(deps, (within) =>
      createOrder(within, caller, pickup([line(row?.id ?? 0, 1, { formatMl: (row?.format ?? 0) * 1000 })])),
    )
    const id = await order()
    expect((await list(`?cursor=${cursor}`)).events).toEqual([])
    await slow.commit()
    const ids = (await listed(cursor, 4)).events
      .filter(({ type }) => type === 'order')
      .map(({ data }) => data.id)
    expect(ids.toSorted()).toEqual([slow.result.order.id, id].toSorted())
  })

  test('is of the owner alone', async () => {
    const cursor = await end()
    await order()
    const theirs = await readV2<List>(`/events?cursor=${cursor}`, { token: stranger.bearerToken })
    expect(theirs.events).toEqual([])
  })

  test('tells of no tests', async () => {
    const cursor = await end()
    const { body } = await callV2('POST', '/webhooks', { body: { name: 'x', url: 'https://shop.example/' } })
    await callV2('POST', `/webhooks/${(body as { id: number }).id}/test`)
    expect((await list(`?cursor=${cursor}`)).events).toEqual([])
  })
})

type Told = { id: string; event: string; data: Body }

/** A stream that is read as it comes, closed when the test is done. */
async function listen(
  options: { cursor?: string; lastEventId?: string; token?: string; cookie?: string; isSlow?: boolean } = {},
) {
  const { cursor, lastEventId, token = owner.bearerToken, cookie, isSlow = false } = options
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const response = await fetch(`${origin}/api/v2/events/stream${cursor ? `?cursor=${cursor}` : ''}`, {
    headers: {
      ...(cookie ? { cookie } : { authorization: `Bearer ${token}` }),
      ...(lastEventId && { 'last-event-id': lastEventId }),
    },
    signal: controller.signal,
  })
  const events: Told[] = []
  const stream = { response, events, comments: 0, hasEnded: false, close: () => controller.abort(), read }
  async function readAll() {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        if (block.startsWith(':')) stream.comments += 1
        const fields = Object.fromEntries(
          block.split('\n').map((field) => field.split(/: (.*)/s).slice(0, 2)),
        )
        if (fields.data) events.push({ id: fields.id, event: fields.event, data: JSON.parse(fields.data) })
      }
    }
  }
  function read() {
    readAll()
      .catch(() => {})
      .finally(() => {
        stream.hasEnded = true
      })
  }
  if (response.ok && !isSlow) read()
  return stream
}
const until = (holds: () => boolean) => vi.waitUntil(holds, { interval: 10, timeout: 20_000 })

describe('the stream', () => {
  test('tells what happens from now on, with a cursor that the list takes too', async () => {
    await order()
    const stream = await listen()
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.response.headers.get('x-request-id')).toMatch(/./)
    await until(() => stream.comments > 0)
    const id = await order()
    await until(() => stream.events.length === 2)
    expect(stream.events.map(({ event }) => event).toSorted()).toEqual(['order.create', 'stock.update'])
    expect(stream.events.find(({ event }) => event === 'order.create')?.data.data.id).toBe(id)
    const { events } = await list(`?cursor=${stream.events.at(-1)?.id}`)
    expect(events).toEqual([])
  })

  test.each(['Last-Event-ID', 'cursor'])(
    'goes on from a %s, without a gap and without a repeat',
    async (way) => {
      const cursor = await end()
      const ids = [await order(), await order()]
      const first = await listen({ cursor })
      await until(() => first.events.length === 4)
      const seen = first.events[1]?.id ?? ''
      first.close()
      ids.push(await order())
      const second = await listen(way === 'cursor' ? { cursor: seen } : { lastEventId: seen })
      ids.push(await order())
      await until(() => second.events.length === 6)
      const all = [...first.events.slice(0, 2), ...second.events]
      expect(new Set(all.map(({ id }) => id)).size).toBe(8)
      const orders = all.filter(({ event }) => event === 'order.create').map(({ data }) => data.data.id)
      expect(orders.toSorted()).toEqual(ids.toSorted())
    },
  )

  test('is read once a second for all who listen, however many they are', async () => {
    const streams = await Promise.all(Array.from({ length: 5 }, () => listen()))
    await until(() => streams.every(({ comments }) => comments > 0))
    await order()
    await until(() => streams.every(({ events }) => events.length === 2))
    const [first, ...others] = streams.map(({ events }) => events)
    for (const events of others) expect(events).toEqual(first)
  })

  test('is open at most five times for a token, and again when one was closed', async () => {
    const streams = await Promise.all(Array.from({ length: 5 }, () => listen()))
    const sixth = await listen()
    expect(sixth.response.status).toBe(429)
    expect(await sixth.response.json()).toMatchObject({ name: 'rate_limited' })
    expect((await listen({ token: stranger.bearerToken })).response.status).toBe(200)
    streams[0]?.close()
    await vi.waitUntil(async () => (await listen()).response.status === 200)
  })

  test('is open to the session of the pages, which opens nothing else here', async () => {
    const { email, password } = owner
    const signedIn = await call('POST', '/dashboard/session', { keys: null, body: { email, password } })
    const [cookie = ''] = String(signedIn.headers['set-cookie']).split(';')
    const stream = await listen({ cookie })
    await until(() => stream.comments > 0)
    await order()
    await until(() => stream.events.length === 2)
    expect(outcome(await call('GET', '/api/v2/account', { keys: null, headers: { cookie } }))).toBe(
      '401 credentials_invalid',
    )
    await call('DELETE', '/dashboard/session', { keys: null, headers: { cookie } })
    expect((await listen({ cookie })).response.status).toBe(401)
  })

  test('tells a stranger nothing', async () => {
    const stream = await listen({ token: stranger.bearerToken })
    const witness = await listen()
    await until(() => stream.comments > 0 && witness.comments > 0)
    await order()
    await until(() => witness.events.length === 2)
    expect(stream.events).toEqual([])
  })

  test.each([
    ['', '401 credentials_invalid', {}],
    ['?cursor=x', '400 parameter_invalid', { authorization: `Bearer ${owner.bearerToken}` }],
    [
      '?cursor=99999999999999999999-1',
      '400 parameter_invalid',
      { authorization: `Bearer ${owner.bearerToken}` },
    ],
  ])('refuses %s with %s', async (query, expected, headers) => {
    const response = await fetch(`${origin}/api/v2/events/stream${query}`, {
      headers: headers as Record<string, string>,
    })
    expect(outcome({ status: response.status, body: await response.json() })).toBe(expected)
  })

  /** Copies of the last event of a wine. */
  const tellOfMany = (count: number) =>
    pool.query(
      `insert into events (account_id, subject, change, subject_id, record, created_at)
       select account_id, subject, change, subject_id, record, created_at from events e, generate_series(1, $1)
       where e.id = (select max(id) from events where account_id = 1 and subject = 'stock')`,
      [count],
    )

  test('many events at once all come', async () => {
    const stream = await listen()
    await until(() => stream.comments > 0)
    await tellOfMany(450)
    await until(() => stream.events.length === 450)
  })

  test('who reads slowly gets all of them, and holds nobody up', async () => {
    const slow = await listen({ isSlow: true })
    const quick = await listen()
    await until(() => quick.comments > 0)
    // Together more than the buffers of a connection take in.
    await pool.query(`update wines set description = repeat('é', 5000)`)
    await tellOfMany(1000)
    await until(() => quick.events.length === 1000)
    slow.read()
    await until(() => slow.events.length === 1000)
    expect(slow.events.map(({ id }) => id)).toEqual(quick.events.map(({ id }) => id))
  })

  // Ends the service, so it comes last.
  test('ends when the service does, without being waited for', async () => {
    const stream = await listen()
    await until(() => stream.comments > 0)
    app.server.close()
    await until(() => stream.hasEnded)
  })
})

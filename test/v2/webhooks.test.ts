// Webhooks over HTTP: their life, their deliveries, and that a secret is told once.
import pino from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openPool } from '../../src/db/database.ts'
import { runWorker } from '../../src/worker/run-worker.ts'
import { answering, verified } from '../support/open-receiver.ts'
import { startReceiver, untilReceived } from '../support/receiver.ts'
import { demoService, outcome } from '../support/service.ts'

const { callV2, readV2, call, deps, pool, databaseUrl, lines, settings } = await demoService({
  CAVEAU_LOG_LEVEL: 'debug',
})
type Webhook = { id: number; secret?: string; state: string; event_types: string[]; url: string }
type Delivery = {
  id: number
  state: string
  attempt_count: number
  event_type: string
  webhook_id: string
  last_attempt: { status: number | null; error: string | null } | null
}
const shop = { name: 'Shop', url: 'https://shop.example/caveau' }
const add = async (more: object = {}) => {
  const { body, status, text } = await callV2('POST', '/webhooks', { body: { ...shop, ...more } })
  if (status !== 201) throw new Error(text)
  const { secret = '', ...webhook } = body as Webhook
  onTestFinished(async () => void (await callV2('DELETE', `/webhooks/${webhook.id}`)))
  return { ...webhook, secret }
}
async function work() {
  const own = openPool({ connectionString: databaseUrl }, { max: 8, applicationName: 'worker' })
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const runner = await runWorker({ deps, pool: own, log })
  onTestFinished(async () => {
    await runner.stop()
    await own.end()
  })
}
const order = async (): Promise<number> => {
  const row = (await readV2<{ reference: string; quantity: number }[]>('/bottles')).find(
    ({ quantity }) => quantity > 20,
  )
  const made = await callV2('POST', '/orders', {
    body: { content: [{ reference: row?.reference, quantity: 1 }] },
  })
  return (made.body as { id: number }).id
}
const php = {
  date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/),
  timezone_type: 3,
  timezone: 'Europe/Paris',
}

test('a webhook is made with its secret, read without it, replaced, paused, resumed and deleted', async () => {
  const { secret, ...made } = await add({ event_types: ['order.create', 'stock.update'] })
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(made).toEqual({
    ...{ id: made.id, ...shop, event_types: ['order.create', 'stock.update'], state: 'active' },
    ...{ failing_since: null, created_at: php, updated_at: php },
  })
  const path = `/webhooks/${made.id}`
  expect(await readV2(path)).toEqual(made)
  expect(await readV2('/webhooks')).toEqual([made])
  const changed = { ...made, name: 'Other', url: 'https://other.example/', event_types: [], state: 'paused' }
  expect((await callV2('PUT', path, { body: changed })).body).toEqual(changed)
  expect((await callV2('POST', `${path}/resume`)).body).toMatchObject({ state: 'active' })
  expect((await callV2('POST', `${path}/pause`)).body).toMatchObject({ state: 'paused' })
  expect((await callV2('DELETE', path)).body).toEqual(changed)
  expect(outcome(await callV2('GET', path))).toBe('404 not_found')
  expect(await readV2('/webhooks')).toEqual([])
})

test('PUT asks for the whole of it', async () => {
  const { id } = await add()
  expect(outcome(await callV2('PUT', `/webhooks/${id}`, { body: { name: 'x' } }))).toBe(
    '400 parameter_missing',
  )
})

describe('a secret', () => {
  test('is told once, also to who repeats the request with the same key', async () => {
    const headers = { 'idempotency-key': 'make-webhook' }
    const first = await callV2('POST', '/webhooks', { body: shop, headers })
    const { secret, ...record } = first.body as Webhook
    const repeat = await callV2('POST', '/webhooks', { body: shop, headers })
    expect([repeat.status, repeat.headers['idempotent-replayed']]).toEqual([201, 'true'])
    expect(repeat.body).toEqual(record)
    expect(secret).toMatch(/^whsec_/)
    expect((await readV2<Webhook[]>('/webhooks')).filter(({ id }) => id === record.id)).toHaveLength(1)

    const path = `/webhooks/${record.id}/rotate-secret`
    const rotated = await callV2('POST', path, { headers: { 'idempotency-key': 'rotate' } })
    const { secret: next, ...same } = rotated.body as Webhook
    expect(next).toMatch(/^whsec_/)
    expect(next).not.toBe(secret)
    const again = await callV2('POST', path, { headers: { 'idempotency-key': 'rotate' } })
    expect(again.body).toEqual(same)
    const { rows } = await pool.query<{ body: string }>('select body from idempotent_answers')
    expect(rows.length).toBeGreaterThan(1)
    for (const { body } of rows) expect(body).not.toContain('whsec_')
    await callV2('DELETE', `/webhooks/${record.id}`)
  })

  test('is in no table and no line of the log', async () => {
    const { id, secret } = await add()
    const rotated = (await callV2('POST', `/webhooks/${id}/rotate-secret`)).body as Webhook
    const { rows: tables } = await pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    for (const told of [secret, rotated.secret ?? '']) {
      const [, key = ''] = told.split('_')
      const hex = Buffer.from(key, 'base64').toString('hex')
      for (const { name } of tables) {
        const { rows } = await pool.query(
          `select 1 from ${name} t where strpos(t::text, $1) > 0 or strpos(t::text, $2) > 0`,
          [key, hex],
        )
        expect(rows, name).toEqual([])
      }
      expect(lines.join('')).not.toContain(key)
    }
  })
})

describe('deliveries', () => {
  test('show what was sent and what was answered', async () => {
    const receiver = await startReceiver((_message, response) =>
      response.writeHead(500, { 'x-trace': '7' }).end('Out of order'),
    )
    const { id, secret } = await add({ url: receiver.url, event_types: ['order.create'] })
    await work()
    const orderId = await order()
    await untilReceived(receiver, 1)
    const path = `/webhooks/${id}/deliveries`
    await vi.waitUntil(async () => (await readV2<Delivery[]>(path))[0]?.attempt_count === 1)
    const [delivery] = await readV2<Delivery[]>(path)
    expect(delivery).toEqual({
      ...{ id: delivery?.id, webhook_id: receiver.messages[0]?.id, event_type: 'order.create' },
      ...{ event_id: receiver.messages[0]?.body.id, state: 'pending', attempt_count: 1 },
      ...{ next_attempt_at: php, created_at: php, settled_at: null },
      last_attempt: {
        ...{ created_at: php, duration_ms: expect.any(Number), url: receiver.url, status: 500, error: null },
      },
    })
    const [message] = receiver.messages
    if (!message) throw new Error('It has come')
    const detail = await readV2<{ request_body: string; attempts: unknown[] }>(`${path}/${delivery?.id}`)
    expect(detail.request_body).toBe(message.rawBody)
    expect(detail.attempts).toEqual([
      {
        ...delivery?.last_attempt,
        request_headers: {
          'content-type': 'application/json',
          'webhook-id': message.id,
          'webhook-timestamp': message.headers['webhook-timestamp'],
        },
        response_headers: expect.objectContaining({ 'x-trace': '7' }),
        response_body: 'Out of order',
      },
    ])
    expect(verified(secret, message)).toEqual(JSON.parse(detail.request_body))
    expect(JSON.parse(detail.request_body).data.id).toBe(orderId)
    expect(await readV2(`${path}?state=failed`)).toEqual([])
    expect(await readV2(`${path}?state=pending`)).toHaveLength(1)

    receiver.answer = answering(200)
    const again = await callV2('POST', `${path}/${delivery?.id}/resend`)
    expect(again.body).toMatchObject({ state: 'pending', attempt_count: 0 })
    await untilReceived(receiver, 2)
    await vi.waitUntil(async () => (await readV2<Delivery[]>(path))[0]?.state === 'delivered')
    expect(receiver.messages[1]?.id).toBe(message.id)
  })

  test('of a test, and all that failed since a moment', async () => {
    const receiver = await startReceiver()
    const { id, secret } = await add({ url: receiver.url })
    await work()
    const sent = await callV2('POST', `/webhooks/${id}/test`)
    expect(sent.status).toBe(201)
    expect(sent.body).toMatchObject({ event_type: 'test.create', state: 'pending', last_attempt: null })
    await untilReceived(receiver, 1)
    const [message] = receiver.messages
    if (!message) throw new Error('It has come')
    expect(verified(secret, message)).toMatchObject({ type: 'test', data: { webhook_id: id } })
    await vi.waitUntil(
      async () => (await readV2<Delivery[]>(`/webhooks/${id}/deliveries`))[0]?.state === 'delivered',
    )
    await pool.query(`update webhook_deliveries set state = 'failed' where endpoint_id = $1`, [id])
    const resend = (since: string) => callV2('POST', `/webhooks/${id}/resend-failed`, { body: { since } })
    expect((await resend('2099-01-01T00:00:00Z')).body).toEqual({ resent: 0 })
    expect((await resend('2026-01-01T00:00:00+01:00')).body).toEqual({ resent: 1 })
    await untilReceived(receiver, 2)
  })

  test('of one webhook are not those of another', async () => {
    const [one, other] = [await add(), await add()]
    const sent = (await callV2('POST', `/webhooks/${one.id}/test`)).body as Delivery
    const path = `/webhooks/${other.id}/deliveries/${sent.id}`
    expect(outcome(await callV2('GET', path))).toBe('404 not_found')
    expect(outcome(await callV2('POST', `${path}/resend`))).toBe('404 not_found')
  })
})

test('the data of a message is what the service answers for the record', async () => {
  const receiver = await startReceiver()
  await add({ url: receiver.url })
  await work()
  const orderId = await order()
  await untilReceived(receiver, 2)
  const told = receiver.messages.find(({ body }) => body.type === 'order')?.body
  const origin = /https?:\/\/[^/"]+(?=\/api\/v2)/g
  const same = (record: unknown) => JSON.parse(JSON.stringify(record).replaceAll(origin, ''))
  expect(same(told?.data)).toEqual(same(await readV2(`/orders/${orderId}`)))
  const stock = receiver.messages.find(({ body }) => body.type === 'stock')?.body.data as unknown as {
    reference: string
  }[]
  const cellar = await readV2<{ reference: string }[]>('/bottles')
  expect(stock).toEqual(
    stock.map(({ reference }) => cellar.find((row) => row.reference === reference) ?? reference),
  )
})

test('where only public addresses are taken, others are refused by the name of the field', async () => {
  const strict = settings.webhookTargets
  Object.assign(settings, { webhookTargets: 'public' })
  onTestFinished(() => void Object.assign(settings, { webhookTargets: strict }))
  for (const url of ['http://shop.example/', 'https://localhost/', 'https://10.0.0.7/', 'https://[::1]/']) {
    const reply = await callV2('POST', '/webhooks', { body: { ...shop, url } })
    expect(outcome(reply), url).toBe('400 parameter_invalid')
    expect(reply.body).toMatchObject({ details: [{ field: 'url' }] })
  }
})

test('the 21st is refused', async () => {
  const ids: number[] = []
  for (let each = 0; each < 20; each++)
    ids.push(((await callV2('POST', '/webhooks', { body: shop })).body as Webhook).id)
  const reply = await callV2('POST', '/webhooks', { body: shop })
  expect(outcome(reply)).toBe('400 parameter_invalid')
  expect(reply.body).toMatchObject({ details: [{ field: 'url', message: expect.stringContaining('20') }] })
  for (const id of ids) await callV2('DELETE', `/webhooks/${id}`)
})

test('v1 has no route for them', async () => {
  expect(outcome(await call('GET', '/v1/webhooks'))).toBe('404 not_found')
})

// From the commit of a change to its receivers, through the worker, over real HTTP.
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { answering, type Received, type Receiver, verified } from '../../../test/support/open-receiver.ts'
import { startReceiver, untilReceived } from '../../../test/support/receiver.ts'
import { webhookCellar } from '../../../test/support/webhook-cellar.ts'
import type { Caller, Deps } from '../../core/deps.ts'
import { pauseEndpoint, resumeEndpoint, rotateSecret } from '../../core/webhooks/change-endpoint.ts'
import { getDelivery, listDeliveries } from '../../core/webhooks/delivery-reads.ts'
import { getEndpoint } from '../../core/webhooks/endpoint-reads.ts'
import { resendDelivery, resendFailed } from '../../core/webhooks/resend-deliveries.ts'
import { sendTestEvent } from '../../core/webhooks/send-test-event.ts'
import { openPool } from '../../db/database.ts'
import { runWorker } from '../run-worker.ts'

const { deps, db, pool, clock, databaseUrl } = await testDatabase()
const cellar = await webhookCellar(deps, pool)
const { addOwner, order, comment } = cellar
const lines: string[] = []
const log = pino({ level: 'debug' }, { write: (text: string) => lines.push(text) })
const orders = { eventTypes: ['order.create', 'order.update', 'order.delete'] } as const
const whole = { page: 1, count: 30 }

/** Works until the test is done. */
async function work(within: Deps = deps) {
  const workersPool = openPool({ connectionString: databaseUrl }, { max: 10, applicationName: 'worker' })
  const runner = await runWorker({ deps: within, pool: workersPool, log })
  let isRunning = true
  const stop = async () => {
    if (!isRunning) return
    isRunning = false
    await runner.stop()
    await workersPool.end()
  }
  onTestFinished(stop)
  return { runner, stop }
}
const listenAt = (owner: Caller, { url }: Receiver, more: Parameters<typeof cellar.listen>[1] = orders) =>
  cellar.listen(owner, { url, ...more })
const commentsIn = (messages: readonly Received[], id: number) =>
  messages.filter(({ body }) => body.data.id === id).map(({ body }) => body.data.comment)
const later = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms)
}

test('a change arrives signed, once at each address that listens', async () => {
  const owner = await addOwner()
  const [one, other] = [await startReceiver(), await startReceiver()]
  const [first, second] = [await listenAt(owner, one), await listenAt(owner, other)]
  await work()
  const made = await order(owner)
  await untilReceived(one, 1)
  await untilReceived(other, 1)
  const [message] = one.messages
  if (!message) throw new Error('It has come')
  expect(verified(first.secret, message)).toEqual(message.body)
  expect(() => verified(second.secret, message)).toThrow()
  expect(message.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Caveau-Webhooks/1',
    'webhook-id': expect.stringMatching(/^msg_\d+$/),
  })
  expect(message.body).toMatchObject({
    id: expect.stringMatching(/^evt_\d+$/),
    type: 'order',
    event: 'create',
    created_at: { date: '2026-11-16 09:30:00.000000', timezone_type: 3, timezone: 'Europe/Paris' },
    data: { id: made.id },
  })
  expect(message.body).not.toHaveProperty('changed')
  expect(other.messages[0]?.body.id).toBe(message.body.id)
  expect(other.messages[0]?.id).not.toBe(message.id)
  await vi.waitUntil(async () => (await cellar.deliveries(first.id))[0]?.state === 'delivered')
  expect(one.messages).toHaveLength(1)
})

test('an address of a key is told in the older version', async () => {
  const owner = await addOwner()
  const receiver = await startReceiver()
  const keyId = await cellar.addKey(owner.accountId)
  await listenAt(owner, receiver, { accessKeyId: keyId })
  await work()
  const made = await order(owner)
  await comment(owner, made.id, 'Ring twice')
  await untilReceived(receiver, 3)
  const of = (type: string, event: string) =>
    receiver.messages.find(({ body }) => body.type === type && body.event === event)?.body
  expect(of('getoutrequest', 'create')).toMatchObject({
    created_at: '2026-11-16T09:30:00+01:00',
    data: { id: made.id, status: 0, 'status-name': 'STATUS_NEW' },
  })
  expect(of('getoutrequest', 'update')).toMatchObject({
    changed: ['comment'],
    data: { comment: 'Ring twice' },
  })
  expect(of('stock', 'update')).toMatchObject({
    data: { id: cellar.wineId, quantity: 99, format: '0.75', 'wine-price': '-' },
  })
})

test('what fails is tried again with the same id and a new signature', async () => {
  const owner = await addOwner()
  const receiver = await startReceiver(answering(500))
  const { id, secret, owner: of } = await listenAt(owner, receiver)
  await work()
  await order(owner)
  await untilReceived(receiver, 1)
  await vi.waitUntil(async () => (await cellar.deliveries(id))[0]?.attempts === 1)
  receiver.answer = answering(200)
  later(5500)
  await untilReceived(receiver, 2)
  const [failed, repeated] = receiver.messages
  if (!failed || !repeated) throw new Error('Both have come')
  expect(repeated.id).toBe(failed.id)
  expect(repeated.rawBody).toBe(failed.rawBody)
  expect(verified(secret, repeated)).toEqual(failed.body)
  await vi.waitUntil(async () => (await cellar.deliveries(id))[0]?.state === 'delivered')
  const { records } = await listDeliveries(db, of, id, whole)
  const { attempts } = await getDelivery(db, of, id, records[0]?.id ?? 0)
  expect(attempts).toMatchObject([
    { status: 500, error: null },
    { status: 200, error: null, url: receiver.url },
  ])
})

test('those of one record arrive in order, though four are on their way and the receiver is slow at random', async () => {
  const owner = await addOwner()
  const receiver = await startReceiver((_message, response) => {
    setTimeout(() => response.writeHead(200).end(), Math.random() * 20)
  })
  await listenAt(owner, receiver)
  await Promise.all([work(), work(), work()])
  const made = await Promise.all(Array.from({ length: 5 }, () => order(owner)))
  const texts = ['a', 'b', 'c', 'd', 'e', 'f']
  await Promise.all(
    made.map(async ({ id }) => {
      for (const text of texts) await comment(owner, id, text)
    }),
  )
  await untilReceived(receiver, made.length * (texts.length + 1))
  for (const { id } of made) expect(commentsIn(receiver.messages, id)).toEqual([null, ...texts])
  expect(new Set(receiver.messages.map(({ id }) => id)).size).toBe(receiver.messages.length)
  expect(receiver.mostAtOnce).toBeLessThanOrEqual(4)
})

test('receivers that hang delay nobody else, nor other work', { timeout: 60_000 }, async () => {
  const hanging = await startReceiver(() => {})
  const owners = await Promise.all(Array.from({ length: 6 }, () => addOwner()))
  for (const owner of owners) for (let each = 0; each < 4; each++) await listenAt(owner, hanging)
  const { runner } = await work()
  // 24 addresses that hang on four messages each.
  for (const owner of owners) for (let each = 0; each < 4; each++) await order(owner)
  await untilReceived(hanging, 24 * 4)
  const busy = await addOwner()
  const receiver = await startReceiver()
  await listenAt(busy, receiver)
  const delaysMs: number[] = []
  for (let each = 0; each < 10; each++) {
    const begin = performance.now()
    await order(busy)
    await untilReceived(receiver, each + 1)
    delaysMs.push(performance.now() - begin)
  }
  lines.length = 0
  await runner.addJob('forget_expired_answers', {})
  await vi.waitUntil(() => lines.some((line) => line.includes('forgot expired answers')))
  expect(hanging.messages).toHaveLength(24 * 4)
  expect(Math.max(...delaysMs)).toBeLessThan(5000)
})

test('what cannot be delivered is written down with its reason', async () => {
  const owner = await addOwner()
  const gone = await startReceiver()
  const { id, owner: of } = await listenAt(owner, gone)
  await gone.close()
  await work()
  await order(owner)
  await vi.waitUntil(async () => (await cellar.deliveries(id))[0]?.attempts === 1)
  const { records } = await listDeliveries(db, of, id, whole)
  expect(records[0]?.lastAttempt).toMatchObject({
    status: null,
    error: 'The connection was refused. (ECONNREFUSED)',
    responseBody: null,
  })
})

test('a service that may only reach public addresses sends nothing to others, whatever is stored', async () => {
  const owner = await addOwner()
  const receiver = await startReceiver()
  const { id, owner: of } = await listenAt(owner, receiver)
  await work({ ...deps, settings: { ...deps.settings, webhookTargets: 'public' } })
  await order(owner)
  await vi.waitUntil(async () => (await cellar.deliveries(id))[0]?.attempts === 1)
  const { records } = await listDeliveries(db, of, id, whole)
  expect(records[0]?.lastAttempt?.error).toBe('The address must start with https://.')
  expect(receiver.messages).toEqual([])
})

test('while paused nothing is sent, and afterwards all of it', async () => {
  const owner = await addOwner()
  const receiver = await startReceiver()
  const { id, owner: of } = await listenAt(owner, receiver)
  await work()
  await pauseEndpoint(deps, of, id)
  const made = await order(owner)
  await comment(owner, made.id, 'later')
  const witness = await startReceiver()
  await listenAt(owner, witness)
  await order(owner)
  await untilReceived(witness, 1)
  expect(receiver.messages).toEqual([])
  await resumeEndpoint(deps, of, id)
  await untilReceived(receiver, 3)
  expect(commentsIn(receiver.messages, made.id)).toEqual([null, 'later'])
})

test('after a rotation a receiver that knows either secret takes the message', async () => {
  const owner = await addOwner()
  const receiver = await startReceiver()
  const { id, secret, owner: of } = await listenAt(owner, receiver)
  const rotated = await rotateSecret(deps, of, id)
  await work()
  await order(owner)
  await untilReceived(receiver, 1)
  const [message] = receiver.messages
  if (!message) throw new Error('It has come')
  for (const known of [secret, rotated.secret]) expect(verified(known, message)).toEqual(message.body)
  expect(String(message.headers['webhook-signature']).split(' ')).toHaveLength(2)
})

test('410 ends it', async () => {
  const owner = await addOwner()
  const receiver = await startReceiver(answering(410))
  const { id, owner: of } = await listenAt(owner, receiver)
  await work()
  await order(owner)
  await vi.waitUntil(async () => (await getEndpoint(db, of, id)).state === 'gone')
  await order(owner)
  expect(await cellar.deliveries(id)).toHaveLength(1)
})

test('a test event, and deliveries that are sent again', async () => {
  const owner = await addOwner()
  const receiver = await startReceiver()
  const { id, secret, owner: of } = await listenAt(owner, receiver)
  await work()
  const told = await sendTestEvent(deps, of, id)
  await untilReceived(receiver, 1)
  const [message] = receiver.messages
  if (!message) throw new Error('It has come')
  expect(verified(secret, message)).toMatchObject({ type: 'test', event: 'create', data: { webhook_id: id } })
  await vi.waitUntil(async () => (await cellar.deliveries(id))[0]?.state === 'delivered')
  await resendDelivery(deps, of, id, told.id)
  await untilReceived(receiver, 2)
  expect(receiver.messages[1]?.id).toBe(message.id)
  await vi.waitUntil(async () => (await cellar.deliveries(id))[0]?.state === 'delivered')
  await pool.query(`update webhook_deliveries set state = 'failed' where endpoint_id = $1`, [id])
  expect(await resendFailed(deps, of, id, clock.now)).toBe(1)
  await untilReceived(receiver, 3)
})

test('when it stops, what hangs is given back and what is in line stays', async () => {
  const owner = await addOwner()
  const receiver = await startReceiver(() => {})
  const { id } = await listenAt(owner, receiver)
  const { stop } = await work()
  for (let each = 0; each < 6; each++) await order(owner)
  await untilReceived(receiver, 4)
  await stop()
  const left = await cellar.deliveries(id)
  expect(left).toHaveLength(6)
  for (const each of left) expect(each).toMatchObject({ state: 'pending', attempts: 0, lease: null })
  receiver.answer = answering(200)
  await work()
  await vi.waitUntil(async () => (await cellar.deliveries(id)).every(({ state }) => state === 'delivered'), {
    timeout: 20_000,
  })
})

test('no secret and no address is in any line of the log', async () => {
  const owner = await addOwner()
  const receiver = await startReceiver(answering(500))
  const { secret } = await cellar.listen(owner, { url: `${receiver.url}?token=hunter2`, ...orders })
  await work()
  await order(owner)
  await untilReceived(receiver, 1)
  await vi.waitUntil(() => lines.some((line) => line.includes('sent a webhook')))
  expect(receiver.messages[0]?.path).toBe('/hook?token=hunter2')
  const text = lines.join('')
  for (const told of [secret, secret.slice(6), 'hunter2', 'whsec_']) expect(text).not.toContain(told)
})

// Messages signed by the published package of Standard Webhooks, and broken ones.
import { Webhook } from 'standardwebhooks'
import { expect, expectTypeOf, test } from 'vitest'
import { type Order, verifyWebhook, WebhookVerificationError } from '../../client/src/client.ts'

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes, or so').toString('base64')}`
const other = `whsec_${Buffer.from('another one of thirty-two bytes').toString('base64')}`
const event = {
  id: 'evt_1',
  type: 'order',
  event: 'create',
  created_at: '2026-11-16T09:30:00+01:00',
  data: { id: 17 },
}
const body = JSON.stringify({ ...event, data: { id: 17, comment: 'Château, n° 5' } })

function message({ ageSeconds = 0, key = secret, text = body } = {}) {
  const sentAt = new Date(Date.now() - ageSeconds * 1000)
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign('msg_1', sentAt, text),
  }
}

test('a signed message is the event, whatever holds its headers and its body', async () => {
  const headers = message()
  const verified = await verifyWebhook(secret, headers, body)
  expect(verified).toEqual(JSON.parse(body))
  expect(new Webhook(secret).verify(body, headers)).toEqual(verified)
  if (verified.type === 'order') expectTypeOf(verified.data).toEqualTypeOf<Order>()
  expect(await verifyWebhook(secret, new Headers(headers), new TextEncoder().encode(body))).toEqual(verified)
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
  )
  expect(await verifyWebhook(secret.slice('whsec_'.length), upper, Buffer.from(body))).toEqual(verified)
})

test('one of several signatures is enough, as when a secret is replaced', async () => {
  const headers = message()
  const both = `v1a,AAAA v1,not-base64! ${message({ key: other })['webhook-signature']} ${headers['webhook-signature']}`
  await expect(verifyWebhook(secret, { ...headers, 'webhook-signature': both }, body)).resolves.toMatchObject(
    {
      id: 'evt_1',
    },
  )
})

test.each<[string, Record<string, string | undefined>, string]>([
  ['another secret', message({ key: other }), body],
  ['another body', message(), body.replace('17', '18')],
  ['another id', { ...message(), 'webhook-id': 'msg_2' }, body],
  [
    'another moment',
    { ...message(), 'webhook-timestamp': message({ ageSeconds: 9 })['webhook-timestamp'] },
    body,
  ],
  ['a message of six minutes ago', message({ ageSeconds: 360 }), body],
  ['a message of in six minutes', message({ ageSeconds: -360 }), body],
  ['no signature', { ...message(), 'webhook-signature': undefined }, body],
  ['no id', { ...message(), 'webhook-id': '' }, body],
  ['a timestamp in words', { ...message(), 'webhook-timestamp': 'now' }, body],
  ['a scheme that is not known', { ...message(), 'webhook-signature': 'v2,AAAA' }, body],
])('%s is refused', async (_title, headers, text) => {
  await expect(verifyWebhook(secret, headers, text)).rejects.toBeInstanceOf(WebhookVerificationError)
})

test('a message of four minutes ago is believed', async () => {
  await expect(verifyWebhook(secret, message({ ageSeconds: 240 }), body)).resolves.toMatchObject({
    type: 'order',
  })
})

test.each(['', 'whsec_', 'whsec_!!'])('%j is no secret', async (wrong) => {
  await expect(verifyWebhook(wrong, message(), body)).rejects.toBeInstanceOf(TypeError)
})

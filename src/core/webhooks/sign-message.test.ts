import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { makeWebhookSecret, messageIdOf, signMessage } from './sign-message.ts'

const body = '{"type":"order","data":{"comment":"Château, 6×"}}'
const sent = () => ({ id: messageIdOf(7), timestamp: Math.floor(Date.now() / 1000), body })
const headersOf = (secrets: string[], message = sent()) => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.timestamp),
  'webhook-signature': signMessage(secrets, message),
})

test('the published library verifies it', () => {
  const secret = makeWebhookSecret()
  expect(new Webhook(secret).verify(body, headersOf([secret]))).toEqual(JSON.parse(body))
})

test('signs as the example of the specification does', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' }
  expect(signMessage(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], message)).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})

test('either of two secrets verifies it, and a third does not', () => {
  const [one, other, third] = [makeWebhookSecret(), makeWebhookSecret(), makeWebhookSecret()]
  const headers = headersOf([one, other])
  for (const secret of [one, other]) expect(() => new Webhook(secret).verify(body, headers)).not.toThrow()
  expect(() => new Webhook(third).verify(body, headers)).toThrow()
  expect(() => new Webhook(one).verify(`${body} `, headers)).toThrow()
})

test('a secret is 32 random bytes after its prefix', () => {
  const secret = makeWebhookSecret()
  expect(secret).toMatch(/^whsec_/)
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
  expect(makeWebhookSecret()).not.toBe(secret)
})

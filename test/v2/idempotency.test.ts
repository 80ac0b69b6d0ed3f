// Idempotency-Key on every POST of v2, and what it shares with v1.
import { expect, test } from 'vitest'
import { walkIdempotency } from '../support/idempotency-walk.ts'
import { demoService, outcome } from '../support/service.ts'
import { v2Walk } from './all-routes.ts'

const service = await demoService()
const { call, callV2 } = service

walkIdempotency(await v2Walk(service), {
  another: { comment: 'SKU-9', city: 'Lyon', price: '9', since: '2026-11-16T10:00:00+01:00' },
  reads: [
    'POST /api/v2/orders/delivery-cost',
    'POST /api/v2/orders/time-slots',
    // A secret is told once: see webhooks.test.ts.
    'POST /api/v2/webhooks',
    'POST /api/v2/webhooks/{id}/rotate-secret',
  ],
})

const address = { company: 'Cave', street1: '1 rue', city: 'Lyon', zipcode: '69001', phone: '1' }

test('a key that was used in v1 is used: it belongs to the account and not to the version', async () => {
  const headers = { 'idempotency-key': 'both-versions' }
  expect(outcome(await call('POST', '/v1/addresses', { body: address, headers }))).toBe('201 ok')
  expect(outcome(await callV2('POST', '/addresses', { body: address, headers }))).toBe(
    '409 idempotency_key_reused',
  )
})

test('a refused request may be mended under the same key', async () => {
  const headers = { 'idempotency-key': 'mended' }
  expect(outcome(await callV2('POST', '/addresses', { body: { ...address, city: '' }, headers }))).toBe(
    '400 parameter_missing',
  )
  const mended = await callV2('POST', '/addresses', { body: address, headers })
  expect([outcome(mended), mended.headers['idempotent-replayed']]).toEqual(['201 ok', undefined])
})

test('a quote reads, so that a key changes nothing', async () => {
  const [row] = await service.readV2<{ reference: string }[]>('/bottles')
  const headers = { 'idempotency-key': 'quote' }
  for (const quantity of [1, 2]) {
    const body = { content: [{ reference: row?.reference, quantity }] }
    const reply = await callV2('POST', '/orders/delivery-cost', { body, headers })
    expect([outcome(reply), reply.headers['idempotent-replayed']]).toEqual(['200 ok', undefined])
  }
})

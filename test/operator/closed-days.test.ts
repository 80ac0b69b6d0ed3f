import { expect, test } from 'vitest'
import { issueAccessKey } from '../../src/core/accounts/credentials.ts'
import { checksumOf } from '../support/checksum.ts'
import { operatorService } from '../support/operator-service.ts'
import { orderCellar } from '../support/order-cellar.ts'
import { outcome } from '../support/service.ts'
import { openAccount } from '../support/small-cellar.ts'

const { operate, done, call, deps, pool } = await operatorService()
const { wineId, store } = await orderCellar(pool)
const { accountId, personId } = await openAccount(deps, 'closed@example.com')
const keys = await issueAccessKey(deps, { accountId, personId, name: 'shop', rights: 'write' })
await store(accountId, { count: 20 })

const order = async () => {
  const body = { bottles: { [wineId]: { '0.75': 1 } }, half_day: 'am', is_pickup: 1 }
  const reply = await call('POST', '/v1/get-out-requests', { keys, body })
  expect(reply.status).toBe(201)
  return reply.body as { id: number; delivery_date: string }
}

test('a day that is closed over HTTP counts for the next order of an owner', async () => {
  const before = await order()
  expect(before.delivery_date).toBe('2026-11-17T00:00:00+01:00')
  const preview = await operate('POST', '/closed-days/preview', {
    as: 'billing',
    body: { day: '2026-11-17' },
  })
  const promises = {
    day: '2026-11-17',
    order_count: 1,
    orders: [
      {
        ...{ id: before.id, account_id: accountId, status: 'new', handover: 'pickup' },
        ...{ preparation_date: '2026-11-16', delivery_date: '2026-11-17' },
      },
    ],
  }
  expect(preview.body).toEqual(promises)
  const closed = await operate('PUT', '/closed-days/2026-11-17', { body: { reason: 'Inventory' } })
  expect(closed.status).toBe(201)
  expect(closed.body).toEqual({ ...promises, reason: 'Inventory' })
  expect((await order()).delivery_date).toBe('2026-11-18T00:00:00+01:00')
  const kept = await call('GET', `/v1/get-out-requests/${before.id}`, { keys })
  expect(kept.body).toMatchObject({ delivery_date: before.delivery_date })
  expect((await operate('PUT', '/closed-days/2026-11-17', { body: { reason: 'Stocktaking' } })).status).toBe(
    200,
  )
  expect(await done('GET', '/closed-days?from=2026-11-11&to=2026-11-17', { as: 'warehouse' })).toEqual([
    { day: '2026-11-11', kind: 'public', name: 'Armistice 1918' },
    { day: '2026-11-17', kind: 'closed', name: 'Stocktaking' },
  ])
  expect((await operate('DELETE', '/closed-days/2026-11-17')).body).toEqual({ day: '2026-11-17' })
  expect((await order()).delivery_date).toBe('2026-11-17T00:00:00+01:00')
  const entries = await done<{ action: string; detail: unknown }[]>(
    'GET',
    '/audit?subject=closed-day&count=3',
  )
  expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
    ['closed-day.open', { day: '2026-11-17' }],
    ['closed-day.close', { day: '2026-11-17', reason: 'Stocktaking' }],
    ['closed-day.close', { day: '2026-11-17', reason: 'Inventory' }],
  ])
})

test.each([
  ['PUT', '/closed-days/2026-11-13', { reason: 'x' }, '400 parameter_invalid', 'is in the past'],
  ['PUT', '/closed-days/2026-11-22', { reason: 'x' }, '400 parameter_invalid', 'is on a weekend'],
  ['PUT', '/closed-days/2026-12-25', { reason: 'x' }, '400 parameter_invalid', 'is a public day (Noël)'],
  ['PUT', '/closed-days/2026-02-30', { reason: 'x' }, '400 parameter_invalid', 'day'],
  ['PUT', '/closed-days/tomorrow', { reason: 'x' }, '400 parameter_invalid', 'day'],
  ['PUT', '/closed-days/2026-11-20', { reason: ' ' }, '400 parameter_invalid', 'reason'],
  ['PUT', '/closed-days/2026-11-20', { reason: 'a\0' }, '400 parameter_invalid', 'reason'],
  ['PUT', '/closed-days/2026-11-20', { reason: 'x'.repeat(201) }, '400 parameter_invalid', 'reason'],
  ['PUT', '/closed-days/2026-11-20', {}, '400 parameter_missing', 'reason'],
  ['DELETE', '/closed-days/2026-11-20', undefined, '404 not_found', ''],
  ['DELETE', '/closed-days/2026-11-13', undefined, '400 parameter_invalid', 'is in the past'],
  ['POST', '/closed-days/preview', { day: '2026-11-21' }, '400 parameter_invalid', 'is on a weekend'],
  ['POST', '/closed-days/preview', {}, '400 parameter_missing', 'day'],
  ['GET', '/closed-days?from=2026-12-01&to=2026-11-01', undefined, '400 parameter_invalid', 'to'],
])('%s %s %j: %s', async (method, path, body, expected, words) => {
  const before = await checksumOf(pool)
  const reply = await operate(method, path, body ? { body } : {})
  expect(outcome(reply)).toBe(expected)
  expect(reply.text).toContain(words)
  expect(await checksumOf(pool)).toEqual(before)
})

test('only an admin closes and opens days; everybody reads', async () => {
  for (const as of ['warehouse', 'billing'] as const) {
    const body = { reason: 'x' }
    expect(outcome(await operate('PUT', '/closed-days/2026-11-20', { as, body }))).toBe(
      '403 role_insufficient',
    )
    expect(outcome(await operate('DELETE', '/closed-days/2026-11-20', { as }))).toBe('403 role_insufficient')
    expect(outcome(await operate('GET', '/closed-days', { as }))).toBe('200 ok')
  }
})

// The rules that the database keeps by itself: addresses, what is on its way to them, and who is at work.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { goodRows } from '../../test/support/good-rows.ts'
import { refusals } from '../../test/support/refusals.ts'
import { insert } from '../../test/support/small-cellar.ts'

const { deps, pool } = await testDatabase()
const { rows, ids } = await goodRows(deps, pool)
const at = '2026-11-16T09:00:00Z'
const owned = { account_id: ids.accountId }
const sealed = Buffer.alloc(60, 1)
const endpoint = {
  ...owned,
  ...{ name: 'Shop', url: 'https://shop.example/', sealed_secret: sealed, created_at: at, updated_at: at },
}
const endpointId = await insert(pool, 'webhook_endpoints', endpoint)
const otherEndpointId = await insert(pool, 'webhook_endpoints', endpoint)
const eventId = await insert(pool, 'events', { ...rows.events, subject: 'test' })
const delivery = {
  ...owned,
  ...{
    endpoint_id: endpointId,
    event_id: eventId,
    subject: 'test',
    subject_id: 1,
    due_at: at,
    created_at: at,
  },
}
const deliveryId = await insert(pool, 'webhook_deliveries', { ...delivery, endpoint_id: otherEndpointId })
const attempt = {
  ...owned,
  ...{ delivery_id: deliveryId, created_at: at, duration_ms: 12, url: 'https://shop.example/', signed_at: 1 },
  ...{ status: 200, response_headers: {}, response_body: '' },
}
const ownRows = {
  ...rows,
  webhook_endpoints: endpoint,
  webhook_deliveries: delivery,
  webhook_attempts: attempt,
  live_workers: { id: 'pool-1', beat_at: at },
}
const { refusalOfRow, testEveryCheckTried } = await refusals(pool, ownRows)
const lease = { lease: '6a3b7c1e-0000-4000-8000-000000000000', leased_until: at }
const unanswered = { status: null, error: 'Reset.', response_headers: null, response_body: null }

test.each<[string, string, Record<string, unknown>]>([
  ['an address', 'webhook_endpoints', {}],
  ['one that is paused', 'webhook_endpoints', { state: 'paused', event_types: ['order.create'] }],
  ['one with two secrets', 'webhook_endpoints', { former_secret: sealed, former_secret_until: at }],
  ['a delivery', 'webhook_deliveries', {}],
  ['one that is being sent', 'webhook_deliveries', lease],
  ['one that has arrived', 'webhook_deliveries', { state: 'delivered', attempts: 10, settled_at: at }],
  ['an attempt with an answer', 'webhook_attempts', {}],
  ['one with an answer that would not do', 'webhook_attempts', { error: 'Too long.' }],
  ['one without an answer', 'webhook_attempts', unanswered],
  ['a worker', 'live_workers', {}],
])('takes %s', async (_what, table, row) => {
  expect(await refusalOfRow(table, row)).toBeUndefined()
})

test.each<[string, Record<string, unknown>, string]>([
  ['without a name', { name: '' }, 'webhook_endpoints_name_check'],
  ['with a long name', { name: 'x'.repeat(101) }, 'webhook_endpoints_name_check'],
  ['that is no web address', { url: 'ftp://shop.example/' }, 'webhook_endpoints_url_check'],
  ['that is too long', { url: `https://${'x'.repeat(2000)}` }, 'webhook_endpoints_url_check'],
  [
    'whose secret is not sealed',
    { sealed_secret: Buffer.alloc(28) },
    'webhook_endpoints_sealed_secret_check',
  ],
  [
    'whose former secret is not sealed',
    { former_secret: Buffer.alloc(28), former_secret_until: at },
    'webhook_endpoints_former_secret_check',
  ],
  ['whose former secret never ends', { former_secret: sealed }, 'former_secret_ends'],
  ['for events that there are not', { event_types: ['order.eaten'] }, 'webhook_endpoints_event_types_check'],
  ['in a state that there is not', { state: 'asleep' }, 'webhook_endpoints_state_check'],
  [
    'of a key that there is not',
    { access_key_id: 999_999 },
    'webhook_endpoints_account_id_access_key_id_fkey',
  ],
  ['of nobody', { account_id: 999_999 }, 'webhook_endpoints_account_id_fkey'],
])('refuses an address %s', async (_what, change, expected) => {
  expect(await refusalOfRow('webhook_endpoints', change)).toBe(expected)
})

test("refuses an address of another account's key", async () => {
  const { rows: keys } = await pool.query<{ id: number }>(
    'select id from access_keys where account_id = $1',
    [ids.other],
  )
  expect(await refusalOfRow('webhook_endpoints', { access_key_id: keys[0]?.id })).toBe(
    'webhook_endpoints_account_id_access_key_id_fkey',
  )
})

test.each<[string, Record<string, unknown>, string]>([
  ['in a state that there is not', { state: 'lost', settled_at: at }, 'webhook_deliveries_state_check'],
  ['tried eleven times', { attempts: 11 }, 'webhook_deliveries_attempts_check'],
  ['tried less than never', { attempts: -1 }, 'webhook_deliveries_attempts_check'],
  ['held without an end', { lease: lease.lease }, 'lease_is_whole'],
  ['held by nobody', { leased_until: at }, 'lease_is_whole'],
  [
    'that has arrived and is held',
    { ...lease, state: 'delivered', settled_at: at },
    'only_pending_is_leased',
  ],
  ['that has arrived at no time', { state: 'delivered' }, 'settled_has_a_time'],
  ['that is on its way and has arrived', { settled_at: at }, 'settled_has_a_time'],
  ['of an event to an address twice', { endpoint_id: otherEndpointId }, 'event_once_to_an_address'],
  [
    'to an address that there is not',
    { endpoint_id: 999_999 },
    'webhook_deliveries_account_id_endpoint_id_fkey',
  ],
  ['of an event that there is not', { event_id: 999_999 }, 'webhook_deliveries_account_id_event_id_fkey'],
])('refuses a delivery %s', async (_what, change, expected) => {
  expect(await refusalOfRow('webhook_deliveries', change)).toBe(expected)
})

test.each<[string, Record<string, unknown>, string]>([
  ['that ended before it began', { duration_ms: -1 }, 'webhook_attempts_duration_ms_check'],
  ['to a long address', { url: 'x'.repeat(2001) }, 'webhook_attempts_url_check'],
  ['signed at no time', { signed_at: 0 }, 'webhook_attempts_signed_at_check'],
  ['with a status that is none', { status: 99 }, 'webhook_attempts_status_check'],
  ['with an empty error', { error: '' }, 'webhook_attempts_error_check'],
  ['with a long error', { error: 'x'.repeat(501) }, 'webhook_attempts_error_check'],
  ['with a long answer', { response_body: 'x'.repeat(4097) }, 'webhook_attempts_response_body_check'],
  ['with neither answer nor error', { ...unanswered, error: null }, 'answer_or_error'],
  ['with half of an answer', { ...unanswered, response_body: 'x' }, 'answer_is_whole'],
  ['with the other half', { response_headers: null }, 'answer_is_whole'],
  [
    'of a delivery that there is not',
    { delivery_id: 999_999 },
    'webhook_attempts_account_id_delivery_id_fkey',
  ],
])('refuses an attempt %s', async (_what, change, expected) => {
  expect(await refusalOfRow('webhook_attempts', change)).toBe(expected)
})

test('refuses a worker without a name', async () => {
  expect(await refusalOfRow('live_workers', { id: '' })).toBe('live_workers_id_check')
})

testEveryCheckTried(['webhook_endpoints', 'webhook_deliveries', 'webhook_attempts', 'live_workers'])

// Whatever is sent to the routes of putaways, the answer names the field, and nothing is written.
import { describe, expect, test } from 'vitest'
import { checksumOf } from '../support/checksum.ts'
import { operatorService } from '../support/operator-service.ts'
import { putawayCellar } from '../support/putaway-cellar.ts'
import { outcome } from '../support/service.ts'

const { operate, done, pool } = await operatorService()
const { wineId, warehouseId, addOwner } = await putawayCellar(pool)
const { accountId } = await addOwner()

const line = { wine_id: wineId, format: '0.75', quantity: 1 }
const good = { account_id: accountId, warehouse_id: warehouseId, lines: [line] }
const counted = { wine_id: wineId, format: '0.75', received: [{ location: 'A-01', quantity: 1 }] }
const { id: announcedId } = await done<{ id: number }>('POST', '/putaways', { body: good })
const { id: arrivedId } = await done<{ id: number }>('POST', '/putaways', { body: good })
await done('POST', `/putaways/${arrivedId}/arrive`, { body: { parcels: 1 } })
const unchanged = await checksumOf(pool)

async function refused(method: string, path: string, body: unknown) {
  const reply = await operate(method, path, { as: 'warehouse', body })
  expect(await checksumOf(pool)).toEqual(unchanged)
  const { details = [] } = reply.body as { details?: { field: string }[] }
  return [outcome(reply), details[0]?.field]
}
const times = <T>(count: number, of: T) => Array.from({ length: count }, () => of)

describe('an announcement', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['an account of 0', { account_id: 0 }, 'account_id'],
    ['an account beyond all numbers', { account_id: 1e30 }, 'account_id'],
    ['an account as text', { account_id: '1' }, 'account_id'],
    ['a warehouse below 0', { warehouse_id: -1 }, 'warehouse_id'],
    ['a warehouse that there is not', { warehouse_id: 987_654 }, 'warehouse_id'],
    ['a NUL byte in the shipper', { shipper: 'a\0b' }, 'shipper'],
    ['a shipper of two lines', { shipper: 'a\nb' }, 'shipper'],
    ['half a character in the reference', { reference: '\ud83c' }, 'reference'],
    ['a reference of 201 characters', { reference: 'x'.repeat(201) }, 'reference'],
    ['30 February', { expected_on: '2026-02-30' }, 'expected_on'],
    ['the end of time', { expected_on: 'infinity' }, 'expected_on'],
    ['an unknown name', { status: 'validated' }, 'status'],
    ['no lines', { lines: [] }, 'lines'],
    ['501 lines', { lines: times(501, line) }, 'lines'],
    ['lines as an object', { lines: {} }, 'lines'],
    ['a quantity of 0', { lines: [{ ...line, quantity: 0 }] }, 'lines.0.quantity'],
    ['half a bottle', { lines: [{ ...line, quantity: 0.5 }] }, 'lines.0.quantity'],
    ['20,001 bottles in a line', { lines: [{ ...line, quantity: 20_001 }] }, 'lines.0.quantity'],
    ['20,001 bottles in all', { lines: [{ ...line, quantity: 20_000 }, line] }, 'lines'],
    ['500 full lines', { lines: times(500, { ...line, quantity: 20_000 }) }, 'lines'],
    ['a format of 31 l', { lines: [{ ...line, format: '31' }] }, 'lines.0.format'],
    ['a format as a number', { lines: [{ ...line, format: 0.75 }] }, 'lines.0.format'],
    ['a box in small letters', { lines: [{ ...line, box: 'cbo6' }] }, 'lines.0.box'],
    ['a box that there is not', { lines: [line, { ...line, box: 'NONE' }] }, 'lines.1.box'],
    ['a wine that there is not', { lines: [line, { ...line, wine_id: 987_654 }] }, 'lines.1.wine_id'],
    ['a name beside the goods', { lines: [{ ...line, price: 1 }] }, 'lines.0.price'],
  ])('with %s', async (_what, change, field) => {
    expect(await refused('POST', '/putaways', { ...good, ...change })).toEqual([
      '400 parameter_invalid',
      field,
    ])
  })

  test('without lines', async () => {
    const { lines: _, ...rest } = good
    expect(await refused('POST', '/putaways', rest)).toEqual(['400 parameter_missing', 'lines'])
    expect(await refused('PUT', `/putaways/${announcedId}`, {})).toEqual(['400 parameter_missing', 'lines'])
  })

  test('cannot be given to somebody else later', async () => {
    expect(await refused('PUT', `/putaways/${announcedId}`, good)).toEqual([
      '400 parameter_invalid',
      'account_id',
    ])
  })
})

describe('an arrival', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['no parcel', { parcels: 0 }, 'parcels'],
    ['10,001 parcels', { parcels: 10_001 }, 'parcels'],
    ['nobody', { received_by: ' ' }, 'received_by'],
    ['a NUL byte', { received_by: 'a\0' }, 'received_by'],
    ['a remark of 2,001 characters', { remarks: 'x'.repeat(2001) }, 'remarks'],
    ['a time as a number', { arrived_at: 1 }, 'arrived_at'],
    ['a time that is none', { arrived_at: 'now' }, 'arrived_at'],
    ['a time to come', { arrived_at: '2026-11-16T09:30:01+01:00' }, 'arrived_at'],
  ])('with %s', async (_what, change, field) => {
    const body = { parcels: 1, ...change }
    expect(await refused('POST', `/putaways/${announcedId}/arrive`, body)).toEqual([
      '400 parameter_invalid',
      field,
    ])
  })

  test('without parcels', async () => {
    expect(await refused('POST', `/putaways/${announcedId}/arrive`, {})).toEqual([
      '400 parameter_missing',
      'parcels',
    ])
  })
})

describe.each([
  ['a check', 'PUT', 'check'],
  ['a validation', 'POST', 'validate'],
])('%s', (_title, method, name) => {
  const at = (...received: unknown[]) => [{ ...counted, received }]
  test.each<[string, unknown, string, string?]>([
    ['lines as text', 'x', 'lines'],
    ['501 lines', times(501, counted), 'lines'],
    ['a place in small letters', at({ location: 'a-01', quantity: 1 }), 'lines.0.received.0.location'],
    ['a place with a NUL byte', at({ location: 'A\0', quantity: 1 }), 'lines.0.received.0.location'],
    ['a place that there is not', at({ location: 'Z-99', quantity: 1 }), 'lines.0.received.0.location'],
    [
      'a place of another warehouse',
      at({ location: 'A-01', quantity: 1 }, { location: 'B-01', quantity: 1 }),
      'lines.0.received.1.location',
      '400 location_elsewhere',
    ],
    ['no bottle at a place', at({ location: 'A-01', quantity: 0 }), 'lines.0.received.0.quantity'],
    ['101 places', [{ ...counted, received: times(101, counted.received[0]) }], 'lines.0.received'],
    ['less than no broken bottle', [{ ...counted, broken: -1 }], 'lines.0.broken'],
    ['20,001 broken bottles', [{ ...counted, broken: 20_001 }], 'lines.0.broken'],
    ['20,001 bottles in all', [{ ...counted, broken: 20_000 }], 'lines'],
    [
      'a wine that there is not',
      [counted, { ...counted, wine_id: Number.MAX_SAFE_INTEGER }],
      'lines.1.wine_id',
    ],
    ['a name beside the count', [{ ...counted, missing: 1 }], 'lines.0.missing'],
  ])('with %s', async (_what, lines, field, expected = '400 parameter_invalid') => {
    expect(await refused(method, `/putaways/${arrivedId}/${name}`, { lines })).toEqual([expected, field])
  })
})

test('a refusal needs words, of at most 500 characters', async () => {
  for (const reason of ['', ' ', '\0', 'x'.repeat(501), 1, null])
    expect(await refused('POST', `/putaways/${announcedId}/refuse`, { reason })).toEqual([
      '400 parameter_invalid',
      'reason',
    ])
  expect(await refused('POST', `/putaways/${announcedId}/refuse`, {})).toEqual([
    '400 parameter_missing',
    'reason',
  ])
})

describe('a number', () => {
  const routes: [string, string, unknown][] = [
    ['GET', '', undefined],
    ['PUT', '', { lines: [line] }],
    ['POST', '/arrive', { parcels: 1 }],
    ['PUT', '/check', { lines: [counted] }],
    ['POST', '/validate', { lines: [counted] }],
    ['POST', '/refuse', { reason: 'x' }],
    ['GET', '/files', undefined],
  ]
  test.each(routes)('that nobody has is not found: %s /putaways/{id}%s', async (method, path, body) => {
    for (const id of [987_654, Number.MAX_SAFE_INTEGER])
      expect(await refused(method, `/putaways/${id}${path}`, body)).toEqual(['404 not_found', undefined])
    for (const id of ['0', '-1', 'x', '1.5', '9'.repeat(30)])
      expect(await refused(method, `/putaways/${id}${path}`, body)).toEqual(['400 parameter_invalid', 'id'])
  })
})

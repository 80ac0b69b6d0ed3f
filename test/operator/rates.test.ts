import { describe, expect, test } from 'vitest'
import { checksumOf } from '../support/checksum.ts'
import { operatorService } from '../support/operator-service.ts'
import { orderCellar } from '../support/order-cellar.ts'
import { outcome } from '../support/service.ts'

const { operate, done, pool, clock } = await operatorService()
const today = '2026-11-16'

type Card = { id: number; valid_from: string; name: string }
const storage = {
  valid_from: '2026-12-01',
  name: 'Winter',
  rates: [
    { format: '0.75', price: '0.0050' },
    { format: '1,5', price: '0.01' },
  ],
  other_price: '0.02',
  vat_percent: '20',
}
const service = {
  valid_from: '2026-12-01',
  name: 'Winter',
  preparation_per_order: '3',
  preparation_per_bottle: '0.9',
  packaging_per_parcel: '3.125',
  putaway_per_bottle: '0.3333',
  vat_percent: '5.5',
}

describe.each([
  ['/storage-rates', storage],
  ['/service-rates', service],
])('%s', (path, card) => {
  test('a card ships with the product', async () => {
    expect(await done<Card[]>('GET', path, { as: 'billing' })).toMatchObject([
      { valid_from: '2020-01-01', vat_percent: '20.00' },
    ])
  })

  test('a card can be made for today or later, and taken back while it is not in force', async () => {
    const made = await done<Card>('POST', path, { as: 'billing', body: card })
    expect(made).toMatchObject({ valid_from: '2026-12-01', name: 'Winter' })
    expect((await done<Card[]>('GET', path)).map(({ valid_from }) => valid_from)).toEqual([
      '2026-12-01',
      '2020-01-01',
    ])
    expect(outcome(await operate('POST', path, { body: card }))).toBe('409 already_exists')
    const before = clock.now
    clock.now = new Date('2026-12-01T00:00:00+01:00')
    expect(outcome(await operate('DELETE', `${path}/${made.id}`))).toBe('409 in_force')
    clock.now = new Date('2026-11-30T23:59:59+01:00')
    expect(await done('DELETE', `${path}/${made.id}`)).toEqual(made)
    expect(outcome(await operate('DELETE', `${path}/${made.id}`))).toBe('404 not_found')
    clock.now = before
    const present = await done<Card>('POST', path, { body: { ...card, valid_from: today } })
    expect(outcome(await operate('DELETE', `${path}/${present.id}`))).toBe('409 in_force')
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['yesterday', { valid_from: '2026-11-15' }, 'valid_from'],
    ['no day', { valid_from: '2026-02-30' }, 'valid_from'],
    ['a blank name', { name: ' ' }, 'name'],
    ['VAT above 100', { vat_percent: '100.01' }, 'vat_percent'],
    ['something else', { colour: 'red' }, 'colour'],
  ])('refuses %s', async (_what, change, field) => {
    const before = await checksumOf(pool)
    const reply = await operate('POST', path, { body: { ...card, ...change } })
    expect(reply).toMatchObject({ status: 400, body: { details: [{ field }] } })
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('is not for the warehouse', async () => {
    for (const [method, where] of [
      ['GET', path],
      ['POST', path],
      ['DELETE', `${path}/1`],
    ] as const)
      expect(
        outcome(
          await operate(method, where, { as: 'warehouse', body: method === 'POST' ? card : undefined }),
        ),
      ).toBe('403 role_insufficient')
  })
})

test.each<[string, Record<string, unknown>, string]>([
  ['five places', { other_price: '0.00001' }, 'other_price'],
  ['a price below zero', { rates: [{ format: '0.75', price: '-1' }] }, 'rates.0.price'],
  ['100 euro a day', { other_price: '100' }, 'other_price'],
  [
    'a format twice',
    {
      rates: [
        { format: '0.75', price: '1' },
        { format: '0.750', price: '2' },
      ],
    },
    'rates.1.format',
  ],
  ['no format', { rates: [{ format: 'magnum', price: '1' }] }, 'rates.0.format'],
])('a storage card refuses %s', async (_what, change, field) => {
  const reply = await operate('POST', '/storage-rates', {
    body: { ...storage, valid_from: '2027-01-01', ...change },
  })
  expect(reply).toMatchObject({ status: 400, body: { details: [{ field }] } })
})

test('a preview tells what the last full month would have cost each account, and writes nothing', async () => {
  const cellar = await orderCellar(pool)
  const { owner } = await cellar.ownerOf(
    { count: 100 },
    { count: 10, formatMl: 1500 },
    { count: 1, formatMl: 9000 },
  )
  await cellar.addOwner()
  const before = await checksumOf(pool)
  const body = { rates: [{ format: '0.75', price: '0.0100' }], other_price: '0.0500' }
  const preview = await done<{ month: string; accounts: Record<string, unknown>[] }>(
    'POST',
    '/storage-rates/preview',
    {
      as: 'billing',
      body,
    },
  )
  // 100 × 31 × 0.0048 = 14.88, 10 × 31 × 0.0096 = 2.976, 31 × 0.0600 = 1.86 against 31.00, 15.50 and 1.55.
  expect(preview).toEqual({
    month: '2026-10',
    accounts: [
      {
        account_id: owner.accountId + 1,
        account: 'Ada Cave',
        present: '0.00',
        given: '0.00',
        difference: '0.00',
      },
      {
        account_id: owner.accountId,
        account: 'Ada Cave',
        present: '19.72',
        given: '48.05',
        difference: '28.33',
      },
    ],
  })
  expect(await checksumOf(pool)).toEqual(before)
  const page = await operate('POST', '/storage-rates/preview?page=2&count=1', { body: storage })
  expect(page.headers['x-total-count']).toBe('2')
  expect(page.body).toMatchObject({ accounts: [{ account_id: owner.accountId }] })
  expect(outcome(await operate('POST', '/storage-rates/preview', { as: 'warehouse', body }))).toBe(
    '403 role_insufficient',
  )
})

// The account: what may be changed, what is kept, and which mails are wanted.
import { beforeEach, describe, expect, test } from 'vitest'
import { expectShape } from '../support/fields.ts'
import { demoService, outcome } from '../support/service.ts'
import { user } from './document-tables.ts'

const { call, read, pool, clock } = await demoService()
const mails = [
  'invoiceValidated',
  'getOutRequestNew',
  'getOutRequestReady',
  'getOutRequestShipped',
  'getOutRequestDelivered',
  'putawayNew',
  'bottleReceived',
]
const change = (body: unknown) => call('PUT', '/v1/users', { body })
const original = await read<Record<string, unknown>>('/v1/users')

beforeEach(async () => {
  await change(original)
})

test('PUT of the record just read works, and changes only the time of the change', async () => {
  const reply = await change(original)
  expect(reply.status).toBe(200)
  expectShape(reply.body, user)
  expect(reply.body).toEqual({ ...original, updated_at: '2026-11-16T09:30:00+01:00' })
})

test.each<[string, unknown]>([
  ['name', 'Hélène Vasseur-Roy'],
  ['company', 'Vasseur & fille'],
  ['company', null],
  ['email', 'h.vasseur@example.org'],
  ['phone', '+33 1 99 00 00 01'],
  ['phone', null],
  ['vat_number', 'FR53912345671'],
  ['billing_copies', ['a@example.com', 'b@example.com']],
  ['billing_copies', []],
  ['stock_copies', ['c@example.com']],
  ['minimum_stock_alert', 0],
  ['minimum_stock_alert', null],
  ['email_preference', []],
  ['email_preference', mails],
  ['unique_references', true],
  ['unique_references', false],
])('%s is changed to %j and the rest is kept', async (field, value) => {
  const before = await read<Record<string, unknown>>('/v1/users')
  expect((await change({ [field]: value })).body).toEqual({ ...before, [field]: value })
  expect(await read('/v1/users')).toEqual({ ...before, [field]: value })
})

test('an empty change is a change of nothing', async () => {
  const before = await read('/v1/users')
  expect((await change({})).body).toEqual(before)
})

test('updated_at tells when, and what the service sets itself is passed over', async () => {
  clock.now = new Date('2026-12-01T08:00:00Z')
  const sent = {
    id: 999,
    created_at: '1999-01-01T00:00:00+01:00',
    updated_at: 'never',
    phone: '+33 1 99 00 00 02',
  }
  const { body } = await change(sent)
  expect(body).toMatchObject({
    id: original.id,
    created_at: original.created_at,
    updated_at: '2026-12-01T09:00:00+01:00',
    phone: '+33 1 99 00 00 02',
  })
})

describe('email_preference', () => {
  test('lists the mails that are wanted, in a fixed order, and the others are muted', async () => {
    const wanted = ['putawayNew', 'invoiceValidated']
    expect((await change({ email_preference: wanted })).body).toMatchObject({
      email_preference: ['invoiceValidated', 'putawayNew'],
    })
    const { rows } = await pool.query<{ count: number }>(
      'select cardinality(muted_mails) as count from accounts where id = $1',
      [original.id],
    )
    expect(rows[0]?.count).toBe(mails.length - wanted.length)
  })

  test.each([['nothing'], ['putawayNew', 'putawayNew'], ['PUTAWAYNEW'], [1]])(
    '%j is refused',
    async (...wanted) =>
      expect(outcome(await change({ email_preference: wanted }))).toBe('400 parameter_invalid'),
  )
})

test.each<[string, unknown]>([
  ['name', ''],
  ['name', '   '],
  ['name', null],
  ['email', 'nobody'],
  ['email', null],
  ['billing_copies', ['nobody']],
  ['minimum_stock_alert', -1],
  ['api_access', true],
  ['blocked_at', null],
])('%s: %j is refused and nothing changes', async (field, value) => {
  const before = await read('/v1/users')
  const reply = await change({ phone: '+33 1 99 99 99 99', [field]: value })
  expect(outcome(reply)).toMatch(/^400 parameter_(invalid|missing)$/)
  expect(await read('/v1/users')).toEqual(before)
})

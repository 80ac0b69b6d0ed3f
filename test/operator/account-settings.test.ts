// What the operator may change of an account.
import { expect, test } from 'vitest'
import { checksumOf } from '../support/checksum.ts'
import { operatorService } from '../support/operator-service.ts'
import { outcome } from '../support/service.ts'
import { openAccount } from '../support/small-cellar.ts'

const { operate, done, call, pool, deps, staffIds } = await operatorService()
const newestDeed = async () => (await done<Record<string, unknown>[]>('GET', '/audit?count=1'))[0]
const { accountId, keys } = await openAccount(deps, 'settings@cave.example')
const path = `/accounts/${accountId}`

test.each<[string, unknown]>([
  ['name', 'Somebody Else'],
  ['company', 'Elsewhere'],
  ['company', null],
  ['email', 'Else@where.example'],
  ['phone', '+33 1 99 00 00 01'],
  ['vat_number', 'FR53912345671'],
  ['billing_copies', ['a@b.example', 'c@d.example']],
  ['stock_copies', ['e@f.example']],
  ['minimum_stock_alert', 12],
  ['minimum_stock_alert', null],
  ['unique_references', true],
  ['muted_mails', ['order_new', 'putaway_new']],
  ['api_access', false],
  ['api_access', true],
])('%s becomes %j, the rest stays, and billing may do it', async (field, value) => {
  const before = await done<Record<string, unknown>>('GET', path)
  const changed = await operate('PUT', path, { as: 'billing', body: { [field]: value } })
  expect(changed.status).toBe(200)
  expect(await done('GET', path)).toEqual({ ...before, [field]: value })
  expect(await newestDeed()).toMatchObject({
    action: 'account.edit',
    account_id: accountId,
    staff_id: staffIds.get('billing'),
    detail: { [field]: value },
  })
})

test('without API access every key of the account is refused', async () => {
  await done('PUT', path, { body: { api_access: false } })
  expect(outcome(await call('GET', '/v1/users', { keys }))).toBe('401 not_sufficient_rights_invalid')
  await done('PUT', path, { body: { api_access: true } })
  expect(outcome(await call('GET', '/v1/users', { keys }))).toBe('200 ok')
})

test.each<[string, unknown]>([
  ['name', ' '],
  ['email', 'nobody'],
  ['email', null],
  ['billing_copies', ['nobody']],
  ['stock_copies', Array(21).fill('a@b.example')],
  ['minimum_stock_alert', -1],
  ['minimum_stock_alert', 1e300],
  ['muted_mails', ['spam']],
  ['api_access', null],
  ['blocked_at', null],
  ['phone', '\ud800'],
])('%s: %j is refused, and nothing is written', async (field, value) => {
  const before = await checksumOf(pool)
  const reply = await operate('PUT', path, { body: { phone: '1', [field]: value } })
  expect(outcome(reply)).toBe('400 parameter_invalid')
  expect(JSON.stringify(reply.body)).toContain(`"field":"${field}`)
  expect(await checksumOf(pool)).toEqual(before)
})

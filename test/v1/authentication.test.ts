// The five failures of the document's Authentication section, who they are told to, and when a change takes effect.
import { describe, expect, test } from 'vitest'
import { issueAccessKey } from '../../src/core/accounts/credentials.ts'
import { setAccountBlocked } from '../../src/core/accounts/find-account.ts'
import { demoService, type Keys, outcome } from '../support/service.ts'
import { openAccount } from '../support/small-cellar.ts'

const { call, deps, pool, owner, stranger } = await demoService()

const withKeys = async (keys: Partial<Record<string, string>>) => {
  const headers = Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== undefined))
  return call('GET', '/v1/users', { keys: null, headers: headers as Record<string, string> })
}
describe('the five failures', async () => {
  const blocked = await openAccount(deps, 'blocked@example.com')
  await setAccountBlocked(deps, blocked.accountId, true)
  const withoutApi = await openAccount(deps, 'without-api@example.com')
  await pool.query('update accounts set api_access = false where id = $1', [withoutApi.accountId])
  const { accessKey, secretKey } = owner

  test.each<[string, Record<string, string>, string]>([
    ['no AccessKey', { SecretKey: secretKey }, '401 access_key_id_missing'],
    ['no header at all', {}, '401 access_key_id_missing'],
    ['an empty AccessKey', { AccessKey: '', SecretKey: secretKey }, '401 access_key_id_missing'],
    ['no SecretKey', { AccessKey: accessKey }, '401 secret_access_key_missing'],
    ['an empty SecretKey', { AccessKey: accessKey, SecretKey: '' }, '401 secret_access_key_missing'],
    ['an unknown AccessKey', { AccessKey: 'pre_ak_x', SecretKey: secretKey }, '401 credentials_invalid'],
    ['a wrong SecretKey', { AccessKey: accessKey, SecretKey: 'pre_sk_x' }, '401 credentials_invalid'],
    [
      "another owner's secret",
      { AccessKey: accessKey, SecretKey: stranger.secretKey },
      '401 credentials_invalid',
    ],
    ['the two swapped', { AccessKey: secretKey, SecretKey: accessKey }, '401 credentials_invalid'],
    [
      'a secret in another letter case',
      { AccessKey: accessKey, SecretKey: secretKey.toUpperCase() },
      '401 credentials_invalid',
    ],
    [
      'keys beyond ASCII',
      { AccessKey: accessKey, SecretKey: Buffer.from('clé').toString('latin1') },
      '401 credentials_invalid',
    ],
    [
      'a very long key',
      { AccessKey: 'k'.repeat(8000), SecretKey: 's'.repeat(4000) },
      '401 credentials_invalid',
    ],
    [
      'an account without API access',
      { AccessKey: withoutApi.keys.accessKey, SecretKey: withoutApi.keys.secretKey },
      '401 not_sufficient_rights_invalid',
    ],
    [
      'a blocked account',
      { AccessKey: blocked.keys.accessKey, SecretKey: blocked.keys.secretKey },
      '403 account_blocked',
    ],
    [
      'a blocked account and a wrong secret',
      { AccessKey: blocked.keys.accessKey, SecretKey: secretKey },
      '401 credentials_invalid',
    ],
    ['both keys', { AccessKey: accessKey, SecretKey: secretKey }, '200 ok'],
  ])('%s', async (_title, headers, expected) => expect(outcome(await withKeys(headers))).toBe(expected))

  test('an unknown key and a wrong secret get the same answer to the byte', async () => {
    const replies = [
      await withKeys({ AccessKey: 'pre_ak_x', SecretKey: secretKey }),
      await withKeys({ AccessKey: accessKey, SecretKey: 'pre_sk_x' }),
    ]
    expect(replies[0]?.text).toBe(replies[1]?.text)
  })

  test('an account that is both blocked and without API access is told that it is blocked', async () => {
    await pool.query('update accounts set api_access = false where id = $1', [blocked.accountId])
    const { accessKey: key, secretKey: secret } = blocked.keys
    expect(outcome(await withKeys({ AccessKey: key, SecretKey: secret }))).toBe('403 account_blocked')
  })
})

test('header names count in any letter case', async () => {
  for (const [access, secret] of [
    ['accesskey', 'secretkey'],
    ['ACCESSKEY', 'SECRETKEY'],
    ['aCCESSkEY', 'Secretkey'],
  ] as const)
    expect(outcome(await withKeys({ [access]: owner.accessKey, [secret]: owner.secretKey }))).toBe('200 ok')
})

test('a bearer token is no key of this version', async () => {
  const headers = { Authorization: `Bearer ${owner.bearerToken}` }
  expect(outcome(await call('GET', '/v1/users', { keys: null, headers }))).toBe('401 access_key_id_missing')
  const asKeys = { AccessKey: owner.bearerToken, SecretKey: owner.bearerToken }
  expect(outcome(await withKeys(asKeys))).toBe('401 credentials_invalid')
})

describe('a change takes effect on the next request', () => {
  const ask = async (keys: Keys) => outcome(await call('GET', '/v1/users', { keys }))

  test('blocking and unblocking', async () => {
    const { keys, accountId } = await openAccount(deps, 'now-and-then@example.com')
    expect(await ask(keys)).toBe('200 ok')
    await setAccountBlocked(deps, accountId, true)
    expect(await ask(keys)).toBe('403 account_blocked')
    await setAccountBlocked(deps, accountId, false)
    expect(await ask(keys)).toBe('200 ok')
  })

  test('revoking one key leaves the others', async () => {
    const { keys, ...person } = await openAccount(deps, 'two-keys@example.com')
    const second = await issueAccessKey(deps, { ...person, name: 'second', rights: 'write' })
    await pool.query('update access_keys set revoked_at = now() where access_key = $1', [keys.accessKey])
    expect(await ask(keys)).toBe('401 credentials_invalid')
    expect(await ask(second)).toBe('200 ok')
  })
})

describe('a key that may only read', async () => {
  const { keys } = await openAccount(deps, 'reader@example.com', 'read')

  test('reads', async () => expect(outcome(await call('GET', '/v1/users', { keys }))).toBe('200 ok'))

  test.each([
    ['POST', '/v1/addresses'],
    ['PUT', '/v1/addresses/1'],
    ['DELETE', '/v1/addresses/1'],
    ['PUT', '/v1/users'],
    ['POST', '/v1/wine-comments'],
    ['PUT', '/v1/wine-comments'],
    ['DELETE', '/v1/wine-comments'],
    ['POST', '/v1/wine-prices'],
    ['PUT', '/v1/wine-prices'],
    ['DELETE', '/v1/wine-prices'],
  ])('does not %s %s', async (method, path) => {
    expect(outcome(await call(method, path, { keys, body: {} }))).toBe('401 not_sufficient_rights_invalid')
  })
})

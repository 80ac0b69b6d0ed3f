// Keys and tokens of an account, as the operator sees and revokes them.
import { expect, test } from 'vitest'
import { authenticateBearer } from '../../src/core/accounts/authenticate-bearer.ts'
import { issueBearerToken } from '../../src/core/accounts/credentials.ts'
import { checksumOf } from '../support/checksum.ts'
import { operatorService } from '../support/operator-service.ts'
import { outcome } from '../support/service.ts'
import { openAccount } from '../support/small-cellar.ts'

const { operate, done, call, pool, deps } = await operatorService()
type Credential = { id: number }
const { accountId, personId, keys } = await openAccount(deps, 'owner@cave.example')
const stranger = await openAccount(deps, 'stranger@cave.example')
const credential = { accountId, personId, name: 'Shop', rights: 'read' } as const
const token = await issueBearerToken(deps, credential)
const [keyPath, tokenPath] = [`/accounts/${accountId}/access-keys`, `/accounts/${accountId}/bearer-tokens`]
const common = {
  id: expect.any(Number),
  person: { id: personId, email: 'owner@cave.example', name: 'Ada Cave' },
  created_at: '2026-11-16T09:30:00+01:00',
  revoked_at: null,
}
const newestDeed = async () => (await done<Record<string, unknown>[]>('GET', '/audit?count=1'))[0]
const idOf = async (path: string) => (await done<Credential[]>('GET', path))[0]?.id

test('access keys are listed without their secret', async () => {
  const list = await operate('GET', keyPath, { as: 'billing' })
  expect(list.body).toEqual([{ ...common, name: 'test', rights: 'write', access_key: keys.accessKey }])
  expect(list.headers['x-total-count']).toBe('1')
  expect(list.text).not.toContain(keys.secretKey)
})

test('bearer tokens are listed without what they are', async () => {
  await pool.query(`update bearer_tokens set expires_at = '2026-12-31T23:00:00Z'`)
  const list = await operate('GET', tokenPath, { as: 'warehouse' })
  expect(list.body).toEqual([
    { ...common, name: 'Shop', rights: 'read', expires_at: '2027-01-01T00:00:00+01:00' },
  ])
  expect(list.text).not.toContain(token)
})

test('a revoked key opens nothing from the next request on; revoked twice is revoked once', async () => {
  const ask = async () => outcome(await call('GET', '/v1/users', { keys }))
  expect(await ask()).toBe('200 ok')
  const id = await idOf(keyPath)
  const revoked = await done('DELETE', `${keyPath}/${id}`)
  expect(revoked).toMatchObject({ id, revoked_at: '2026-11-16T09:30:00+01:00' })
  expect(await ask()).toBe('401 credentials_invalid')
  expect(await newestDeed()).toMatchObject({
    action: 'access-key.revoke',
    account_id: accountId,
    subject_id: id,
  })
  await pool.query(`update access_keys set revoked_at = '2026-11-16T08:00:00Z' where id = $1`, [id])
  expect(await done('DELETE', `${keyPath}/${id}`)).toMatchObject({ revoked_at: '2026-11-16T09:00:00+01:00' })
})

test('so does a revoked token', async () => {
  await expect(authenticateBearer(deps, token)).resolves.toMatchObject({ accountId })
  const id = await idOf(tokenPath)
  expect(await done('DELETE', `${tokenPath}/${id}`)).toMatchObject({ id })
  await expect(authenticateBearer(deps, token)).rejects.toThrow('credentials_invalid')
  expect(await newestDeed()).toMatchObject({ action: 'bearer-token.revoke', subject_id: id })
})

test('of another account, or of none, is not found and stays as it is', async () => {
  const strangersKey = await idOf(`/accounts/${stranger.accountId}/access-keys`)
  const before = await checksumOf(pool)
  for (const [method, path] of [
    ['DELETE', `${keyPath}/${strangersKey}`],
    ['DELETE', `${keyPath}/9007199254740991`],
    ['DELETE', `${tokenPath}/9007199254740991`],
    ['GET', '/accounts/999999/access-keys'],
    ['GET', '/accounts/999999/bearer-tokens'],
  ] as const)
    expect(outcome(await operate(method, path)), path).toBe('404 not_found')
  expect(await checksumOf(pool)).toEqual(before)
})

test('only an admin revokes', async () => {
  const before = await checksumOf(pool)
  for (const as of ['warehouse', 'billing'] as const)
    for (const path of [`${keyPath}/1`, `${tokenPath}/1`])
      expect(outcome(await operate('DELETE', path, { as }))).toBe('403 role_insufficient')
  expect(await checksumOf(pool)).toEqual(before)
})

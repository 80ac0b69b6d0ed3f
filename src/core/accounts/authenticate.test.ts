import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openAccount } from '../../../test/support/small-cellar.ts'
import { authenticateKeys } from './authenticate.ts'
import { authenticateBearer } from './authenticate-bearer.ts'
import { issueAccessKey, issueBearerToken } from './credentials.ts'

const { deps, pool } = await testDatabase()
const { accountId, personId } = await openAccount(deps, 'owner@example.com')
const credential = { accountId, personId, name: 'test', rights: 'write' } as const
const { accessKey, secretKey } = await issueAccessKey(deps, credential)
const readKeys = await issueAccessKey(deps, { ...credential, rights: 'read' })
const token = await issueBearerToken(deps, credential)
const passwordHash = (await pool.query('select password_hash from people where id = $1', [personId])).rows[0]
  ?.password_hash

const change = (set: string) =>
  pool
    .query(`update people set role = 'owner', deactivated_at = null, password_hash = $2 where id = $1`, [
      personId,
      passwordHash,
    ])
    .then(() => pool.query(`update people set ${set} where id = $1`, [personId]))

const ways = [
  ['keys', () => authenticateKeys(deps, accessKey, secretKey)],
  ['a bearer token', () => authenticateBearer(deps, token)],
] as const

describe.each(ways)('by %s', (_way, authenticate) => {
  test.each([
    ['an owner', `role = 'owner'`, 'write'],
    ['a member', `role = 'member'`, 'write'],
    ['somebody who may only read', `role = 'read_only'`, 'read'],
  ])('%s may do what the credential says, and no more than their role', async (_who, set, rights) => {
    await change(set)
    expect(await authenticate()).toMatchObject({ accountId, rights })
  })

  test.each([
    ['has left', `deactivated_at = now(), password_hash = null`],
    ['has not accepted the invitation yet', 'password_hash = null'],
  ])('who %s opens nothing', async (_who, set) => {
    await change(set)
    await expect(authenticate()).rejects.toMatchObject({ problem: { code: 'credentials_invalid' } })
  })
})

test('a role never gives more than the credential has', async () => {
  await change(`role = 'owner'`)
  expect(await authenticateKeys(deps, readKeys.accessKey, readKeys.secretKey)).toMatchObject({
    rights: 'read',
  })
})

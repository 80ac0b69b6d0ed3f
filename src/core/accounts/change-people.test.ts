import { describe, expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { addPerson } from '../../../test/support/people.ts'
import { openAccount } from '../../../test/support/small-cellar.ts'
import { authenticateKeys } from './authenticate.ts'
import { changePersonRole, removePerson } from './change-people.ts'
import { createAccount } from './create-account.ts'
import { issueAccessKey, issueBearerToken } from './credentials.ts'
import { invitePerson } from './invite-person.ts'
import { getPerson, listPeople, listPresentPeople, type PersonRole } from './people-reads.ts'

const { deps, db, pool } = await testDatabase()
let count = 0
const address = () => `person${++count}@example.com`
const open = () => openAccount(deps, address())
const add = (accountId: number, role: PersonRole) =>
  addPerson(deps, pool, { accountId, email: address(), role })
const invite = async (accountId: number, role: PersonRole) =>
  (await invitePerson(deps, accountId, { email: address(), firstName: 'Gil', lastName: 'Cave', role })).id
const lastOwner = { code: 'step_not_possible', message: expect.stringContaining('last owner') }
const ownersOf = async (accountId: number) =>
  (await listPresentPeople(db, accountId)).filter(({ role }) => role === 'owner').map(({ id }) => id)

test('a role is changed and counts from the next request on', async () => {
  const { accountId } = await open()
  const personId = await add(accountId, 'member')
  const keys = await issueAccessKey(deps, { accountId, personId, name: 'x', rights: 'write' })
  const rights = async () => (await authenticateKeys(deps, keys.accessKey, keys.secretKey)).rights
  expect(await rights()).toBe('write')
  expect(await changePersonRole(deps, accountId, personId, 'read_only')).toMatchObject({ role: 'read_only' })
  expect(await rights()).toBe('read')
})

test('who is removed loses the password and every credential; those of others stay', async () => {
  const { accountId, keys: ownerKeys } = await open()
  const personId = await add(accountId, 'member')
  const credential = { accountId, personId, name: 'x', rights: 'write' } as const
  const keys = await issueAccessKey(deps, credential)
  await issueBearerToken(deps, credential)
  expect(await removePerson(deps, accountId, personId)).toMatchObject({
    state: 'removed',
    removedAt: deps.now(),
  })
  const { rows } = await pool.query(
    `select (select password_hash from people where id = $1) as hash,
       (select count(*) from access_keys where person_id = $1 and revoked_at = $2) as keys,
       (select count(*) from bearer_tokens where person_id = $1 and revoked_at = $2) as tokens`,
    [personId, deps.now()],
  )
  expect(rows[0]).toEqual({ hash: null, keys: 1, tokens: 1 })
  await expect(authenticateKeys(deps, keys.accessKey, keys.secretKey)).rejects.toThrow('credentials_invalid')
  await expect(authenticateKeys(deps, ownerKeys.accessKey, ownerKeys.secretKey)).resolves.toBeDefined()
})

test('removed twice is removed once; a role is for those who are there', async () => {
  const { accountId } = await open()
  const id = await add(accountId, 'member')
  const removed = await removePerson(deps, accountId, id)
  const before = await checksumOf(pool)
  expect(await removePerson(deps, accountId, id)).toEqual(removed)
  await expect(changePersonRole(deps, accountId, id, 'member')).rejects.toMatchObject({
    code: 'step_not_possible',
  })
  expect(await checksumOf(pool)).toEqual(before)
})

test("another account's person is not found, whatever is asked", async () => {
  const [mine, theirs] = [await open(), await open()]
  for (const ask of [
    () => changePersonRole(deps, mine.accountId, theirs.personId, 'member'),
    () => removePerson(deps, mine.accountId, theirs.personId),
    () => getPerson(db, mine.accountId, theirs.personId),
    () => removePerson(deps, 999_999, theirs.personId),
    () => listPeople(db, 999_999, null, { page: 1, count: 30 }),
  ])
    await expect(ask()).rejects.toMatchObject({ problem: { code: 'record_not_found' } })
})

describe('the last owner', () => {
  test('can be neither removed nor demoted, and nothing is written', async () => {
    const { accountId, personId } = await open()
    await add(accountId, 'member')
    const before = await checksumOf(pool)
    await expect(removePerson(deps, accountId, personId)).rejects.toMatchObject(lastOwner)
    for (const role of ['member', 'read_only'] as const)
      await expect(changePersonRole(deps, accountId, personId, role)).rejects.toMatchObject(lastOwner)
    expect(await checksumOf(pool)).toEqual(before)
    expect(await changePersonRole(deps, accountId, personId, 'owner')).toMatchObject({ role: 'owner' })
  })

  test('is no longer the last when there is another', async () => {
    const { accountId, personId } = await open()
    const other = await add(accountId, 'owner')
    await removePerson(deps, accountId, personId)
    expect(await ownersOf(accountId)).toEqual([other])
  })

  test('cannot be stood in for by an owner who has not accepted yet', async () => {
    const { accountId, personId } = await open()
    const guest = await invite(accountId, 'owner')
    await expect(removePerson(deps, accountId, personId)).rejects.toMatchObject(lastOwner)
    expect(await removePerson(deps, accountId, guest)).toMatchObject({ state: 'removed' })
  })

  test('who was invited by mistake gives way to another who was invited', async () => {
    const owner = { email: address(), firstName: 'Typo', lastName: 'Cave', company: null, password: null }
    const { accountId, personId } = await createAccount(deps, owner)
    await expect(removePerson(deps, accountId, personId)).rejects.toMatchObject(lastOwner)
    const right = await invite(accountId, 'owner')
    await removePerson(deps, accountId, personId)
    expect(await ownersOf(accountId)).toEqual([right])
  })

  test('stays when two owners are removed or demoted at the same moment', async () => {
    for (const step of [
      (accountId: number, id: number) => removePerson(deps, accountId, id),
      (accountId: number, id: number) => changePersonRole(deps, accountId, id, 'member'),
    ]) {
      const { accountId, personId } = await open()
      const others = [await add(accountId, 'owner'), await add(accountId, 'owner')]
      const outcomes = await Promise.allSettled([personId, ...others].map((id) => step(accountId, id)))
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
      expect(await ownersOf(accountId)).toHaveLength(1)
    }
  })
})

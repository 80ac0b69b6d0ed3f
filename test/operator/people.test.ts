// The people of an account: how they come, what they may do, and how they go.
import { describe, expect, test } from 'vitest'
import { issueAccessKey } from '../../src/core/accounts/credentials.ts'
import { checksumOf } from '../support/checksum.ts'
import { operatorService } from '../support/operator-service.ts'
import { addPerson, mailedToken } from '../support/people.ts'
import { outcome } from '../support/service.ts'
import { openAccount } from '../support/small-cellar.ts'

const { operate, done, call, pool, deps } = await operatorService()
type Person = { id: number; email: string; role: string; state: string }
const { accountId, personId } = await openAccount(deps, 'owner@cave.example')
const stranger = await openAccount(deps, 'stranger@cave.example')
const path = `/accounts/${accountId}/people`
let count = 0
const guest = () => ({
  email: `guest${++count}@cave.example`,
  first_name: 'Gil',
  last_name: 'Roy',
  role: 'member',
})
const invite = () => done<Person>('POST', path, { body: guest() })
const newestDeed = async () => (await done<Record<string, unknown>[]>('GET', '/audit?count=1'))[0]
const accept = (token: string) =>
  call('POST', '/dashboard/invitations/accept', {
    keys: null,
    body: { token, password: 'a long enough password' },
  })

test('are invited by mail and listed, newest first', async () => {
  const body = guest()
  const invited = await operate('POST', path, { body })
  expect(invited.status).toBe(201)
  expect(invited.body).toEqual({
    id: expect.any(Number),
    ...body,
    state: 'invited',
    invitation_expires_at: '2026-11-23T09:30:00+01:00',
    created_at: '2026-11-16T09:30:00+01:00',
    removed_at: null,
  })
  const { id } = invited.body as Person
  expect(await newestDeed()).toMatchObject({
    action: 'person.invite',
    account_id: accountId,
    subject_id: id,
    detail: body,
  })
  expect(JSON.stringify(await newestDeed())).not.toContain('pre_iv_')
  const list = await operate('GET', path)
  expect((list.body as Person[]).map((each) => each.id)).toEqual([id, personId])
  expect(list.headers['x-total-count']).toBe('2')
})

test('are listed by state', async () => {
  const [removed, invited] = [await invite(), await invite()]
  await done('DELETE', `${path}/${removed.id}`)
  const idsOf = async (state: string) =>
    (await done<Person[]>('GET', `${path}?state=${state}`)).map(({ id }) => id)
  expect(await idsOf('removed')).toEqual([removed.id])
  expect(await idsOf('active')).toEqual([personId])
  expect(await idsOf('invited')).toContain(invited.id)
  expect(outcome(await operate('GET', `${path}?state=lost`))).toBe('400 parameter_invalid')
  const { people } = await done<{ people: Person[] }>('GET', `/accounts/${accountId}`)
  expect(people.map(({ id }) => id)).not.toContain(removed.id)
})

test('an invitation by Idempotency-Key is sent once', async () => {
  const sent = { body: guest(), headers: { 'idempotency-key': 'invite-1' } }
  const [first, second] = [await operate('POST', path, sent), await operate('POST', path, sent)]
  expect([second.status, second.text]).toEqual([201, first.text])
  const { rows } = await pool.query('select count(*) from mails where recipients = array[$1]', [
    sent.body.email,
  ])
  expect(rows[0]?.count).toBe(1)
})

test('an invitation is sent again, and only the newest link opens', async () => {
  const { id, email } = await invite()
  const old = await mailedToken(pool, email)
  expect(await done('POST', `${path}/${id}/invitation`)).toMatchObject({ id, state: 'invited' })
  expect(await newestDeed()).toMatchObject({ action: 'person.invite-again', subject_id: id })
  expect(outcome(await accept(old))).toBe('404 not_found')
  expect(outcome(await accept(await mailedToken(pool, email)))).toBe('200 ok')
  const before = await checksumOf(pool)
  expect(outcome(await operate('POST', `${path}/${id}/invitation`))).toBe('409 step_not_possible')
  expect(await checksumOf(pool)).toEqual(before)
})

test('who may only read cannot write, with a key that says write; who is removed cannot even read', async () => {
  const person = { accountId, email: guest().email, role: 'member' } as const
  const id = await addPerson(deps, pool, person)
  const credential = { accountId, personId: id, name: 'x', rights: 'write' } as const
  const keys = await issueAccessKey(deps, credential)
  const write = async () => outcome(await call('PUT', '/v1/users', { keys, body: {} }))
  const read = async () => outcome(await call('GET', '/v1/users', { keys }))
  expect(await write()).toBe('200 ok')
  expect(await done('PUT', `${path}/${id}`, { body: { role: 'read_only' } })).toMatchObject({
    role: 'read_only',
  })
  expect(await newestDeed()).toMatchObject({ action: 'person.change-role', detail: { role: 'read_only' } })
  expect([await write(), await read()]).toEqual(['401 not_sufficient_rights_invalid', '200 ok'])
  expect(await done('DELETE', `${path}/${id}`)).toMatchObject({
    state: 'removed',
    removed_at: '2026-11-16T09:30:00+01:00',
  })
  expect(await newestDeed()).toMatchObject({ action: 'person.remove', account_id: accountId, subject_id: id })
  expect(await read()).toBe('401 credentials_invalid')
})

describe('the last owner', () => {
  test('is refused by name, and nothing is written', async () => {
    const before = await checksumOf(pool)
    for (const reply of [
      await operate('DELETE', `${path}/${personId}`),
      await operate('PUT', `${path}/${personId}`, { body: { role: 'member' } }),
    ]) {
      expect(outcome(reply)).toBe('409 step_not_possible')
      expect(reply.body).toMatchObject({
        message: expect.stringContaining('Make somebody else an owner first'),
      })
    }
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('stays when two owners are removed by two requests at once', async () => {
    const account = await openAccount(deps, 'two@cave.example')
    const second = { accountId: account.accountId, email: guest().email, role: 'owner' } as const
    const owners = [account.personId, await addPerson(deps, pool, second)]
    const outcomes = await Promise.all(
      owners.map(async (id) =>
        outcome(await operate('DELETE', `/accounts/${account.accountId}/people/${id}`)),
      ),
    )
    expect(outcomes.toSorted()).toEqual(['200 ok', '409 step_not_possible'])
  })
})

test.each<[string, Record<string, unknown>, string]>([
  ['an address that is taken', { email: 'STRANGER@cave.example' }, 'email'],
  ['no address', { email: 'nobody' }, 'email'],
  ['another role', { role: 'king' }, 'role'],
  ['a blank name', { last_name: '\u00a0' }, 'last_name'],
  ['a NUL byte', { first_name: '\0' }, 'first_name'],
  ['a password', { password: 'a long enough password' }, 'password'],
])('inviting with %s is refused, and nothing is written', async (_what, change, field) => {
  const before = await checksumOf(pool)
  const reply = await operate('POST', path, { body: { ...guest(), ...change } })
  expect(outcome(reply)).toBe('400 parameter_invalid')
  expect(reply.body).toMatchObject({ details: [{ field }] })
  expect(await checksumOf(pool)).toEqual(before)
})

test.each([
  ['GET', '/accounts/999999/people', undefined],
  ['POST', '/accounts/999999/people', guest()],
  ['PUT', `${path}/${stranger.personId}`, { role: 'member' }],
  ['DELETE', `${path}/${stranger.personId}`, undefined],
  ['POST', `${path}/${stranger.personId}/invitation`, undefined],
  ['PUT', `${path}/9007199254740991`, { role: 'member' }],
])('%s %s: 404, and nothing is written', async (method, address, body) => {
  const before = await checksumOf(pool)
  expect(outcome(await operate(method, address, { body }))).toBe('404 not_found')
  expect(await checksumOf(pool)).toEqual(before)
})

describe('roles', () => {
  test.each(['warehouse', 'billing'] as const)('%s reads and changes nothing', async (as) => {
    expect(outcome(await operate('GET', path, { as }))).toBe('200 ok')
    const before = await checksumOf(pool)
    for (const [method, address, body] of [
      ['POST', path, guest()],
      ['PUT', `${path}/${personId}`, { role: 'owner' }],
      ['DELETE', `${path}/${personId}`, undefined],
      ['POST', `${path}/${personId}/invitation`, undefined],
    ] as const)
      expect(outcome(await operate(method, address, { as, body }))).toBe('403 role_insufficient')
    expect(await checksumOf(pool)).toEqual(before)
  })
})

// Requests for access as the operator's people see and decide them.
import { describe, expect, test } from 'vitest'
import { ask, kindsTo, mailedLink } from '../support/access.ts'
import { checksumOf } from '../support/checksum.ts'
import { operatorService } from '../support/operator-service.ts'
import { outcome } from '../support/service.ts'
import { openAccount } from '../support/small-cellar.ts'

const { operate, done, call, pool, deps } = await operatorService()
type Request = { id: number; email: string; state: string; account_id: number | null }
const path = '/access-requests'
let count = 0
async function newRequest() {
  const email = `asker${++count}@cave.example`
  return { email, id: await ask(deps, pool, email) }
}
const newestDeed = async () => (await done<Record<string, unknown>[]>('GET', '/audit?count=1'))[0]
const accountOf = (id: number | null) => done<Record<string, unknown>>('GET', `/accounts/${id}`)

test('are listed, newest first and by state, and looked at', async () => {
  const [first, second] = [await newRequest(), await newRequest()]
  await done('POST', `${path}/${first.id}/decline`)
  const list = await operate('GET', path)
  expect((list.body as Request[]).map(({ id }) => id)).toEqual([second.id, first.id])
  expect(list.headers['x-total-count']).toBe('2')
  expect(await done('GET', `${path}?state=asked`)).toEqual([
    {
      id: second.id,
      email: second.email,
      first_name: 'Ada',
      last_name: 'Cave',
      company: 'Cave SARL',
      message: 'A shop in Lyon.',
      state: 'asked',
      asked_at: '2026-11-16T09:30:00+01:00',
      decided_at: null,
      decided_by: null,
      decline_reason: null,
      account_id: null,
    },
  ])
  expect(await done('GET', `${path}?state=granted`)).toEqual([])
  expect(await done('GET', `${path}/${first.id}`)).toMatchObject({
    state: 'declined',
    decided_by: 'Sam admin',
  })
  expect(outcome(await operate('GET', `${path}?state=lost`))).toBe('400 parameter_invalid')
})

test('granted: an account is open, the mail goes out, the deed is in the audit, and the owner comes in', async () => {
  const { id, email } = await newRequest()
  const granted = await done<Request>('POST', `${path}/${id}/grant`)
  expect(granted).toMatchObject({
    id,
    state: 'granted',
    decided_by: 'Sam admin',
    account_id: expect.any(Number),
  })
  expect(await newestDeed()).toMatchObject({
    action: 'access-request.grant',
    account_id: granted.account_id,
    subject_id: id,
    staff_name: 'Sam admin',
  })
  expect(await accountOf(granted.account_id)).toMatchObject({ email, company: 'Cave SARL', api_access: true })
  const body = { token: await mailedLink(pool, email), password: 'a long enough password' }
  expect(outcome(await call('POST', '/dashboard/invitations/accept', { body }))).toBe('200 ok')
})

test('granted with what is put right', async () => {
  const { id } = await newRequest()
  const body = { first_name: 'Adèle', last_name: 'Caves', company: null, api_access: false }
  const { account_id } = await done<Request>('POST', `${path}/${id}/grant`, { body })
  expect(await accountOf(account_id)).toMatchObject({ name: 'Adèle Caves', company: null, api_access: false })
  expect(await newestDeed()).toMatchObject({ detail: body })
})

test('declined with a reason, which is told', async () => {
  const { id, email } = await newRequest()
  const body = { reason: 'We store wine only.' }
  expect(await done('POST', `${path}/${id}/decline`, { body })).toMatchObject({
    state: 'declined',
    decline_reason: 'We store wine only.',
    account_id: null,
  })
  expect(await newestDeed()).toMatchObject({ action: 'access-request.decline', subject_id: id, detail: body })
  expect(await kindsTo(pool, email)).toEqual(['access_asked', 'access_declined'])
})

test('granted by Idempotency-Key, sent twice, is done once', async () => {
  const { id, email } = await newRequest()
  const headers = { 'idempotency-key': 'grant-1' }
  const [first, second] = [
    await operate('POST', `${path}/${id}/grant`, { headers }),
    await operate('POST', `${path}/${id}/grant`, { headers }),
  ]
  expect([second.status, second.text]).toEqual([200, first.text])
  expect(await kindsTo(pool, email)).toEqual(['access_asked', 'invitation'])
})

describe('refused, and nothing is written', () => {
  test.each(['grant', 'decline'])('%s twice: 409 and a sentence that names who decided', async (step) => {
    const { id } = await newRequest()
    await done('POST', `${path}/${id}/${step}`)
    const before = await checksumOf(pool)
    for (const again of ['grant', 'decline']) {
      const reply = await operate('POST', `${path}/${id}/${again}`)
      expect(outcome(reply)).toBe('409 step_not_possible')
      expect(reply.body).toMatchObject({ message: expect.stringContaining('by Sam admin already') })
    }
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('two people at once: one decides', async () => {
    const { id } = await newRequest()
    const replies = await Promise.all([
      operate('POST', `${path}/${id}/grant`),
      operate('POST', `${path}/${id}/decline`),
    ])
    expect(replies.map(outcome).toSorted()).toEqual(['200 ok', '409 step_not_possible'])
  })

  test('somebody who has an account by now', async () => {
    const { id, email } = await newRequest()
    await openAccount(deps, email)
    const before = await checksumOf(pool)
    expect(outcome(await operate('POST', `${path}/${id}/grant`))).toBe('409 already_exists')
    expect(await checksumOf(pool)).toEqual(before)
  })

  test.each<[string, string, unknown]>([
    ['a blank name', 'grant', { first_name: ' ' }],
    ['a NUL byte', 'grant', { last_name: '\0' }],
    ['a long company', 'grant', { company: 'x'.repeat(201) }],
    ['another address', 'grant', { email: 'other@cave.example' }],
    ['a password', 'grant', { password: 'a long enough password' }],
    ['another kind of access', 'grant', { api_access: 'yes' }],
    ['a blank reason', 'decline', { reason: ' ' }],
    ['a long reason', 'decline', { reason: 'x'.repeat(1001) }],
    ['a list', 'decline', []],
  ])('%s', async (_what, step, body) => {
    const { id } = await newRequest()
    const before = await checksumOf(pool)
    expect(outcome(await operate('POST', `${path}/${id}/${step}`, { body }))).toBe('400 parameter_invalid')
    expect(await checksumOf(pool)).toEqual(before)
  })

  test.each([
    ['GET', `${path}/999999`],
    ['POST', `${path}/999999/grant`],
    ['POST', `${path}/9007199254740991/decline`],
  ])('%s %s: 404', async (method, address) => {
    expect(outcome(await operate(method, address))).toBe('404 not_found')
  })

  test.each(['warehouse', 'billing'] as const)('%s looks and decides nothing', async (as) => {
    const { id } = await newRequest()
    expect(outcome(await operate('GET', path, { as }))).toBe('200 ok')
    expect(outcome(await operate('GET', `${path}/${id}`, { as }))).toBe('200 ok')
    const before = await checksumOf(pool)
    for (const step of ['grant', 'decline'])
      expect(outcome(await operate('POST', `${path}/${id}/${step}`, { as }))).toBe('403 role_insufficient')
    expect(await checksumOf(pool)).toEqual(before)
  })
})

// The operator's people, and the tokens they hold: for an admin to make and to end.
import { describe, expect, test } from 'vitest'
import { checksumOf } from '../support/checksum.ts'
import { operatorService, staffEmail } from '../support/operator-service.ts'
import { outcome } from '../support/service.ts'

const { operate, done, pool, staffIds } = await operatorService()
type Member = { id: number; email: string; password: string | null }
type Token = { id: number; token: string }
let count = 0
const somebody = (role = 'warehouse') => ({
  email: `new${++count}@caveau.example`,
  first_name: 'Lou',
  last_name: 'Quai',
  role,
})
const hire = (role?: string) => done<Member>('POST', '/staff', { body: somebody(role) })
const signIn = async (email: string, password: string | null) =>
  outcome(await operate('POST', '/session', { as: null, body: { email, password } }))
const newestDeed = async () => (await done<Record<string, unknown>[]>('GET', '/audit?count=1'))[0]

test('are taken on with a password made up for them, told once, or with a given one', async () => {
  const body = somebody('billing')
  const hired = await operate('POST', '/staff', { body })
  expect(hired.status).toBe(201)
  const { id, password } = hired.body as Member
  expect(hired.body).toEqual({
    id: expect.any(Number),
    ...body,
    created_at: '2026-11-16T09:30:00+01:00',
    deactivated_at: null,
    password: expect.stringMatching(/^\S{20}$/),
  })
  expect(await signIn(body.email.toUpperCase(), password)).toBe('201 ok')
  const given = { ...somebody(), password: 'a password of their own' }
  expect(await done('POST', '/staff', { body: given })).toMatchObject({ password: null })
  expect(await signIn(given.email, given.password)).toBe('201 ok')
  const list = await done<Member[]>('GET', '/staff')
  expect(list.map(({ email }) => email).slice(0, 2)).toEqual([given.email, body.email])
  expect(await done('GET', `/staff/${id}`)).toEqual(list[1])
  expect(JSON.stringify(list)).not.toContain('password')
})

test('neither a given nor a made up password is in the audit', async () => {
  const { id, password } = await hire()
  await done('POST', '/staff', { body: { ...somebody(), password: 'a password of their own' } })
  const { rows } = await pool.query<{ all: string }>(
    'select string_agg(detail::text, $1) as all from audit_entries',
    [' '],
  )
  expect(rows[0]?.all).not.toContain(password)
  expect(rows[0]?.all).not.toContain('a password of their own')
  expect(await done('GET', `/audit?subject=staff&subject_id=${id}`)).toMatchObject([
    { action: 'staff.create' },
  ])
})

test('change their name and role, and lose the tokens that could do more', async () => {
  const { id } = await hire('admin')
  const made = await done<Token>('POST', '/tokens', { body: { staff_id: id, name: 'ERP', role: 'admin' } })
  const body = { first_name: 'Louise', role: 'billing' }
  expect(await done('PUT', `/staff/${id}`, { body })).toMatchObject({ ...body, last_name: 'Quai' })
  expect(await newestDeed()).toMatchObject({ action: 'staff.edit', subject_id: id, detail: body })
  expect(outcome(await operate('GET', '/session', { token: made.token }))).toBe('401 credentials_invalid')
})

test('are shut out at once, and may come back', async () => {
  const { id, email, password } = await hire()
  const body = { staff_id: id, name: 'Scanner', role: 'warehouse' }
  const { token } = await done<Token>('POST', '/tokens', { body })
  expect(outcome(await operate('GET', '/session', { token }))).toBe('200 ok')
  expect(await done('POST', `/staff/${id}/deactivate`)).toMatchObject({
    deactivated_at: '2026-11-16T09:30:00+01:00',
  })
  expect(outcome(await operate('GET', '/session', { token }))).toBe('401 credentials_invalid')
  expect(await signIn(email, password)).toBe('401 credentials_invalid')
  expect(outcome(await operate('POST', '/tokens', { body }))).toBe('409 step_not_possible')
  expect(await done('POST', `/staff/${id}/reactivate`)).toMatchObject({ deactivated_at: null })
  expect(await signIn(email, password)).toBe('201 ok')
  expect(outcome(await operate('GET', '/session', { token }))).toBe('401 credentials_invalid')
})

test('the last active admin is refused by name; of two who shut each other out at once, one stays', async () => {
  await pool.query(`update staff set deactivated_at = now() where role = 'admin' and id <> $1`, [
    staffIds.get('admin'),
  ])
  const path = `/staff/${staffIds.get('admin')}`
  const before = await checksumOf(pool)
  expect(outcome(await operate('POST', `${path}/deactivate`))).toBe('409 step_not_possible')
  expect(outcome(await operate('PUT', path, { body: { role: 'billing' } }))).toBe('409 step_not_possible')
  expect(await checksumOf(pool)).toEqual(before)
  const { id } = await hire('admin')
  const { token } = await done<Token>('POST', '/tokens', { body: { staff_id: id, name: 'x', role: 'admin' } })
  const outcomes = await Promise.all([
    operate('POST', `/staff/${id}/deactivate`),
    operate('POST', `${path}/deactivate`, { token }),
  ])
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
  const { rows } = await pool.query(`select id from staff where role = 'admin' and deactivated_at is null`)
  expect(rows).toHaveLength(1)
  await pool.query('update staff set deactivated_at = null')
  await pool.query('update operator_tokens set revoked_at = null')
})

describe('tokens', () => {
  const body = { staff_id: staffIds.get('admin'), name: 'ERP', role: 'billing', expires_on: '2026-12-31' }

  test('are made with a role and a last day, told once, and listed without their secret', async () => {
    const made = await operate('POST', '/tokens', { body })
    expect(made.status).toBe(201)
    const { id, token } = made.body as Token
    expect(made.body).toEqual({
      id: expect.any(Number),
      staff_id: staffIds.get('admin'),
      staff_name: 'Sam admin',
      name: 'ERP',
      role: 'billing',
      created_at: '2026-11-16T09:30:00+01:00',
      expires_at: '2027-01-01T00:00:00+01:00',
      revoked_at: null,
      token: expect.stringMatching(/^pre_ot_[\w-]{40}$/),
    })
    expect((await operate('GET', '/session', { token })).body).toMatchObject({ role: 'billing' })
    const list = await operate('GET', `/tokens?staff_id=${staffIds.get('admin')}&count=1`)
    expect(list.body).toMatchObject([{ id, name: 'ERP' }])
    expect(list.text).not.toContain('pre_ot_')
    const { rows } = await pool.query('select string_agg(a::text, $1) as all from audit_entries a', [' '])
    expect(rows[0]?.all).not.toContain(token)
  })

  test('are revoked', async () => {
    const { id, token } = await done<Token>('POST', '/tokens', { body: { ...body, expires_on: null } })
    expect(await done('DELETE', `/tokens/${id}`)).toMatchObject({ revoked_at: '2026-11-16T09:30:00+01:00' })
    expect(await newestDeed()).toMatchObject({ action: 'operator-token.revoke', subject_id: id })
    expect(outcome(await operate('GET', '/session', { token }))).toBe('401 credentials_invalid')
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['a day that is over', { expires_on: '2026-11-15' }, 'expires_on'],
    ['no day of the calendar', { expires_on: '2026-02-30' }, 'expires_on'],
    ['a role beyond the person', { staff_id: staffIds.get('warehouse'), role: 'admin' }, 'role'],
    ['no such role', { role: 'king' }, 'role'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a secret of their own', { token: 'pre_ot_x' }, 'token'],
  ])('are refused with %s, and nothing is written', async (_what, change, field) => {
    const before = await checksumOf(pool)
    const reply = await operate('POST', '/tokens', { body: { ...body, ...change } })
    expect(outcome(reply)).toBe('400 parameter_invalid')
    expect(reply.body).toMatchObject({ details: [{ field }] })
    expect(await checksumOf(pool)).toEqual(before)
  })
})

test.each([
  ['/staff', () => somebody()],
  ['/staff', () => ({ ...somebody(), password: 'a password of their own' })],
  ['/tokens', () => ({ staff_id: staffIds.get('admin'), name: 'x', role: 'admin' })],
])('POST %s takes no Idempotency-Key, so no secret is kept as an answer', async (path, body) => {
  const before = await checksumOf(pool)
  const reply = await operate('POST', path, { body: body(), headers: { 'idempotency-key': 'secret-1' } })
  expect(outcome(reply)).toBe('400 parameter_invalid')
  expect(reply.body).toMatchObject({ details: [{ field: 'Idempotency-Key' }] })
  expect(await checksumOf(pool)).toEqual(before)
  const { rows } = await pool.query('select count(*) from staff_answers')
  expect(rows[0]?.count).toBe(0)
})

test.each<[string, Record<string, unknown>, string]>([
  ['an address that is taken', { email: staffEmail('billing') }, 'email'],
  ['no address', { email: 'nobody' }, 'email'],
  ['another role', { role: 'owner' }, 'role'],
  ['a short password', { password: 'eleven char' }, 'password'],
  ['a NUL byte', { first_name: 'a\0' }, 'first_name'],
])('taking somebody on with %s is refused, and nothing is written', async (_what, change, field) => {
  const before = await checksumOf(pool)
  const reply = await operate('POST', '/staff', { body: { ...somebody(), ...change } })
  expect(outcome(reply)).toBe('400 parameter_invalid')
  expect(reply.body).toMatchObject({ details: [{ field }] })
  expect(await checksumOf(pool)).toEqual(before)
})

const missing = [
  ['GET', '/staff/999999', undefined],
  ['PUT', '/staff/999999', { first_name: 'X' }],
  ['PUT', '/staff/9007199254740991', { role: 'billing' }],
  ['POST', '/staff/999999/deactivate', undefined],
  ['POST', '/staff/999999/reactivate', undefined],
  ['POST', '/tokens', { staff_id: 999_999, name: 'x', role: 'billing' }],
  ['DELETE', '/tokens/999999', undefined],
] as const

test.each(missing)(
  '%s %s: who is not there is not found, and nothing is written',
  async (method, path, body) => {
    const before = await checksumOf(pool)
    expect(outcome(await operate(method, path, { body }))).toBe('404 not_found')
    expect(await checksumOf(pool)).toEqual(before)
  },
)

test.each([
  ...missing,
  ['GET', '/staff', undefined],
  ['POST', '/staff', somebody()],
  ['GET', '/tokens', undefined],
] as const)('%s %s is for admin alone', async (method, path, body) => {
  const before = await checksumOf(pool)
  for (const as of ['warehouse', 'billing'] as const)
    expect(outcome(await operate(method, path, { as, body }))).toBe('403 role_insufficient')
  expect(await checksumOf(pool)).toEqual(before)
})

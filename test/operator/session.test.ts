import { describe, expect, test } from 'vitest'
import { hashPassword } from '../../src/core/accounts/secrets.ts'
import { operatorService, staffEmail, staffPassword } from '../support/operator-service.ts'
import { outcome } from '../support/service.ts'

const { operate, pool, clock, origin, tokens, staffIds } = await operatorService()

const signIn = (email: string, password: string) =>
  operate('POST', '/session', { as: null, body: { email, password } })
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['set-cookie']).split(';')[0] ?? ''
const withCookie = (method: string, path: string, cookie: string, more: Record<string, string> = {}) =>
  operate(method, path, { as: null, headers: { cookie, ...more } })

test('who signs in gets a cookie that scripts cannot read, and acts with it until signing out', async () => {
  const opened = await signIn('Warehouse@caveau.example', staffPassword)
  expect(opened.status).toBe(201)
  expect(opened.body).toEqual({
    id: staffIds.get('warehouse'),
    email: staffEmail('warehouse'),
    name: 'Sam warehouse',
    role: 'warehouse',
  })
  expect(String(opened.headers['set-cookie'])).toMatch(
    /^caveau_staff=pre_ss_[\w-]{40}; Max-Age=43200; Path=\/operator; HttpOnly; SameSite=Strict$/,
  )
  const cookie = cookieOf(opened)
  expect((await withCookie('GET', '/session', cookie)).body).toEqual(opened.body)
  expect((await withCookie('DELETE', '/session', cookie)).status).toBe(204)
  expect(outcome(await withCookie('GET', '/session', cookie))).toBe('401 credentials_invalid')
})

test.each([
  ['a wrong password', staffEmail('admin'), 'a wrong password'],
  ['an unknown person', 'nobody@caveau.example', staffPassword],
  ['a NUL byte', 'admin@caveau.example\0', staffPassword],
])('%s opens nothing', async (_what, email, password) => {
  const reply = await signIn(email, password)
  expect([400, 401]).toContain(reply.status)
  expect(reply.headers['set-cookie']).toBeUndefined()
})

test('guesses at one password are slowed down', async () => {
  // At once, so that a slow machine gives no time for another guess.
  const guesses = Array.from({ length: 12 }, () => signIn('guessed@caveau.example', 'x'))
  const outcomes = (await Promise.all(guesses)).map(outcome)
  expect(outcomes.toSorted()).toEqual([
    ...Array(10).fill('401 credentials_invalid'),
    ...Array(2).fill('429 rate_limited'),
  ])
})

test('a session ends after twelve hours', async () => {
  const cookie = cookieOf(await signIn(staffEmail('billing'), staffPassword))
  const before = clock.now
  clock.now = new Date(before.getTime() + 12 * 3_600_000 - 1)
  expect((await withCookie('GET', '/session', cookie)).status).toBe(200)
  clock.now = new Date(before.getTime() + 12 * 3_600_000)
  expect(outcome(await withCookie('GET', '/session', cookie))).toBe('401 credentials_invalid')
  clock.now = before
})

test("another site's page cannot act with a session, this service's own can", async () => {
  const cookie = cookieOf(await signIn(staffEmail('admin'), staffPassword))
  for (const from of ['https://evil.example', 'null'])
    expect(outcome(await withCookie('DELETE', '/session', cookie, { origin: from }))).toBe(
      '403 origin_invalid',
    )
  expect((await withCookie('DELETE', '/session', cookie, { origin })).status).toBe(204)
})

describe('without credentials', () => {
  test.each([
    ['none', {}],
    ['another kind', { authorization: 'Basic YTpi' }],
    ['a made up token', { authorization: 'Bearer pre_ot_0000000000000000000000000000000000000000' }],
    ['a NUL byte', { cookie: 'caveau_staff=%00' }],
    ['a made up session', { cookie: 'caveau_staff=pre_ss_0000' }],
  ])('%s: 401, and how to ask', async (_what, headers) => {
    const reply = await operate('GET', '/session', { as: null, headers: headers as Record<string, string> })
    expect(outcome(reply)).toBe('401 credentials_invalid')
    expect(reply.headers['www-authenticate']).toBe('Bearer')
  })
})

test('a token acts with its own role; a revoked or expired one, or one of somebody who left, does not', async () => {
  const token = tokens.get('billing') ?? ''
  const ask = () => operate('GET', '/session', { token })
  expect((await ask()).body).toMatchObject({ role: 'billing' })
  const change = (sql: string) => pool.query(sql, [staffIds.get('billing')])
  await change(`update operator_tokens set revoked_at = now() where staff_id = $1`)
  expect(outcome(await ask())).toBe('401 credentials_invalid')
  await change(
    `update operator_tokens set revoked_at = null, expires_at = '2026-11-16T09:30:00+01:00' where staff_id = $1`,
  )
  expect(outcome(await ask())).toBe('401 credentials_invalid')
  await change(`update operator_tokens set expires_at = '2026-11-16T09:30:01+01:00' where staff_id = $1`)
  expect((await ask()).status).toBe(200)
  await change(`update staff set deactivated_at = now() where id = $1`)
  expect(outcome(await ask())).toBe('401 credentials_invalid')
  await change(`update staff set deactivated_at = null where id = $1`)
})

test('who reads what is on each route: the audit is for admin', async () => {
  expect(outcome(await operate('GET', '/audit', { as: 'warehouse' }))).toBe('403 role_insufficient')
  expect(outcome(await operate('GET', '/audit'))).toBe('200 ok')
})

test('signing in and out is in the audit, with the address it came from', async () => {
  const cookie = cookieOf(await signIn(staffEmail('warehouse'), staffPassword))
  await withCookie('DELETE', '/session', cookie)
  const entries = (await operate('GET', `/audit?staff_id=${staffIds.get('warehouse')}&count=2`)).body
  expect(entries).toMatchObject([
    { action: 'session.end', staff_name: 'Sam warehouse', via: 'session', address: '127.0.0.1' },
    { action: 'session.open', staff_name: 'Sam warehouse', via: 'session', address: '127.0.0.1' },
  ])
})

test('a stored password that is none matches nothing', async () => {
  await pool.query('update staff set password_hash = $1 where id = $2', ['', staffIds.get('billing')])
  expect(outcome(await signIn(staffEmail('billing'), ''))).toBe('401 credentials_invalid')
  const hash = await hashPassword(staffPassword)
  await pool.query('update staff set password_hash = $1 where id = $2', [hash, staffIds.get('billing')])
})

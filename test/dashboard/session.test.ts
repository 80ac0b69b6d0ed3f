// Signing in at the owners' pages, and what a session may do.
import { describe, expect, test, vi } from 'vitest'
import { readOwnerSession } from '../../src/api/shared/owner-session.ts'
import { setAccountBlocked } from '../../src/core/accounts/find-account.ts'
import { mailedLink } from '../support/access.ts'
import { checksumOf } from '../support/checksum.ts'
import { addPerson } from '../support/people.ts'
import { outcome, startService } from '../support/service.ts'
import { openAccount } from '../support/small-cellar.ts'

const { call, deps, pool, clock, origin, lines } = await startService({
  content: 'empty',
  environment: { CAVEAU_TRUST_PROXY: '127.0.0.1', CAVEAU_LOG_LEVEL: 'debug' },
})
const password = 'a long enough password'
const newPassword = 'another long password'
const email = 'owner@cave.example'
const { accountId } = await openAccount(deps, email)
let places = 0
/** Each from a place of its own, so that one test does not slow down the next. */
const fromAnywhere = () => ({ 'x-forwarded-for': `10.0.${Math.floor(++places / 250)}.${places % 250}` })
const signIn = (given: Record<string, unknown> = {}, headers: Record<string, string> = fromAnywhere()) =>
  call('POST', '/dashboard/session', { headers, body: { email, password, ...given } })
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['set-cookie']).split(';')[0] ?? ''
const withCookie = (method: string, path: string, cookie: string, body?: unknown, more = {}) =>
  call(method, `/dashboard${path}`, { body, headers: { ...fromAnywhere(), cookie, ...more } })

test('who signs in gets a cookie that scripts cannot read, and is known by it until signing out', async () => {
  const opened = await signIn({ email: 'Owner@cave.example' })
  expect([opened.status, opened.body]).toEqual([
    201,
    {
      person: { name: 'Ada Cave', email, role: 'owner' },
      account: { id: accountId, name: 'Ada Cave', company: null },
      environment: 'preproduction',
      sandbox: true,
    },
  ])
  expect(String(opened.headers['set-cookie'])).toMatch(
    /^caveau_owner_session=pre_os_[\w-]{40}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  const cookie = cookieOf(opened)
  expect((await withCookie('GET', '/session', cookie)).body).toEqual(opened.body)
  const ended = await withCookie('DELETE', '/session', cookie)
  expect(ended.status).toBe(204)
  expect(String(ended.headers['set-cookie'])).toMatch(/^caveau_owner_session=; Max-Age=0; Path=\/;/)
  expect(outcome(await withCookie('GET', '/session', cookie))).toBe('401 credentials_invalid')
  expect((await withCookie('DELETE', '/session', cookie)).status).toBe(204)
})

test('over HTTPS the cookie is for HTTPS alone', async () => {
  const opened = await signIn({}, { ...fromAnywhere(), 'x-forwarded-proto': 'https' })
  expect(String(opened.headers['set-cookie'])).toContain('; Secure')
})

test('a wrong password and an unknown address are one answer', async () => {
  const [wrong, unknown] = [
    await signIn({ password: 'a wrong password' }),
    await signIn({ email: 'nobody@cave.example' }),
  ]
  expect(outcome(wrong)).toBe('401 credentials_invalid')
  expect(unknown.text).toBe(wrong.text)
  const telling = ({ headers }: typeof wrong) =>
    Object.keys(headers).filter((name) => !['date', 'x-request-id'].includes(name))
  expect(telling(unknown)).toEqual(telling(wrong))
  expect(wrong.headers['set-cookie']).toBeUndefined()
})

test.each<[string, Record<string, unknown>, string]>([
  ['a NUL byte', { email: 'a\0@cave.example' }, '400 parameter_invalid'],
  ['half of a pair', { password: '\ud800' }, '400 parameter_invalid'],
  ['a number', { password: 12 }, '400 parameter_invalid'],
  ['more than is asked', { remember: true }, '400 parameter_invalid'],
  ['no password', { password: undefined }, '400 parameter_missing'],
])('%s is refused, and nothing is written', async (_what, given, expected) => {
  const before = await checksumOf(pool)
  expect(outcome(await signIn(given))).toBe(expected)
  expect(await checksumOf(pool)).toEqual(before)
})

test('of a blocked account only who knows the password is told', async () => {
  const other = await openAccount(deps, 'blocked@cave.example')
  await setAccountBlocked(deps, other.accountId, true)
  expect(outcome(await signIn({ email: 'blocked@cave.example' }))).toBe('403 account_blocked')
  expect(outcome(await signIn({ email: 'blocked@cave.example', password: 'x' }))).toBe(
    '401 credentials_invalid',
  )
})

describe('guesses', () => {
  test('at one password from one place are slowed down, of a known address as of any other', async () => {
    await openAccount(deps, 'guessed@cave.example')
    for (const guessed of ['guessed@cave.example', 'unknown@cave.example']) {
      const here = fromAnywhere()
      const guesses = Array.from({ length: 12 }, async () =>
        outcome(await signIn({ email: guessed, password: 'x' }, here)),
      )
      const outcomes = (await Promise.all(guesses)).toSorted()
      expect(outcomes).toEqual([
        ...Array(10).fill('401 credentials_invalid'),
        ...Array(2).fill('429 rate_limited'),
      ])
    }
    // Elsewhere the owner still comes in.
    expect((await signIn({ email: 'guessed@cave.example' })).status).toBe(201)
  })

  test('at many addresses from one place are slowed down too', async () => {
    const here = fromAnywhere()
    const outcomes = await Promise.all(
      Array.from({ length: 34 }, async (_, guess) =>
        outcome(await signIn({ email: `guess${guess}@cave.example`, password: 'x' }, here)),
      ),
    )
    expect(outcomes).toContain('429 rate_limited')
    expect(outcomes.filter((each) => each === '401 credentials_invalid').length).toBeGreaterThanOrEqual(30)
  })

  test('are none for who knows the password, however often', async () => {
    const here = fromAnywhere()
    for (let time = 0; time < 12; time++) expect((await signIn({}, here)).status).toBe(201)
  })
})

describe("another site's page", () => {
  test.each([
    ['an origin', { origin: 'https://evil.example' }],
    ['no origin', { origin: 'null' }],
    ['a site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour', { 'sec-fetch-site': 'same-site' }],
  ])('that shows %s cannot act, neither with a session nor by opening one', async (_what, headers) => {
    const cookie = cookieOf(await signIn())
    const before = await checksumOf(pool)
    expect(outcome(await withCookie('DELETE', '/session', cookie, undefined, headers))).toBe(
      '403 origin_invalid',
    )
    expect(outcome(await signIn({}, { ...fromAnywhere(), ...headers }))).toBe('403 origin_invalid')
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('is not the own one, which can', async () => {
    const own = { origin, 'sec-fetch-site': 'same-origin' }
    const opened = await signIn({}, { ...fromAnywhere(), ...own })
    expect(opened.status).toBe(201)
    expect((await withCookie('DELETE', '/session', cookieOf(opened), undefined, own)).status).toBe(204)
  })
})

test.each([
  ['none', ''],
  ['a made up one', 'caveau_owner_session=pre_os_0000'],
  ['one of the other environment', 'caveau_owner_session=live_os_0000000000000000000000000000000000000000'],
  ['one of the staff', 'caveau_staff=pre_ss_0000'],
  ['rubbish', 'caveau_owner_session=%00; caveau_owner_session='],
])('with a cookie that is %s nobody is signed in', async (_what, cookie) => {
  for (const [method, path, body] of [
    ['GET', '/session', undefined],
    ['POST', '/password', { present: password, wanted: newPassword }],
  ] as const)
    expect(outcome(await withCookie(method, path, cookie, body))).toBe('401 credentials_invalid')
})

test('other parts of the owners’ side know the caller by the session, with the rights of the role', async () => {
  const reader = 'reader@cave.example'
  await addPerson(deps, pool, { accountId, email: reader, role: 'read_only' })
  const known = async (given: Record<string, unknown>) => {
    const request = { method: 'GET', headers: { cookie: cookieOf(await signIn(given)) } }
    return readOwnerSession(deps, request as unknown as Parameters<typeof readOwnerSession>[1])
  }
  expect(await known({})).toEqual({ accountId, rights: 'write', email, name: 'Ada Cave' })
  expect(await known({ email: reader })).toMatchObject({ accountId, rights: 'read', email: reader })
})

describe('a password', () => {
  test('is changed by who knows it, and the other sessions end', async () => {
    await openAccount(deps, 'changes@cave.example')
    const own = { email: 'changes@cave.example' }
    const [here, elsewhere] = [cookieOf(await signIn(own)), cookieOf(await signIn(own))]
    const body = { present: password, wanted: newPassword }
    expect((await withCookie('POST', '/password', here, body)).status).toBe(204)
    expect(outcome(await withCookie('GET', '/session', here))).toBe('200 ok')
    expect(outcome(await withCookie('GET', '/session', elsewhere))).toBe('401 credentials_invalid')
    expect(outcome(await signIn(own))).toBe('401 credentials_invalid')
    expect((await signIn({ ...own, password: newPassword })).status).toBe(201)
  })

  test('is refused by the field that is wrong, and guesses are slowed down', async () => {
    const own = { email: 'guesses@cave.example' }
    await openAccount(deps, own.email)
    const cookie = cookieOf(await signIn(own))
    const refused = async (body: unknown) => {
      const reply = await withCookie('POST', '/password', cookie, body)
      return [outcome(reply), (reply.body as { details?: unknown }).details]
    }
    expect(await refused({ present: password, wanted: 'eleven char' })).toEqual([
      '400 parameter_invalid',
      [{ field: 'wanted', message: 'needs 12 to 200 characters' }],
    ])
    const wrong = { present: 'a wrong password', wanted: newPassword }
    expect(await refused(wrong)).toEqual([
      '400 parameter_invalid',
      [{ field: 'present', message: 'is not your password' }],
    ])
    const guesses = Array.from({ length: 10 }, async () => (await refused(wrong))[0])
    expect(await Promise.all(guesses)).toContain('429 rate_limited')
  })

  test('that is forgotten: one answer for all, and a link for who is known', async () => {
    const forgotten = (address: string) =>
      call('POST', '/dashboard/password/forgotten', { headers: fromAnywhere(), body: { email: address } })
    const known = 'forgets@cave.example'
    await openAccount(deps, known)
    const replies = [await forgotten(known), await forgotten('nobody@cave.example'), await forgotten(known)]
    for (const { status, body } of replies) expect([status, body]).toEqual([202, { asked: true }])
    const cookie = cookieOf(await signIn({ email: known }))
    const body = { token: await mailedLink(pool, known), password: newPassword }
    const accepted = await call('POST', '/dashboard/invitations/accept', { headers: fromAnywhere(), body })
    expect([accepted.status, accepted.body]).toEqual([200, { email: known }])
    expect(outcome(await withCookie('GET', '/session', cookie))).toBe('401 credentials_invalid')
    expect((await signIn({ email: known, password: newPassword })).status).toBe(201)
    expect(outcome(await forgotten('no address'))).toBe('400 parameter_invalid')
  })

  test('cannot be asked for from one place for ever', async () => {
    const headers = fromAnywhere()
    const ask = (each: number) =>
      call('POST', '/dashboard/password/forgotten', { headers, body: { email: `x${each}@cave.example` } })
    const replies = await Promise.all(Array.from({ length: 12 }, (_, each) => ask(each)))
    expect(replies.map(outcome).filter((each) => each === '429 rate_limited')).toHaveLength(2)
  })
})

test('a session lasts twelve hours', async () => {
  const cookie = cookieOf(await signIn())
  const start = clock.now
  clock.now = new Date(start.getTime() + 12 * 3_600_000)
  expect(outcome(await withCookie('GET', '/session', cookie))).toBe('401 credentials_invalid')
  clock.now = start
})

test('neither a session nor a password is in the log', async () => {
  const cookie = cookieOf(await signIn())
  await withCookie('GET', `/session?${cookie}`, cookie)
  await vi.waitFor(() => expect(lines.join('')).toContain('pre_os_…'))
  expect(lines.join('')).not.toMatch(/pre_os_\w/)
  expect(lines.join('')).not.toContain(password)
})

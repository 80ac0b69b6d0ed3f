// Accepting an invitation over HTTP: no credential but the link.
import { expect, test, vi } from 'vitest'
import { invitePerson } from '../../src/core/accounts/invite-person.ts'
import { checksumOf } from '../support/checksum.ts'
import { mailedToken } from '../support/people.ts'
import { outcome, startService } from '../support/service.ts'
import { openAccount } from '../support/small-cellar.ts'

const { call, deps, pool, clock, lines } = await startService({
  content: 'empty',
  environment: { CAVEAU_RATE_LIMIT: '1/40', CAVEAU_LOG_LEVEL: 'debug' },
})
const { accountId } = await openAccount(deps, 'owner@cave.example')
const password = 'a long enough password'
const path = '/dashboard/invitations/accept'
let count = 0
async function invite() {
  const email = `guest${++count}@cave.example`
  await invitePerson(deps, accountId, { email, firstName: 'Gil', lastName: 'Roy', role: 'member' })
  return { email, token: await mailedToken(pool, email) }
}
const accept = (body: unknown) => call('POST', path, { body })

test('who accepts is told the address to sign in with, once', async () => {
  const { email, token } = await invite()
  const accepted = await accept({ token, password })
  expect([accepted.status, accepted.body]).toEqual([200, { email }])
  const again = await accept({ token, password })
  expect(outcome(again)).toBe('409 step_not_possible')
  expect(again.body).toMatchObject({ message: expect.stringContaining('Sign in') })
})

test('what is no invitation, or not in time, is refused, and nothing is written', async () => {
  const { token } = await invite()
  const before = await checksumOf(pool)
  for (const [body, expected] of [
    [{ token: 'pre_iv_0000', password }, '404 not_found'],
    [{ token: '', password }, '404 not_found'],
    [{ token, password: 'eleven char' }, '400 parameter_invalid'],
    [{ token, password: `${password}\0` }, '400 parameter_invalid'],
    [{ token: `${token}\0`, password }, '400 parameter_invalid'],
    [{ token: 1, password }, '400 parameter_invalid'],
    [{ token }, '400 parameter_missing'],
    [{ token, password, role: 'owner' }, '400 parameter_invalid'],
    [undefined, '400 parameter_invalid'],
  ] as const)
    expect(outcome(await accept(body)), JSON.stringify(body)).toBe(expected)
  const start = clock.now
  clock.now = new Date(start.getTime() + 7 * 24 * 3_600_000)
  expect(outcome(await accept({ token, password }))).toBe('409 step_not_possible')
  clock.now = start
  expect(await checksumOf(pool)).toEqual(before)
})

test('a blocked account takes nobody in', async () => {
  const { token } = await invite()
  await pool.query('update accounts set blocked_at = now()')
  expect(outcome(await accept({ token, password }))).toBe('403 account_blocked')
  await pool.query('update accounts set blocked_at = null')
})

test('neither the link nor the password is in the log', async () => {
  const { token } = await invite()
  await accept({ token, password })
  await call('GET', `/app/invitation?token=${token}`)
  await vi.waitFor(() => expect(lines.join('')).toContain('/app/invitation?token=pre_iv_…'))
  expect(lines.join('')).not.toContain(token)
  expect(lines.join('')).not.toContain(password)
})

test('there is nothing else there yet', async () => {
  for (const [method, address] of [
    ['GET', path],
    ['POST', '/dashboard/invitations'],
    ['GET', '/dashboard'],
  ] as const)
    expect(outcome(await call(method, address))).toBe('404 not_found')
})

test('guesses are counted by the address they come from', async () => {
  const outcomes = new Set<string>()
  for (let guess = 0; guess < 45; guess++)
    outcomes.add(outcome(await accept({ token: `pre_iv_${guess}`, password })))
  expect([...outcomes]).toEqual(['404 not_found', '429 rate_limited'])
})

// Asking for an account on the sign-in page: whoever asks, and for whom, hears one answer.
import { describe, expect, test } from 'vitest'
import { grantAccess } from '../../src/core/access/decide-access.ts'
import { verifyLedger } from '../../src/core/cellar/verify-ledger.ts'
import { kindsTo, mailedLink } from '../support/access.ts'
import { checksumOf } from '../support/checksum.ts'
import { outcome, startService } from '../support/service.ts'
import { openAccount } from '../support/small-cellar.ts'

const environment = { CAVEAU_TRUST_PROXY: '127.0.0.1' }
const service = await startService({ content: 'empty', environment })
const { pool, deps } = service
const person = { first_name: 'Ada', last_name: 'Cave', company: 'Cave SARL', message: 'A shop in Lyon.' }
let places = 0
const ask = (body: unknown, place = `10.1.0.${++places}`) =>
  service.call('POST', '/dashboard/access-requests', { headers: { 'x-forwarded-for': place }, body })
const requests = async () => (await pool.query('select email, state from access_requests order by id')).rows

test('one answer for who is new, asks again, is invited, has an account or is blocked', async () => {
  await openAccount(deps, 'known@cave.example')
  const { accountId } = await openAccount(deps, 'blocked@cave.example')
  await pool.query('update accounts set blocked_at = now() where id = $1', [accountId])
  const addresses = ['new@cave.example', 'NEW@cave.example', 'known@cave.example', 'blocked@cave.example']
  const telling = []
  for (const email of addresses) {
    const { status, text, headers } = await ask({ ...person, email })
    const { date, 'x-request-id': id, ...rest } = headers
    telling.push({ status, text, rest })
  }
  expect(telling[0]).toMatchObject({ status: 202, text: '{"asked":true}' })
  for (const each of telling) expect(each).toEqual(telling[0])
  expect(await requests()).toEqual([{ email: 'new@cave.example', state: 'asked' }])
  expect(await kindsTo(pool, 'new@cave.example')).toEqual(['access_asked'])
  expect(await kindsTo(pool, 'known@cave.example')).toEqual(['access_known'])
})

test('company and message may be left out', async () => {
  const { company, message, ...named } = person
  expect(outcome(await ask({ ...named, email: 'short@cave.example' }))).toBe('202 ok')
  expect(outcome(await ask({ ...person, company: null, message: null, email: 'null@cave.example' }))).toBe(
    '202 ok',
  )
})

test.each<[string, Record<string, unknown>, string]>([
  ['no address', { email: 'nobody' }, '400 parameter_invalid'],
  ['two addresses', { email: 'a,b@cave.example' }, '400 parameter_invalid'],
  ['a NUL byte', { message: '\0' }, '400 parameter_invalid'],
  ['markup', { last_name: '<b>' }, '400 parameter_invalid'],
  ['too much', { message: 'x'.repeat(2001) }, '400 parameter_invalid'],
  ['a role', { role: 'owner' }, '400 parameter_invalid'],
  ['a number for a name', { first_name: 1 }, '400 parameter_invalid'],
  ['no name', { first_name: undefined }, '400 parameter_missing'],
])('%s is refused, and nothing is written', async (_what, change, expected) => {
  const before = await checksumOf(pool)
  expect(outcome(await ask({ ...person, email: 'bad@cave.example', ...change }))).toBe(expected)
  expect(await checksumOf(pool)).toEqual(before)
})

test('one place cannot ask for ever', async () => {
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, each) =>
      ask({ ...person, email: `many${each}@cave.example` }, '10.2.0.1'),
    ),
  )
  expect(replies.map(outcome).filter((each) => each === '429 rate_limited')).toHaveLength(2)
  const refused = replies.find(({ status }) => status === 429)
  expect(refused?.body).toMatchObject({
    message: expect.stringMatching(/^Too many attempts\. Try again in \d+ s\.$/),
  })
})

test("another site's page cannot ask", async () => {
  const reply = await service.call('POST', '/dashboard/access-requests', {
    headers: { origin: 'https://evil.example' },
    body: { ...person, email: 'evil@cave.example' },
  })
  expect(outcome(reply)).toBe('403 origin_invalid')
})

test('who forgot that they are invited is sent the invitation again', async () => {
  const { rows } = await pool.query(`select id from access_requests where email = 'new@cave.example'`)
  await grantAccess(deps, 'Sam', Number(rows[0]?.id))
  await pool.query('delete from requested_mails')
  expect(outcome(await ask({ ...person, email: 'new@cave.example' }))).toBe('202 ok')
  expect(await kindsTo(pool, 'new@cave.example')).toEqual(['access_asked', 'invitation', 'invitation'])
})

describe('where preproduction grants by itself', async () => {
  const alone = await startService({
    content: 'demo',
    environment: { ...environment, CAVEAU_GRANT_ACCESS: 'auto' },
  })

  test('who asks can choose a password and sign in, and finds a small cellar', async () => {
    const email = 'alone@cave.example'
    const body = { ...person, email }
    const asked = await alone.call('POST', '/dashboard/access-requests', { keys: null, body })
    expect([asked.status, asked.body]).toEqual([202, { asked: true }])
    const password = 'a long enough password'
    const token = await mailedLink(alone.pool, email)
    await alone.call('POST', '/dashboard/invitations/accept', { keys: null, body: { token, password } })
    const opened = await alone.call('POST', '/dashboard/session', { keys: null, body: { email, password } })
    expect(opened.body).toMatchObject({
      person: { name: 'Ada Cave', email, role: 'owner' },
      account: { company: 'Cave SARL' },
    })
    const { id } = (opened.body as { account: { id: number } }).account
    const { rows } = await alone.pool.query('select count(*) from bottles where account_id = $1', [id])
    expect(rows[0]?.count).toBeGreaterThan(10)
    const cellar = await alone.pool.query('select scenario from sandboxes where account_id = $1', [id])
    expect(cellar.rows).toEqual([{ scenario: 'small' }])
    expect(await verifyLedger(alone.db)).toMatchObject({ discrepancies: [] })
  })
})

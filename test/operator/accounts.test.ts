// Accounts as the operator sees and changes them.
import { describe, expect, test } from 'vitest'
import { issueAccessKey } from '../../src/core/accounts/credentials.ts'
import { createOrder } from '../../src/core/orders/create-order.ts'
import { checksumOf } from '../support/checksum.ts'
import { operatorService } from '../support/operator-service.ts'
import { line, orderCellar, pickup } from '../support/order-cellar.ts'
import { mailedToken } from '../support/people.ts'
import { outcome } from '../support/service.ts'
import { openAccount } from '../support/small-cellar.ts'

const { operate, done, call, pool, deps, staffIds } = await operatorService()
type Account = {
  id: number
  name: string
  blocked_at: string | null
  people: { email: string; state: string }[]
}
const nina = { email: 'Nina@cave.example', first_name: 'Nina', last_name: 'Faure', company: 'Faure & Cie' }
const ids = async (path: string) => (await done<Account[]>('GET', path)).map(({ id }) => id)
const newestDeed = async () => (await done<Record<string, unknown>[]>('GET', '/audit?count=1'))[0]

test('is opened with an invited owner, who chooses a password by the link in the mail', async () => {
  const opened = await operate('POST', '/accounts', { body: nina })
  expect(opened.status).toBe(201)
  expect(opened.body).toEqual({
    id: expect.any(Number),
    name: 'Nina Faure',
    company: 'Faure & Cie',
    email: 'nina@cave.example',
    phone: null,
    vat_number: null,
    billing_copies: [],
    stock_copies: [],
    minimum_stock_alert: null,
    muted_mails: [],
    unique_references: false,
    api_access: true,
    blocked_at: null,
    created_at: '2026-11-16T09:30:00+01:00',
    updated_at: '2026-11-16T09:30:00+01:00',
    stored_bottles: 0,
    announced_bottles: 0,
    open_orders: 0,
    last_activity_at: null,
    people: [
      {
        id: expect.any(Number),
        email: 'nina@cave.example',
        first_name: 'Nina',
        last_name: 'Faure',
        role: 'owner',
        state: 'invited',
        invitation_expires_at: '2026-11-23T09:30:00+01:00',
        created_at: '2026-11-16T09:30:00+01:00',
        removed_at: null,
      },
    ],
  })
  const { id } = opened.body as Account
  expect(await mailedToken(pool, 'nina@cave.example')).toMatch(/^pre_iv_/)
  expect(await newestDeed()).toMatchObject({
    action: 'account.create',
    account_id: id,
    subject_id: id,
    staff_id: staffIds.get('admin'),
    detail: nina,
  })
})

test('is opened with a given password, which is in neither the answer nor the audit', async () => {
  const body = {
    email: 'given@cave.example',
    first_name: 'Guy',
    last_name: 'Oser',
    password: 'only once told',
  }
  const opened = await operate('POST', '/accounts', { body })
  expect(opened.body).toMatchObject({ people: [{ state: 'active', invitation_expires_at: null }] })
  expect(opened.text).not.toContain('only once told')
  expect(await newestDeed()).toMatchObject({ detail: { password: '…' } })
})

test('two names of a hundred characters each are not too long together', async () => {
  const [first_name, last_name] = ['\u{1f377}'.repeat(100), 'x'.repeat(100)]
  const { name } = await done<Account>('POST', '/accounts', {
    body: { email: 'long@cave.example', first_name, last_name },
  })
  expect([...name]).toHaveLength(200)
})

describe('a repeat by Idempotency-Key', () => {
  test('opens one account', async () => {
    const sent = { body: { ...nina, email: 'twice@cave.example' }, headers: { 'idempotency-key': 'open-1' } }
    const [first, second] = [
      await operate('POST', '/accounts', sent),
      await operate('POST', '/accounts', sent),
    ]
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text])
    expect(second.headers['idempotent-replayed']).toBe('true')
  })

  test('is refused where a password comes with it, so that nothing of it is kept', async () => {
    const before = await checksumOf(pool)
    const reply = await operate('POST', '/accounts', {
      body: { ...nina, email: 'kept@cave.example', password: 'a long enough password' },
      headers: { 'idempotency-key': 'open-2' },
    })
    expect(outcome(reply)).toBe('400 parameter_invalid')
    expect(reply.body).toMatchObject({ details: [{ field: 'Idempotency-Key' }] })
    expect(await checksumOf(pool)).toEqual(before)
  })
})

test.each<[string, Record<string, unknown>, string]>([
  ['email', { email: 'nobody' }, 'email'],
  ['an address that is taken', { email: 'NINA@cave.example' }, 'email'],
  ['an address that grows in small letters', { email: `${'İ'.repeat(240)}@cave.example` }, 'email'],
  ['a blank name', { first_name: '  ' }, 'first_name'],
  ['a name of two lines', { last_name: 'a\nb' }, 'last_name'],
  ['a NUL byte', { company: 'a\0b' }, 'company'],
  ['a long name', { first_name: 'x'.repeat(101) }, 'first_name'],
  ['a short password', { password: 'eleven char' }, 'password'],
  ['something unknown', { role: 'owner' }, 'role'],
])('opening one with %s is refused, and nothing is written', async (_what, change, field) => {
  const before = await checksumOf(pool)
  const reply = await operate('POST', '/accounts', {
    body: { ...nina, email: 'new@cave.example', ...change },
  })
  expect(outcome(reply)).toBe('400 parameter_invalid')
  expect(reply.body).toMatchObject({ details: [{ field }] })
  expect(await checksumOf(pool)).toEqual(before)
})

describe('the list', () => {
  test('is paged, newest first, and searched by part of a name, company or address of anybody in it', async () => {
    const { accountId } = await openAccount(deps, 'chez-paul@cave.example')
    await done('PUT', `/accounts/${accountId}`, {
      body: { name: 'Paul 100% Vin', company: 'Maison Élan', email: 'contact@elan.example' },
    })
    for (const search of ['100%', 'pAUL', 'maison ÉLAN', 'contact@elan', 'CHEZ-paul@'])
      expect(await ids(`/accounts?search=${encodeURIComponent(search)}`), search).toEqual([accountId])
    expect(await ids('/accounts?search=_aul')).toEqual([])
    const all = await ids('/accounts')
    expect(all).toEqual(all.toSorted((one, other) => other - one))
    const page = await operate('GET', '/accounts?page=2&count=2')
    expect((page.body as Account[]).map(({ id }) => id)).toEqual(all.slice(2, 4))
    expect(page.headers['x-total-count']).toBe(String(all.length))
  })

  test('tells the blocked from the others', async () => {
    const { accountId } = await openAccount(deps, 'late@cave.example')
    await done('POST', `/accounts/${accountId}/block`)
    expect(await ids('/accounts?blocked=true')).toEqual([accountId])
    expect(await ids('/accounts?blocked=false')).not.toContain(accountId)
    expect(await ids('/accounts?blocked=true&search=nina')).toEqual([])
  })

  test.each(['blocked=maybe', 'search=%00', 'count=0', 'page=99999999999999999999'])(
    '%s is refused',
    async (query) =>
      expect(outcome(await operate('GET', `/accounts?${query}`))).toBe('400 parameter_invalid'),
  )
})

test('one tells what it holds, which orders are open and when something last happened', async () => {
  const cellar = await orderCellar(pool)
  const { owner } = await cellar.ownerOf({ count: 5 })
  const { accountId } = owner
  const goods = [accountId, cellar.wineId]
  await pool.query(
    `insert into bottles (account_id, wine_id, format_ml, box_code, state, created_at, updated_at)
     select $1, $2, 750, '', 'announced', now(), now() from generate_series(1, 2)`,
    goods,
  )
  expect(await done('GET', `/accounts/${accountId}`)).toMatchObject({
    last_activity_at: '2020-01-06T10:00:00+01:00',
  })
  await createOrder(deps, owner, pickup([line(cellar.wineId, 2)]))
  expect(await done('GET', `/accounts/${accountId}`)).toMatchObject({
    stored_bottles: 5,
    announced_bottles: 2,
    open_orders: 1,
    last_activity_at: '2026-11-16T09:30:00+01:00',
    people: [],
  })
})

test('blocked counts from the next request on, and since the first time; unblocked too', async () => {
  const { accountId, personId } = await openAccount(deps, 'blocked@cave.example')
  const keys = await issueAccessKey(deps, { accountId, personId, name: 'x', rights: 'write' })
  const ask = async () => outcome(await call('GET', '/v1/users', { keys }))
  expect(await ask()).toBe('200 ok')
  const blocked = await done<Account>('POST', `/accounts/${accountId}/block`)
  expect(blocked.blocked_at).toBe('2026-11-16T09:30:00+01:00')
  expect(await ask()).toBe('403 account_blocked')
  await pool.query(`update accounts set blocked_at = '2026-11-01T09:00:00Z' where id = $1`, [accountId])
  expect(await done('POST', `/accounts/${accountId}/block`)).toMatchObject({
    blocked_at: '2026-11-01T10:00:00+01:00',
  })
  expect(await done('POST', `/accounts/${accountId}/unblock`)).toMatchObject({ blocked_at: null })
  expect(await ask()).toBe('200 ok')
  expect(await newestDeed()).toMatchObject({ action: 'account.unblock', subject_id: accountId })
})

test.each([
  ['GET', '/accounts/999999'],
  ['PUT', '/accounts/999999'],
  ['POST', '/accounts/999999/block'],
  ['POST', '/accounts/999999/unblock'],
  ['GET', '/accounts/9007199254740991'],
])('%s %s: 404', async (method, path) => {
  const body = method === 'PUT' ? { body: { phone: '1' } } : {}
  expect(outcome(await operate(method, path, body))).toBe('404 not_found')
})

describe('roles', () => {
  test.each(['admin', 'warehouse', 'billing'] as const)('%s reads', async (as) => {
    const [first] = await ids('/accounts')
    for (const path of ['/accounts', `/accounts/${first}`])
      expect(outcome(await operate('GET', path, { as }))).toBe('200 ok')
  })

  test.each([
    ['POST', '/accounts', ['warehouse', 'billing']],
    ['PUT', '/accounts/1', ['warehouse']],
    ['POST', '/accounts/1/block', ['warehouse', 'billing']],
    ['POST', '/accounts/1/unblock', ['warehouse', 'billing']],
  ] as const)('%s %s is not for %j', async (method, path, roles) => {
    const before = await checksumOf(pool)
    const body = path === '/accounts' ? { ...nina, email: 'role@cave.example' } : {}
    for (const as of roles)
      expect(outcome(await operate(method, path, { as, body }))).toBe('403 role_insufficient')
    expect(await checksumOf(pool)).toEqual(before)
  })
})

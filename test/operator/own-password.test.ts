// Changing one's own password.
import { expect, test } from 'vitest'
import { checksumOf } from '../support/checksum.ts'
import { operatorService, staffEmail, staffPassword } from '../support/operator-service.ts'
import { outcome } from '../support/service.ts'

const { operate, pool, done } = await operatorService()
const newPassword = 'another long password'
const good = { old_password: staffPassword, new_password: newPassword }

async function signIn(email: string, password = staffPassword) {
  const reply = await operate('POST', '/session', { as: null, body: { email, password } })
  const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? ''
  return { outcome: outcome(reply), headers: { cookie } }
}
const change = (headers: Record<string, string>, body: unknown) =>
  operate('PUT', '/session/password', { as: null, headers, body })

test('asks the old one, ends the other sessions, and is in the audit without either', async () => {
  const email = staffEmail('warehouse')
  const [here, elsewhere] = [await signIn(email), await signIn(email)]
  const changed = await change(here.headers, good)
  expect([changed.status, changed.text]).toEqual([204, ''])
  const ask = async ({ headers }: typeof here) =>
    outcome(await operate('GET', '/session', { as: null, headers }))
  expect([await ask(here), await ask(elsewhere)]).toEqual(['200 ok', '401 credentials_invalid'])
  expect((await signIn(email)).outcome).toBe('401 credentials_invalid')
  expect((await signIn(email, newPassword)).outcome).toBe('201 ok')
  const [entry] = await done<Record<string, unknown>[]>('GET', '/audit?subject=session&count=3').then((all) =>
    all.filter(({ action }) => action === 'session.change-password'),
  )
  expect(entry).toMatchObject({ via: 'session', detail: { old_password: '…', new_password: '…' } })
})

test.each<[string, Record<string, unknown>, string]>([
  ['a wrong old one', { old_password: 'a wrong password' }, 'old_password'],
  ['a short new one', { new_password: 'eleven char' }, 'new_password'],
  ['a very long new one', { new_password: 'x'.repeat(201) }, 'new_password'],
  ['a NUL byte', { new_password: `${newPassword}\0` }, 'new_password'],
])('%s is refused, and nothing is written', async (_what, bad, field) => {
  const { headers } = await signIn(staffEmail('billing'))
  const before = await checksumOf(pool)
  const reply = await change(headers, { ...good, ...bad })
  expect(outcome(reply)).toBe('400 parameter_invalid')
  expect(reply.body).toMatchObject({ details: [{ field }] })
  expect(await checksumOf(pool)).toEqual(before)
})

test('takes no Idempotency-Key, by whose digest the password could be guessed', async () => {
  const { headers } = await signIn(staffEmail('billing'))
  const before = await checksumOf(pool)
  const reply = await change({ ...headers, 'idempotency-key': 'p-1' }, good)
  expect(outcome(reply)).toBe('400 parameter_invalid')
  expect(await checksumOf(pool)).toEqual(before)
})

test('a token has none', async () => {
  const before = await checksumOf(pool)
  const reply = await operate('PUT', '/session/password', { as: 'billing', body: good })
  expect(outcome(reply)).toBe('409 step_not_possible')
  expect(await checksumOf(pool)).toEqual(before)
})

test('guesses at the old one are slowed down', async () => {
  const { headers } = await signIn(staffEmail('admin'))
  const outcomes = []
  for (let guess = 0; guess < 12; guess++)
    outcomes.push(outcome(await change(headers, { ...good, old_password: 'x' })))
  expect(outcomes.slice(0, 10)).toEqual(Array(10).fill('400 parameter_invalid'))
  expect(outcomes.slice(10)).toEqual(Array(2).fill('429 rate_limited'))
})

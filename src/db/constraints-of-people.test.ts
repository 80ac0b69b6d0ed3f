// The rules that the database keeps by itself: who is invited into an account, and who has left it.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { refusals } from '../../test/support/refusals.ts'
import { insert, openAccount } from '../../test/support/small-cellar.ts'

const { deps, pool } = await testDatabase()
const { accountId, personId } = await openAccount(deps, 'inviting@example.com')
const other = await openAccount(deps, 'other@example.com')
const at = '2026-11-16T09:00:00Z'
const person = {
  account_id: accountId,
  email: 'guest@example.com',
  first_name: 'Gil',
  last_name: 'Cave',
  role: 'member',
  created_at: at,
}
const rows = {
  people: person,
  invitations: {
    account_id: accountId,
    person_id: personId,
    token_hash: Buffer.alloc(32, 7),
    sent_at: at,
    expires_at: '2026-11-23T09:00:00Z',
  },
}
const { refusalOf, refusalOfRow, testEveryCheckTried } = await refusals(pool, rows)

test.each(Object.keys(rows))('%s takes a good row', async (table) => {
  expect(await refusalOfRow(table)).toBeUndefined()
})

test.each<[string, string, Record<string, unknown>, string]>([
  ['a token in clear', 'invitations', { token_hash: Buffer.from('t') }, 'invitations_token_hash_check'],
  ['an invitation that never lasts', 'invitations', { expires_at: at }, 'invitation_lasts'],
  [
    'an invitation that is accepted when it is over',
    'invitations',
    { accepted_at: '2026-11-23T09:00:00Z' },
    'accepted_in_time',
  ],
  [
    "an invitation of another account's person",
    'invitations',
    { account_id: other.accountId },
    'invitations_account_id_person_id_fkey',
  ],
])('refuses %s', async (_what, table, change, expected) => {
  expect(await refusalOfRow(table, change)).toBe(expected)
})

test('refuses a second invitation of a person, and one secret for two', async () => {
  const twice = (change: Record<string, unknown>) =>
    refusalOf(async (db) => {
      await insert(db, 'invitations', rows.invitations)
      await insert(db, 'invitations', { ...rows.invitations, ...change })
    })
  expect(await twice({ token_hash: Buffer.alloc(32, 8) })).toBe('invitations_pkey')
  expect(await twice({ account_id: other.accountId, person_id: other.personId })).toBe(
    'invitations_token_hash_key',
  )
})

test('an address belongs to one person at a time, and is free when they have left', async () => {
  const twice = (first: Record<string, unknown>) =>
    refusalOf(async (db) => {
      await insert(db, 'people', { ...person, ...first })
      await insert(db, 'people', { ...person, account_id: other.accountId })
    })
  expect(await twice({})).toBe('people_email')
  expect(await twice({ deactivated_at: at })).toBeUndefined()
})

testEveryCheckTried(['invitations'])

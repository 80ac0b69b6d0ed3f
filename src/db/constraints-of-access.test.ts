// The rules that the database keeps by itself: who asks for an account, and who is signed in at the owners' pages.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { refusals } from '../../test/support/refusals.ts'
import { insert, openAccount } from '../../test/support/small-cellar.ts'

const { deps, pool } = await testDatabase()
const { accountId, personId } = await openAccount(deps, 'owner@example.com')
const other = await openAccount(deps, 'other@example.com')
const at = '2026-11-16T09:00:00Z'
const later = '2026-11-16T21:00:00Z'
const rows = {
  access_requests: {
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Cave',
    company: null,
    message: null,
    state: 'asked',
    asked_at: at,
  },
  requested_mails: { email: 'ada@example.com', purpose: 'access', mailed_at: at },
  person_sessions: {
    account_id: accountId,
    person_id: personId,
    token_hash: Buffer.alloc(32, 7),
    created_at: at,
    expires_at: later,
  },
}
const { refusalOf, refusalOfRow, testEveryCheckTried } = await refusals(pool, rows)
const declined = { state: 'declined', decided_at: later, decided_by: 'Sam Quai' }
const granted = { state: 'granted', decided_at: later, decided_by: 'Sam Quai', account_id: accountId }

test.each(Object.keys(rows))('%s takes a good row', async (table) => {
  expect(await refusalOfRow(table)).toBeUndefined()
})

test.each([
  ['granted', granted],
  ['declined', declined],
  ['declined with a reason', { ...declined, decline_reason: 'No.' }],
])('a request may be %s', async (_state, change) => {
  expect(await refusalOfRow('access_requests', change)).toBeUndefined()
})

test.each<[string, string, Record<string, unknown>, string]>([
  ['an address in capitals', 'access_requests', { email: 'A@b.cd' }, 'access_requests_email_check'],
  ['no address', 'access_requests', { email: '' }, 'access_requests_email_check'],
  ['a blank name', 'access_requests', { first_name: '' }, 'access_requests_first_name_check'],
  ['a long name', 'access_requests', { last_name: 'x'.repeat(101) }, 'access_requests_last_name_check'],
  ['a long company', 'access_requests', { company: 'x'.repeat(201) }, 'access_requests_company_check'],
  ['a long message', 'access_requests', { message: 'x'.repeat(2001) }, 'access_requests_message_check'],
  ['another state', 'access_requests', { ...declined, state: 'lost' }, 'access_requests_state_check'],
  [
    'a decision before its question',
    'access_requests',
    { ...declined, decided_at: '2026-11-16T08:59:59Z' },
    'access_requests_check',
  ],
  ['nobody who decided', 'access_requests', { ...declined, decided_by: null }, 'decision_is_whole'],
  ['no day of the decision', 'access_requests', { ...declined, decided_at: null }, 'decision_is_whole'],
  ['a decision that is none', 'access_requests', { ...declined, state: 'asked' }, 'decision_is_whole'],
  ['a nameless one', 'access_requests', { ...declined, decided_by: '' }, 'access_requests_decided_by_check'],
  [
    'granted without an account',
    'access_requests',
    { ...granted, account_id: null },
    'granted_has_an_account',
  ],
  [
    'declined with an account',
    'access_requests',
    { ...declined, account_id: accountId },
    'granted_has_an_account',
  ],
  ['a reason to grant', 'access_requests', { ...granted, decline_reason: 'x' }, 'reason_is_of_a_refusal'],
  [
    'an empty reason',
    'access_requests',
    { ...declined, decline_reason: '' },
    'access_requests_decline_reason_check',
  ],
  [
    'an account that there is not',
    'access_requests',
    { ...granted, account_id: 999_999 },
    'access_requests_account_id_fkey',
  ],
  ['an address in capitals', 'requested_mails', { email: 'A@b.cd' }, 'requested_mails_email_check'],
  ['another purpose', 'requested_mails', { purpose: 'fun' }, 'requested_mails_purpose_check'],
  [
    'a secret in clear',
    'person_sessions',
    { token_hash: Buffer.from('t') },
    'person_sessions_token_hash_check',
  ],
  ['a session that never lasts', 'person_sessions', { expires_at: at }, 'person_sessions_check'],
  [
    "a session of another account's person",
    'person_sessions',
    { account_id: other.accountId },
    'person_sessions_account_id_person_id_fkey',
  ],
])('refuses %s in %s', async (_what, table, change, expected) => {
  expect(await refusalOfRow(table, change)).toBe(expected)
})

test('one open request an address; those that are decided do not count', async () => {
  const twice = (first: Record<string, unknown>) =>
    refusalOf(async (db) => {
      await insert(db, 'access_requests', { ...rows.access_requests, ...first })
      await insert(db, 'access_requests', rows.access_requests)
    })
  expect(await twice({})).toBe('access_requests_open')
  expect(await twice(declined)).toBeUndefined()
})

test('one secret opens one session', async () => {
  const twice = refusalOf(async (db) => {
    await insert(db, 'person_sessions', rows.person_sessions)
    await insert(db, 'person_sessions', rows.person_sessions)
  })
  expect(await twice).toBe('person_sessions_token_hash_key')
})

testEveryCheckTried(['access_requests', 'requested_mails', 'person_sessions'])

// The rules that the database keeps by itself: what the operator's people do, and what is told because of it.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { goodRows } from '../../test/support/good-rows.ts'
import { refusals } from '../../test/support/refusals.ts'

const { deps, pool } = await testDatabase()
const { rows } = await goodRows(deps, pool)
const { refusalOf, refusalOfRow, testEveryCheckTried } = await refusals(pool, rows)
const tables = ['staff_sessions', 'staff_answers', 'audit_entries', 'mails', 'events']

test.each(tables)('%s takes a good row', async (table) => {
  expect(await refusalOfRow(table)).toBeUndefined()
})

test.each<[string, string, Record<string, unknown>, string]>([
  [
    'a session in clear',
    'staff_sessions',
    { token_hash: Buffer.from('s') },
    'staff_sessions_token_hash_check',
  ],
  [
    'a session that ends before it begins',
    'staff_sessions',
    { expires_at: '2026-11-16T08:00:00Z' },
    'staff_sessions_check',
  ],
  ['an empty key', 'staff_answers', { key: '' }, 'staff_answers_key_check'],
  [
    'a short request hash',
    'staff_answers',
    { request_hash: Buffer.alloc(31) },
    'staff_answers_request_hash_check',
  ],
  ['a deed by other means', 'audit_entries', { via: 'telepathy' }, 'audit_entries_via_check'],
  ['a deed without a kind of record', 'audit_entries', { action: 'ship' }, 'audit_entries_action_check'],
  ["a person's deed without the person", 'audit_entries', { via: 'session' }, 'person_or_job'],
  ["a token's deed without the token", 'audit_entries', { staff_id: 1, via: 'token' }, 'token_fits_via'],
  ['a mail of no kind', 'mails', { kind: '' }, 'mails_kind_check'],
  ['a mail to nobody', 'mails', { recipients: [] }, 'mails_recipients_check'],
  ['a mail without a subject', 'mails', { subject: '' }, 'mails_subject_check'],
  ['a mail in a state that there is not', 'mails', { state: 'lost' }, 'mails_state_check'],
  ['a mail that was sent at no time', 'mails', { state: 'sent' }, 'sent_has_a_time'],
  ['an event of something else', 'events', { subject: 'weather' }, 'events_subject_check'],
  ['an event of no change', 'events', { change: 'look' }, 'events_change_check'],
])('refuses %s', async (_what, table, change, expected) => {
  expect(await refusalOfRow(table, change)).toBe(expected)
})

test.each([
  `update audit_entries set staff_name = 'somebody else'`,
  'delete from audit_entries',
  'truncate audit_entries',
])('the audit refuses: %s', async (sql) => {
  expect(await refusalOf((db) => db.query(sql))).toBe('23001')
})

testEveryCheckTried(tables)

// The rules that the database keeps by itself: the clocks that accounts of preproduction rehearse by.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { goodRows } from '../../test/support/good-rows.ts'
import { refusals } from '../../test/support/refusals.ts'
import { insert } from '../../test/support/small-cellar.ts'

const { deps, pool } = await testDatabase()
const { rows, ids } = await goodRows(deps, pool)
const at = '2026-11-16T09:00:00Z'
const sandbox = { account_id: ids.accountId }
const { refusalOf, refusalOfRow, testEveryCheckTried } = await refusals(pool, { ...rows, sandboxes: sandbox })
const running = { shown_at: '2027-07-13T10:59:00Z', set_at: at }
const frozen = { ...running, is_frozen: true }

test.each<[string, Record<string, unknown>]>([
  ['a sandbox at the real time', {}],
  ['a clock that runs', running],
  ['a clock that stands still', frozen],
  ['the first moment that a clock may show', { ...running, shown_at: '2000-01-01T00:00:00Z' }],
  ['the last one', { ...running, shown_at: '2100-01-01T00:00:00Z' }],
  ['a warehouse that works by itself', { is_auto: true, played_until: at }],
  ['a clock that is being moved', { ...frozen, moving_until: at }],
  ['a scenario', { scenario: 'busy', scenario_loaded_at: at }],
])('takes %s', async (_what, row) => {
  expect(await refusalOfRow('sandboxes', row)).toBeUndefined()
})

test.each<[string, Record<string, unknown>, string]>([
  ['before the year 2000', { ...running, shown_at: '1999-12-31T23:59:59Z' }, 'sandboxes_shown_at_check'],
  ['after the year 2099', { ...running, shown_at: '2100-01-01T00:00:01Z' }, 'sandboxes_shown_at_check'],
  ['that was never set', { shown_at: at }, 'clock_is_whole'],
  ['that was set to nothing', { set_at: at }, 'clock_is_whole'],
  ['that is real and stands still', { is_frozen: true }, 'real_time_does_not_stand_still'],
  ['with a scenario without a name', { scenario: '', scenario_loaded_at: at }, 'sandboxes_scenario_check'],
  [
    'with a scenario with a long name',
    { scenario: 'x'.repeat(51), scenario_loaded_at: at },
    'sandboxes_scenario_check',
  ],
  ['with a scenario that was never loaded', { scenario: 'busy' }, 'scenario_is_whole'],
  ['with a time of no scenario', { scenario_loaded_at: at }, 'scenario_is_whole'],
  ['of no account', { account_id: 999_999 }, 'sandboxes_account_id_fkey'],
])('refuses a clock %s', async (_what, row, constraint) => {
  expect(await refusalOfRow('sandboxes', row)).toBe(constraint)
})

test('an account has one clock', async () => {
  const twice = refusalOf(async (db) => {
    await insert(db, 'sandboxes', sandbox)
    await insert(db, 'sandboxes', sandbox)
  })
  expect(await twice).toBe('sandboxes_pkey')
})

const madeProduction = `insert into installation (environment, secret_check, created_at)
  values ('production', decode(repeat('00', 32), 'hex'), now())
  on conflict (only_row) do update set environment = 'production'`

test('production has no sandbox, and none of its clocks can be set', async () => {
  const made = refusalOf(async (db) => {
    await db.query(madeProduction)
    await insert(db, 'sandboxes', sandbox)
  })
  expect(await made).toBe('23514')
  const changed = refusalOf(async (db) => {
    await insert(db, 'sandboxes', sandbox)
    await db.query(madeProduction)
    await db.query('update sandboxes set is_auto = true')
  })
  expect(await changed).toBe('23514')
})

test.each<[string, Record<string, unknown> | null, string]>([
  ['the real time without a sandbox', null, '2026-11-16T10:00:00.000Z'],
  ['the real time while no clock is set', {}, '2026-11-16T10:00:00.000Z'],
  ['what it stood at, however late it is', frozen, '2027-07-13T10:59:00.000Z'],
  ['what it was set to and what has passed since', running, '2027-07-13T11:59:00.000Z'],
])('the clock of an account shows %s', async (_what, row, shown) => {
  const db = await pool.connect()
  try {
    await db.query('begin')
    if (row) await insert(db, 'sandboxes', { ...sandbox, ...row })
    const { rows: told } = await db.query<{ time: Date }>('select account_time($1, $2) as time', [
      ids.accountId,
      '2026-11-16T10:00:00Z',
    ])
    expect(told[0]?.time.toISOString()).toBe(shown)
  } finally {
    await db.query('rollback')
    db.release()
  }
})

testEveryCheckTried(['sandboxes'])

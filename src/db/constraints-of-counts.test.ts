// The rules that the database keeps by itself: counts of the shelves, and what owners were told of their stock.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { goodRows } from '../../test/support/good-rows.ts'
import { refusals } from '../../test/support/refusals.ts'
import { insert } from '../../test/support/small-cellar.ts'

const at = '2026-11-16T09:00:00Z'
const { deps, pool } = await testDatabase()
const { rows: common, ids } = await goodRows(deps, pool)
const { warehouse_id } = common.bottles ?? {}
const count = {
  warehouse_id,
  location_id: ids.there,
  state: 'open',
  opened_by: 'Sam Shelf',
  opened_at: at,
}
const countId = await insert(pool, 'counts', { ...count, location_id: ids.here })
const goods = { account_id: ids.accountId, wine_id: common.bottles?.wine_id, format_ml: 750 }
const rows: Record<string, Record<string, unknown>> = {
  counts: count,
  count_lines: { ...goods, count_id: countId, box_code: '', quantity: 1 },
  count_bottles: { count_id: countId, account_id: ids.accountId, bottle_id: ids.bottleId },
  stock_watches: { account_id: ids.accountId, looked_at: at },
  stock_alerts: { ...goods, told_at: at },
}
const tables = Object.keys(rows)
const { refusalOf, refusalOfRow, testEveryCheckTried } = await refusals(pool, rows)

test.each(tables)('%s takes a good row', async (table) => {
  expect(await refusalOfRow(table)).toBeUndefined()
})

const counted = { counted_by: 'Sam Shelf', counted_at: at, counted_after: 0 }
const closed = { closed_by: 'Sam Shelf', closed_at: at }
const posted = { ...counted, ...closed, state: 'posted', reason: 'yearly', outcome: {} }

test.each([
  ['counted', counted],
  ['posted', posted],
  ['cancelled', { ...closed, state: 'cancelled' }],
])('counts takes one that is %s', async (_what, change) => {
  expect(await refusalOfRow('counts', change)).toBeUndefined()
})

test.each<[string, string, Record<string, unknown>, string]>([
  ['a state that there is not', 'counts', { ...closed, state: 'lost' }, 'counts_state_check'],
  ['an empty reason', 'counts', { ...posted, reason: '' }, 'counts_reason_check'],
  [
    'a reason of 501 characters',
    'counts',
    { ...posted, reason: '\u{1f377}'.repeat(501) },
    'counts_reason_check',
  ],
  ['a count by nobody', 'counts', { ...counted, counted_by: null }, 'counted_is_whole'],
  ['a count after nothing', 'counts', { ...counted, counted_after: null }, 'counted_is_whole'],
  ['an open one that was closed', 'counts', closed, 'closed_is_whole'],
  ['a cancelled one that was not closed', 'counts', { state: 'cancelled' }, 'closed_is_whole'],
  ['one that nobody closed', 'counts', { ...closed, closed_by: null, state: 'cancelled' }, 'closed_is_whole'],
  ['a posted one without a reason', 'counts', { ...posted, reason: null }, 'posted_is_whole'],
  ['a posted one without an outcome', 'counts', { ...posted, outcome: null }, 'posted_is_whole'],
  ['an open one with a reason', 'counts', { reason: 'early' }, 'posted_is_whole'],
  [
    'a posted one that nobody counted',
    'counts',
    { ...posted, counted_by: null, counted_at: null, counted_after: null },
    'posted_was_counted',
  ],
  ['a second open one of a location', 'counts', { location_id: ids.here }, 'one_open_count'],
  [
    "another warehouse's location",
    'counts',
    { warehouse_id: 999_999 },
    'counts_warehouse_id_location_id_fkey',
  ],
  ['no bottle seen', 'count_lines', { quantity: 0 }, 'count_lines_quantity_check'],
  ['0 ml seen', 'count_lines', { format_ml: 0 }, 'count_lines_format_ml_check'],
  [
    "another account's bottle",
    'count_bottles',
    { account_id: ids.other },
    'count_bottles_account_id_bottle_id_fkey',
  ],
  ['an alert of 31 l', 'stock_alerts', { format_ml: 31_000 }, 'stock_alerts_format_ml_check'],
])('refuses %s', async (_what, table, change, expected) => {
  expect(await refusalOfRow(table, change)).toBe(expected)
})

test('the same wine is told once', async () => {
  const twice = refusalOf(async (db) => {
    await insert(db, 'stock_alerts', rows.stock_alerts ?? {})
    await insert(db, 'stock_alerts', rows.stock_alerts ?? {})
  })
  expect(await twice).toBe('stock_alerts_pkey')
})

testEveryCheckTried(tables)

// The rules that the database keeps by itself: what was counted of a putaway, its files, and who did what.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { goodRows } from '../../test/support/good-rows.ts'
import { refusals } from '../../test/support/refusals.ts'
import { insert } from '../../test/support/small-cellar.ts'

const at = '2026-11-16T09:00:00Z'
const { deps, pool } = await testDatabase()
const { rows, ids } = await goodRows(deps, pool)
await insert(pool, 'putaway_lines', rows.putaway_lines ?? {})
const elsewhere = await insert(pool, 'warehouses', rows.warehouses ?? {})
const locationElsewhere = await insert(pool, 'locations', {
  warehouse_id: elsewhere,
  code: 'A-01',
  created_at: at,
})
const { account_id, putaway_id, wine_id, format_ml, box_code } = rows.putaway_lines ?? {}
const ofPutaway = { account_id, putaway_id }
const goods = {
  putaway_counts: {
    ...ofPutaway,
    ...{ wine_id, format_ml, box_code, quantity: 1 },
    ...{ warehouse_id: rows.putaways?.warehouse_id, location_id: ids.here },
  },
  putaway_files: {
    ...ofPutaway,
    ...{ name: 'a.pdf', media_type: 'application/pdf', size_bytes: 1, storage_key: 'k', created_at: at },
  },
  putaway_steps: { ...ofPutaway, step: 'announced', staff_name: 'Sam', created_at: at },
}
const { refusalOf, refusalOfRow, testEveryCheckTried } = await refusals(pool, goods)
const tables = Object.keys(goods)

test.each(tables)('%s takes a good row', async (table) => {
  expect(await refusalOfRow(table)).toBeUndefined()
})

test.each<[string, string, Record<string, unknown>, string]>([
  ['a count of nothing', 'putaway_counts', { quantity: 0 }, 'putaway_counts_quantity_check'],
  [
    'a count that belongs to no line',
    'putaway_counts',
    { format_ml: 1500 },
    'putaway_counts_account_id_putaway_id_wine_id_format_ml_box_fkey',
  ],
  [
    'a count in another warehouse than the putaway',
    'putaway_counts',
    { warehouse_id: elsewhere, location_id: locationElsewhere },
    'putaway_counts_account_id_putaway_id_warehouse_id_fkey',
  ],
  [
    'a count at a location of another warehouse',
    'putaway_counts',
    { location_id: locationElsewhere },
    'putaway_counts_warehouse_id_location_id_fkey',
  ],
  ['a file without a name', 'putaway_files', { name: '' }, 'putaway_files_name_check'],
  ['an empty file', 'putaway_files', { size_bytes: 0 }, 'putaway_files_size_bytes_check'],
  [
    "a file of another account's putaway",
    'putaway_files',
    { account_id: ids.other },
    'putaway_files_account_id_putaway_id_fkey',
  ],
  ['a step that there is not', 'putaway_steps', { step: 'dropped' }, 'putaway_steps_step_check'],
  ['a step of nobody', 'putaway_steps', { staff_name: '' }, 'putaway_steps_staff_name_check'],
])('refuses %s', async (_what, table, change, expected) => {
  expect(await refusalOfRow(table, change)).toBe(expected)
})

test('refuses two files under one key', async () => {
  const twice = refusalOf(async (db) => {
    await insert(db, 'putaway_files', goods.putaway_files)
    await insert(db, 'putaway_files', goods.putaway_files)
  })
  expect(await twice).toBe('putaway_files_storage_key_key')
})

testEveryCheckTried(tables)

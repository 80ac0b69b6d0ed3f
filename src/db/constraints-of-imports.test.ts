// The rules that the database keeps by itself: files that are imported.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { goodRows } from '../../test/support/good-rows.ts'
import { refusals } from '../../test/support/refusals.ts'
import { insert } from '../../test/support/small-cellar.ts'

const { deps, pool } = await testDatabase()
const { rows, ids } = await goodRows(deps, pool)
const at = '2026-11-16T09:00:00Z'
const received = { state: 'checking', size_bytes: 1, digest: Buffer.alloc(32, 7) }
const imports = {
  kind: 'wines',
  state: 'receiving',
  is_dry_run: false,
  makes_wines: true,
  is_again: false,
  runs_as_job: false,
  staff_name: 'Sam',
  created_at: at,
}
const { rows: warehouses } = await pool.query<{ id: number }>('select id from warehouses limit 1')
const stock = {
  kind: 'stock',
  account_id: ids.accountId,
  warehouse_id: warehouses[0]?.id,
  makes_wines: false,
}
const done = { ...received, ...stock, state: 'done', finished_at: at }
const { refusalOf, refusalOfRow, testEveryCheckTried } = await refusals(pool, { ...rows, imports })

test.each<[string, Record<string, unknown>]>([
  ['a new one', {}],
  ['one of stock', stock],
  ['one that is received', received],
  ['one that is done', done],
  ['one that failed before it was received', { state: 'failed', failure: 'It broke off', finished_at: at }],
])('takes %s', async (_what, change) => {
  expect(await refusalOfRow('imports', change)).toBeUndefined()
})

test.each<[string, Record<string, unknown>, string]>([
  ['another kind', { kind: 'beer' }, 'imports_kind_check'],
  ['a file name that is too long', { file_name: 'x'.repeat(256) }, 'imports_file_name_check'],
  ['another state', { state: 'lost' }, 'imports_state_check'],
  ['less than no byte', { size_bytes: -1 }, 'imports_size_bytes_check'],
  ['a short digest', { digest: Buffer.alloc(31) }, 'imports_digest_check'],
  ['less than no line', { lines_read: -1, lines_bad: -1 }, 'bad_lines_were_read'],
  ['more bad lines than lines', { lines_bad: 1 }, 'bad_lines_were_read'],
  ['fewer bad lines than none', { lines_read: 1, lines_bad: -1 }, 'bad_lines_were_read'],
  ['less than nothing made', { made: -1 }, 'imports_made_check'],
  ['less than nothing known', { known: -1 }, 'imports_known_check'],
  ['less than no wine made', { wines_made: -1 }, 'imports_wines_made_check'],
  ['a failure without words', { state: 'failed', failure: '', finished_at: at }, 'imports_failure_check'],
  ['nobody', { staff_name: '' }, 'imports_staff_name_check'],
  ['stock of nobody', { ...stock, account_id: null }, 'stock_has_a_place'],
  ['stock without a warehouse', { ...stock, warehouse_id: null }, 'stock_has_a_place'],
  ['wines of an owner', { account_id: ids.accountId }, 'stock_has_a_place'],
  ['wines that make none', { makes_wines: false }, 'wines_make_wines'],
  ['done with a bad line', { ...done, lines_read: 1, lines_bad: 1 }, 'bad_lines_are_never_written'],
  ['received without a digest', { ...received, digest: null }, 'received_has_a_digest'],
  ['done at no time', { ...done, finished_at: null }, 'finished_has_a_time'],
  ['at an end before the end', { finished_at: at }, 'finished_has_a_time'],
  ['failed without a reason', { state: 'failed', finished_at: at }, 'failure_is_told'],
  ['a reason without a failure', { failure: 'x' }, 'failure_is_told'],
])('refuses %s', async (_what, change, expected) => {
  expect(await refusalOfRow('imports', change)).toBe(expected)
})

test('less than no line, in words of its own', async () => {
  expect(
    await refusalOf(async (db) => {
      await db.query('alter table imports drop constraint bad_lines_were_read')
      await insert(db, 'imports', { ...imports, lines_read: -1 })
    }),
  ).toBe('imports_lines_read_check')
})

const twice = (first: object, second: object) =>
  refusalOf(async (db) => {
    await insert(db, 'imports', { ...imports, ...done, ...first })
    await insert(db, 'imports', { ...imports, ...done, ...second })
  })
test('the same stock comes in once, unless it was said to come again', async () => {
  expect(await twice({}, {})).toBe('imports_stock_once')
  expect(await twice({}, { is_again: true })).toBeUndefined()
  expect(await twice({ is_dry_run: true }, {})).toBeUndefined()
  expect(await twice({}, { digest: Buffer.alloc(32, 8) })).toBeUndefined()
})

test('two imports never share a file, nor two rows a line', async () => {
  const key = { storage_key: 'k' }
  expect(await twice(key, { ...key, is_again: true })).toBe('imports_storage_key_key')
  expect(
    await refusalOf((db) =>
      db.query('insert into import_rows (import_id, line, is_bad) values (1, 2, false), (1, 2, false)'),
    ),
  ).toBe('import_rows_pkey')
})

testEveryCheckTried(['imports', 'import_rows'])

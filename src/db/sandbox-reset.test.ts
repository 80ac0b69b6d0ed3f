// What the database lets go in a reset, and what it refuses there and everywhere else.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { goodRows } from '../../test/support/good-rows.ts'
import { refusals } from '../../test/support/refusals.ts'
import { insert } from '../../test/support/small-cellar.ts'

const { deps, pool } = await testDatabase()
const { rows, ids } = await goodRows(deps, pool)
const { accountId, other, here, bottleId } = ids
const { refusalOf } = await refusals(pool, rows)
const refused = '23001'

await insert(pool, 'stock_moves', { ...rows.stock_moves, bottle_id: bottleId })
const otherBottle = await insert(pool, 'bottles', { ...rows.bottles, account_id: other })
const otherMove = { account_id: other, bottle_id: otherBottle, kind: 'received', to_location_id: here }
await insert(pool, 'stock_moves', { ...rows.stock_moves, ...otherMove })
for (const owner of [accountId, other]) {
  const invoice = { ...rows.invoices, account_id: owner, state: 'draft' }
  const invoiceId = await insert(pool, 'invoices', invoice)
  const order = { ...rows.orders, account_id: owner, status: 'withdrawn' }
  const orderId = await insert(pool, 'orders', order)
  const billed = { left_on: '2026-11-16', bottle_count: 1, parcel_count: 1, delivery_cost: '0.00' }
  await insert(pool, 'invoice_orders', {
    account_id: owner,
    order_id: orderId,
    invoice_id: invoiceId,
    ...billed,
  })
  const line = { label: 'Nothing', quantity: 1, unit_price: 0, vat_percent: 20 }
  await insert(pool, 'invoice_lines', { account_id: owner, invoice_id: invoiceId, ...line })
  await pool.query(
    `update invoices set state = 'paid', number = $3, validated_at = now(), due_on = now() where account_id = $1 and id = $2`,
    [owner, invoiceId, `F2026-000${owner}`],
  )
}

const guarded = ['stock_moves', 'invoice_orders', 'invoice_lines', 'invoices'] as const
const deleteOf = (table: string, owner: number) => `delete from ${table} where account_id = ${owner}`
const begin = `select begin_sandbox_reset(${accountId})`

test.each(guarded)('%s: a reset may delete those of its account', async (table) => {
  const before = table === 'invoices' ? ['invoice_orders', 'invoice_lines'] : []
  const work = [begin, ...[...before, table].map((name) => deleteOf(name, accountId))]
  expect(await refusalOf((connection) => connection.query(work.join(';')))).toBeUndefined()
})

test.each([
  ['without a reset', (table: string) => deleteOf(table, accountId)],
  ['of another account', (table: string) => `${begin}; ${deleteOf(table, other)}`],
  ['of all accounts at once', (table: string) => `${begin}; delete from ${table}`],
  ['after the end', (table: string) => `${begin}; select end_sandbox_reset(); ${deleteOf(table, accountId)}`],
  ['in production', (table: string) => `${production}; ${begin}; ${deleteOf(table, accountId)}`],
  [
    'in production, by the setting alone',
    (table: string) =>
      `${production}; select set_config('caveau.account_being_reset', '${accountId}', true); ${deleteOf(table, accountId)}`,
  ],
  [
    'by a setting that is no account',
    (table: string) =>
      `select set_config('caveau.account_being_reset', '0', true); ${deleteOf(table, accountId)}`,
  ],
] as const)('nothing goes %s', async (_when, work) => {
  for (const table of guarded)
    expect(await refusalOf((connection) => connection.query(work(table))), table).toBe(refused)
})
const production = `update installation set environment = 'production'`

test.each([
  `update stock_moves set comment = 'x' where account_id = ${accountId}`,
  'truncate stock_moves',
  `update invoices set purchase_order = 'x' where account_id = ${accountId} and number is not null`,
  `update invoice_orders set left_on = '2026-11-15' where account_id = ${accountId}`,
  `update invoice_lines set label = 'x' where account_id = ${accountId}`,
  'delete from audit_entries',
])('a reset changes nothing: %s', async (work) => {
  expect(await refusalOf((connection) => connection.query(`${begin}; ${work}`))).toBe(refused)
})

test('an account is emptied in its own reset only', async () => {
  const empty = (owner: number) => `select empty_account(${owner})`
  expect(await refusalOf((connection) => connection.query(empty(accountId)))).toBe(refused)
  expect(await refusalOf((connection) => connection.query(`${begin}; ${empty(other)}`))).toBe(refused)
  expect(await refusalOf((connection) => connection.query(`${begin}; ${empty(accountId)}`))).toBeUndefined()
})

test('a reset ends with its transaction', async () => {
  const connection = await pool.connect()
  await connection.query(`begin; ${begin}`)
  await connection.query('commit')
  const { rows: found } = await connection.query('select account_being_reset() as account')
  connection.release()
  expect(found).toEqual([{ account: null }])
})

test('stock of the account that is reset is not told of, and that of a later transaction is', async () => {
  const told = async (first: string) => {
    const connection = await pool.connect()
    await connection.query(`begin; ${first}`)
    await insert(connection, 'bottles', rows.bottles ?? {})
    const { rows: events } = await connection.query(`select from events where account_id = ${accountId}`)
    await connection.query('rollback')
    connection.release()
    return events.length
  }
  expect(await told(begin)).toBe((await told('select 1')) - 1)
})

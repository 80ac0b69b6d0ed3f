// The rules that the database keeps by itself: rates, counters, payments, what was billed, and the sums of invoices.
import type pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { goodRows } from '../../test/support/good-rows.ts'
import { refusals } from '../../test/support/refusals.ts'
import { insert } from '../../test/support/small-cellar.ts'

const { deps, pool } = await testDatabase()
const { rows: usual, ids } = await goodRows(deps, pool)
const at = '2026-11-16T09:00:00Z'
const owned = { account_id: ids.accountId }
const place = { street1: 'x', city: 'x', zipcode: 'x', country: 'FR' }
const party = { company: 'x', ...place, updated_at: at }
const invoiceId = await insert(pool, 'invoices', { ...usual.invoices, state: 'draft' })
const cardId = await insert(pool, 'storage_rate_cards', {
  ...{ valid_from: '2030-01-01', name: 'x', other_price: 1, vat_percent: 20, created_at: at },
})
const rows: Record<string, Record<string, unknown>> = {
  ...usual,
  operator_company: {
    ...{ name: 'x', ...place, siret: '90123456100017', vat_number: 'x', payment_days: 30, updated_at: at },
    ...{ invoice_prefix: 'F', credit_note_prefix: 'A' },
  },
  account_billing: { ...owned, ...party, payment_mode: 'cb' },
  storage_rate_cards: {
    valid_from: '2031-01-01',
    name: 'x',
    other_price: 1,
    vat_percent: 20,
    created_at: at,
  },
  storage_rates: { card_id: cardId, format_ml: 750, price: 1 },
  service_rate_cards: {
    ...{ valid_from: '2031-01-01', name: 'x', vat_percent: 20, created_at: at, preparation_per_order: 1 },
    ...{ preparation_per_bottle: 1, packaging_per_parcel: 1, putaway_per_bottle: 1 },
  },
  invoice_counters: { prefix: 'F', year: 2026, last_number: 1 },
  invoice_payments: {
    ...owned,
    invoice_id: invoiceId,
    amount: 1,
    mode: 'cb',
    paid_on: '2026-11-16',
    created_at: at,
  },
  invoice_orders: {
    ...{ ...owned, order_id: ids.orderId, invoice_id: invoiceId, left_on: '2026-10-01' },
    ...{ bottle_count: 1, parcel_count: 1, delivery_cost: 0 },
  },
  invoice_putaways: {
    ...{
      ...owned,
      putaway_id: ids.putawayId,
      invoice_id: invoiceId,
      validated_on: '2026-10-01',
      bottle_count: 0,
    },
  },
}
const { refusalOf, refusalOfRow, testEveryCheckTried } = await refusals(pool, rows)
const tables = Object.keys(rows).filter((table) => !(table in usual))

test.each(tables)('%s takes a good row', async (table) => {
  expect(await refusalOfRow(table)).toBeUndefined()
})

test.each([
  ['operator_company', 'name', 1, 200],
  ['operator_company', 'street1', 1, 200],
  ['operator_company', 'street2', 0, 200],
  ['operator_company', 'city', 1, 100],
  ['operator_company', 'zipcode', 1, 20],
  ['operator_company', 'vat_number', 1, 50],
  ['account_billing', 'first_name', 1, 100],
  ['account_billing', 'last_name', 1, 100],
  ['account_billing', 'company', 1, 200],
  ['account_billing', 'street1', 1, 200],
  ['account_billing', 'street2', 0, 200],
  ['account_billing', 'city', 1, 100],
  ['account_billing', 'zipcode', 1, 20],
  ['account_billing', 'vat_number', 1, 50],
  ['account_billing', 'purchase_order', 1, 200],
  ['storage_rate_cards', 'name', 1, 100],
  ['service_rate_cards', 'name', 1, 100],
  ['invoice_payments', 'reference', 1, 200],
] as const)('%s.%s holds %d to %d characters', async (table, column, least, most) => {
  const of = (length: number) => refusalOfRow(table, { [column]: 'x'.repeat(length) })
  expect(await of(most)).toBeUndefined()
  expect(await of(most + 1)).toBe(`${table}_${column}_check`)
  if (least > 0) expect(await of(least - 1)).toBe(`${table}_${column}_check`)
})

test.each([
  ['storage_rate_cards', 'other_price'],
  ['storage_rates', 'price'],
  ['service_rate_cards', 'preparation_per_order'],
  ['service_rate_cards', 'preparation_per_bottle'],
  ['service_rate_cards', 'packaging_per_parcel'],
  ['service_rate_cards', 'putaway_per_bottle'],
  ['storage_rate_cards', 'vat_percent'],
  ['service_rate_cards', 'vat_percent'],
  ['invoice_payments', 'amount'],
  ['invoice_orders', 'delivery_cost'],
])('%s.%s is a number of 0 or more', async (table, column) => {
  for (const value of ['-0.01', 'NaN'])
    expect(await refusalOfRow(table, { [column]: value })).toBe(`${table}_${column}_check`)
})

test.each<[string, string, Record<string, unknown>, string]>([
  ['a second company', 'operator_company', { only_row: false }, 'operator_company_only_row_check'],
  ['a country in words', 'operator_company', { country: 'France' }, 'operator_company_country_check'],
  ['a SIRET of 13 digits', 'operator_company', { siret: '9'.repeat(13) }, 'operator_company_siret_check'],
  ['a short IBAN', 'operator_company', { iban: 'FR14' }, 'operator_company_iban_check'],
  ['half a year to pay', 'operator_company', { payment_days: 121 }, 'operator_company_payment_days_check'],
  [
    'a digit in a prefix',
    'operator_company',
    { invoice_prefix: 'F2' },
    'operator_company_invoice_prefix_check',
  ],
  [
    'an empty prefix',
    'operator_company',
    { credit_note_prefix: '' },
    'operator_company_credit_note_prefix_check',
  ],
  ['one series for both', 'operator_company', { credit_note_prefix: 'F' }, 'series_differ'],
  ['a bill to nobody', 'account_billing', { company: null, first_name: 'x' }, 'billed_has_a_name'],
  ['a bill to a country in words', 'account_billing', { country: 'France' }, 'account_billing_country_check'],
  ['payment in gold', 'account_billing', { payment_mode: 'gold' }, 'account_billing_payment_mode_check'],
  [
    'a card for ever',
    'storage_rate_cards',
    { valid_from: 'infinity' },
    'storage_rate_cards_valid_from_check',
  ],
  [
    'two cards of a day',
    'storage_rate_cards',
    { valid_from: '2030-01-01' },
    'storage_rate_cards_valid_from_key',
  ],
  ['a rate for 31 l', 'storage_rates', { format_ml: 31_000 }, 'storage_rates_format_ml_check'],
  [
    'a work card for ever',
    'service_rate_cards',
    { valid_from: 'infinity' },
    'service_rate_cards_valid_from_check',
  ],
  [
    'two work cards of a day',
    'service_rate_cards',
    { valid_from: '2020-01-01' },
    'service_rate_cards_valid_from_key',
  ],
  ['a counter of no series', 'invoice_counters', { prefix: '' }, 'invoice_counters_prefix_check'],
  ['a counter of long ago', 'invoice_counters', { year: 1999 }, 'invoice_counters_year_check'],
  ['a counter at nothing', 'invoice_counters', { last_number: 0 }, 'invoice_counters_last_number_check'],
  ['a payment in gold', 'invoice_payments', { mode: 'gold' }, 'invoice_payments_mode_check'],
  ['a payment some day', 'invoice_payments', { paid_on: 'infinity' }, 'invoice_payments_paid_on_check'],
  [
    "a payment on another's invoice",
    'invoice_payments',
    { account_id: ids.other },
    'invoice_payments_account_id_invoice_id_fkey',
  ],
  ['an order of no bottles', 'invoice_orders', { bottle_count: 0 }, 'invoice_orders_bottle_count_check'],
  ['an order of no parcels', 'invoice_orders', { parcel_count: 0 }, 'invoice_orders_parcel_count_check'],
  ['a billed order that never left', 'invoice_orders', { left_on: null }, 'billed_order_is_whole'],
  [
    'a putaway of fewer than none',
    'invoice_putaways',
    { bottle_count: -1 },
    'invoice_putaways_bottle_count_check',
  ],
  ['a billed putaway of no day', 'invoice_putaways', { validated_on: null }, 'billed_putaway_is_whole'],
])('refuses %s', async (_what, table, change, expected) => {
  expect(await refusalOfRow(table, change)).toBe(expected)
})

test.each([
  ['invoice_orders', 'invoice_orders_pkey'],
  ['invoice_putaways', 'invoice_putaways_pkey'],
])('%s bills a thing once', async (table, constraint) => {
  const twice = async (db: pg.PoolClient) => {
    await insert(db, table, rows[table] ?? {})
    await insert(db, table, rows[table] ?? {})
  }
  expect(await refusalOf(twice)).toBe(constraint)
})

test('a month of an account is billed once, and a number used once', async () => {
  const invoice = { ...usual.invoices, state: 'draft' }
  const twice = (change: Record<string, unknown>) => async (db: pg.PoolClient) => {
    await insert(db, 'invoices', { ...invoice, ...change })
    await insert(db, 'invoices', {
      ...invoice,
      ...change,
      account_id: change.month ? ids.accountId : ids.other,
    })
  }
  expect(await refusalOf(twice({ month: '2026-10-01' }))).toBe('invoices_month')
  const numbered = { state: 'paid', number: 'F2026-9999', validated_at: at, due_on: '2026-12-16' }
  expect(await refusalOf(twice(numbered))).toBe('invoices_number')
})

/** What the commit would say. */
const atCommit = (...work: string[]) =>
  refusalOf(async (db) => {
    for (const sql of work) await db.query(sql.replaceAll('$1', String(invoiceId)))
    await db.query('set constraints all immediate')
  })
const line = `insert into invoice_lines (account_id, invoice_id, label, quantity, unit_price, vat_percent)
  values (${ids.accountId}, $1, 'x', 1, 10, 20)`
const addUp = 'update invoices set subtotal = 10, vat = 2, total = 12 where id = $1'
const validate = `update invoices set state = 'validated', number = 'F2026-7777', validated_at = now(), due_on = '2026-12-16' where id = $1`
const pay = `insert into invoice_payments (account_id, invoice_id, amount, mode, paid_on, created_at)
  values (${ids.accountId}, $1, 5, 'cb', '2026-11-16', now())`

test.each<[string, string[], string | undefined]>([
  ['a line that is added up', [line, addUp], undefined],
  ['a line that is not', [line], 'subtotal_is_sum_of_lines'],
  ['a subtotal without lines', [addUp], 'subtotal_is_sum_of_lines'],
  [
    'a line that goes without its amount',
    [line, addUp, 'delete from invoice_lines where invoice_id = $1'],
    'subtotal_is_sum_of_lines',
  ],
  [
    'VAT of another rate',
    [line, 'update invoices set subtotal = 10, vat = 1, total = 11 where id = $1'],
    'vat_is_that_of_lines',
  ],
  [
    'a payment that is counted',
    [line, addUp, validate, pay, 'update invoices set paid = 5 where id = $1'],
    undefined,
  ],
  ['a payment that is not', [line, addUp, validate, pay], 'paid_is_sum_of_payments'],
  [
    'paid without a payment',
    [line, addUp, validate, 'update invoices set paid = 5 where id = $1'],
    'paid_is_sum_of_payments',
  ],
  [
    'a payment that is taken back and still counted',
    [
      line,
      addUp,
      validate,
      pay,
      'update invoices set paid = 5 where id = $1',
      'update invoice_payments set taken_back_at = now()',
    ],
    'paid_is_sum_of_payments',
  ],
  [
    'credited without a credit note',
    [line, addUp, validate, 'update invoices set credited = 5 where id = $1'],
    'credited_is_sum_of_credit_notes',
  ],
])('at commit: %s', async (_what, work, expected) => {
  expect(await atCommit(...work)).toBe(expected)
})

test.each([
  'update invoices set subtotal = 5, vat = 1, total = 6 where id = $1',
  `update invoices set number = 'F2026-7778' where id = $1`,
  'update invoices set validated_at = null, number = null, due_on = null where id = $1',
  'delete from invoices where id = $1',
  line,
  'update invoice_lines set unit_price = 11 where invoice_id = $1',
  'delete from invoice_lines where invoice_id = $1',
  'delete from invoice_orders where invoice_id = $1',
  `update invoice_orders set invoice_id = null, left_on = null, bottle_count = null, parcel_count = null, delivery_cost = null
   where invoice_id = $1`,
  'delete from invoice_putaways where invoice_id = $1',
])('a validated invoice refuses: %s', async (sql) => {
  const claims = async (db: pg.PoolClient) => {
    await insert(db, 'invoice_orders', rows.invoice_orders ?? {})
    await insert(db, 'invoice_putaways', rows.invoice_putaways ?? {})
    for (const each of [line, addUp, validate, sql]) await db.query(each.replaceAll('$1', String(invoiceId)))
  }
  expect(await refusalOf(claims)).toBe('23001')
})

test('a line stays with its invoice', async () => {
  const passOn = async (db: pg.PoolClient) => {
    await db.query(line.replaceAll('$1', String(invoiceId)))
    await db.query('update invoice_lines set invoice_id = (select min(id) from invoices)')
  }
  expect(await refusalOf(passOn)).toBe('23001')
})

testEveryCheckTried(tables)

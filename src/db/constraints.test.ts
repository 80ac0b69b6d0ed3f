// The rules that the database keeps by itself, whatever code writes to it: everything but orders and bottles.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { goodRows } from '../../test/support/good-rows.ts'
import { refusals } from '../../test/support/refusals.ts'

const { deps, pool } = await testDatabase()
const { rows, ids } = await goodRows(deps, pool)
const { refusalOf, refusalOfRow, testEveryCheckTried } = await refusals(pool, rows)
const elsewhere = [
  'orders',
  'order_lines',
  'order_files',
  'putaways',
  'putaway_lines',
  'bottles',
  'stock_moves',
  'staff_sessions',
  'staff_answers',
  'audit_entries',
  'mails',
  'events',
]
const tables = Object.keys(rows).filter((table) => !elsewhere.includes(table))
await pool.query('delete from installation')
/** An invoice of nothing, which is paid when it is validated. */
const numbered = { state: 'paid', number: 'F2026-0001', validated_at: 'now', due_on: '2026-12-16' }

test.each(tables)('%s takes a good row', async (table) => {
  expect(await refusalOfRow(table)).toBeUndefined()
})

// Table, column, least and most characters, or elements, that it takes.
test.each([
  ['accounts', 'name', 1, 200],
  ['accounts', 'company', 0, 200],
  ['accounts', 'email', 0, 254],
  ['accounts', 'phone', 0, 50],
  ['accounts', 'vat_number', 0, 50],
  ['people', 'email', 0, 254],
  ['people', 'first_name', 1, 100],
  ['people', 'last_name', 1, 100],
  ['access_keys', 'name', 1, 100],
  ['bearer_tokens', 'name', 1, 100],
  ['staff', 'email', 0, 254],
  ['staff', 'first_name', 1, 100],
  ['staff', 'last_name', 1, 100],
  ['operator_tokens', 'name', 1, 100],
  ['idempotent_answers', 'key', 1, 255],
  ['wines', 'name', 1, 200],
  ['wines', 'color', 1, 50],
  ['wines', 'country', 1, 100],
  ['wines', 'region', 0, 100],
  ['wines', 'appellation', 0, 200],
  ['wines', 'ranking', 0, 200],
  ['wines', 'description', 0, 5000],
  ['warehouses', 'name', 1, 100],
  ['warehouses', 'public_name', 1, 200],
  ['warehouses', 'street1', 1, 200],
  ['warehouses', 'street2', 0, 200],
  ['warehouses', 'city', 1, 100],
  ['warehouses', 'zipcode', 1, 20],
  ['box_codes', 'label', 1, 200],
  ['wine_comments', 'comment', 0, 2000],
  ['addresses', 'first_name', 0, 100],
  ['addresses', 'last_name', 0, 100],
  ['addresses', 'company', 0, 200],
  ['addresses', 'street1', 1, 200],
  ['addresses', 'street2', 0, 200],
  ['addresses', 'city', 1, 100],
  ['addresses', 'zipcode', 1, 20],
  ['addresses', 'country', 2, 100],
  ['addresses', 'phone', 1, 50],
  ['addresses', 'email', 0, 254],
  ['addresses', 'vat_number', 0, 50],
  ['addresses', 'detail', 0, 1000],
  ['addresses', 'reference', 0, 200],
  ['products', 'name', 1, 200],
  ['invoices', 'purchase_order', 0, 200],
] as const)('%s.%s holds %d to %d characters', async (table, column, least, most) => {
  const of = (length: number) => refusalOfRow(table, { [column]: '\u{1f377}'.repeat(length) })
  expect(await of(most)).toBeUndefined()
  expect(await of(most + 1)).toBe(`${table}_${column}_check`)
  if (least > 0) expect(await of(least - 1)).toBe(`${table}_${column}_check`)
})

test.each<[string, string, Record<string, unknown>, string]>([
  [
    '21 copies of invoices',
    'accounts',
    { billing_copies: Array(21).fill('a') },
    'accounts_billing_copies_check',
  ],
  [
    '21 copies of stock mails',
    'accounts',
    { stock_copies: Array(21).fill('a') },
    'accounts_stock_copies_check',
  ],
  ['an alert below 0', 'accounts', { minimum_stock_alert: -1 }, 'accounts_minimum_stock_alert_check'],
  ['a mail that there is not', 'accounts', { muted_mails: ['spam'] }, 'accounts_muted_mails_check'],
  ['an account without a name', 'accounts', { name: null }, '23502'],
  ['capitals in an e-mail', 'people', { email: 'A@b.cd' }, 'people_email_check'],
  ['an e-mail twice', 'people', { email: 'rows@example.com' }, 'people_email'],
  ['a role that there is not', 'people', { role: 'king' }, 'people_role_check'],
  [
    'a password of somebody who has left',
    'people',
    { deactivated_at: '2026-11-16T09:00:00Z' },
    'who_left_has_no_password',
  ],
  ['capitals in an e-mail of staff', 'staff', { email: 'A@b.cd' }, 'staff_email_check'],
  ['an e-mail of staff twice', 'staff', { email: 's@b.cd' }, 'staff_email_key'],
  ['a role of staff that there is not', 'staff', { role: 'owner' }, 'staff_role_check'],
  [
    'a secret in clear',
    'access_keys',
    { secret_hash: Buffer.from('secret') },
    'access_keys_secret_hash_check',
  ],
  ['rights that there are not', 'access_keys', { rights: 'all' }, 'access_keys_rights_check'],
  [
    "a key for another account's person",
    'access_keys',
    { account_id: ids.other },
    'access_keys_account_id_person_id_fkey',
  ],
  [
    'a token in clear',
    'bearer_tokens',
    { token_hash: Buffer.from('token') },
    'bearer_tokens_token_hash_check',
  ],
  ['rights of a token', 'bearer_tokens', { rights: 'all' }, 'bearer_tokens_rights_check'],
  [
    "a token for another account's person",
    'bearer_tokens',
    { account_id: ids.other },
    'bearer_tokens_account_id_person_id_fkey',
  ],
  [
    'an operator token in clear',
    'operator_tokens',
    { token_hash: Buffer.from('t') },
    'operator_tokens_token_hash_check',
  ],
  ['an operator token of another role', 'operator_tokens', { role: 'king' }, 'operator_tokens_role_check'],
  [
    'an operator token that was over before it was made',
    'operator_tokens',
    { expires_at: '2026-11-16T08:59:59Z' },
    'token_lasts',
  ],
  [
    'a short request hash',
    'idempotent_answers',
    { request_hash: Buffer.alloc(31) },
    'idempotent_answers_request_hash_check',
  ],
  ['another environment', 'installation', { environment: 'test' }, 'installation_environment_check'],
  ['a second installation', 'installation', { only_row: false }, 'installation_only_row_check'],
  [
    'fewer than no transactions',
    'installation',
    { earlier_transactions: -1 },
    'earlier_transactions_only_grow',
  ],
  ['a vintage of 1699', 'wines', { vintage: 1699 }, 'wines_vintage_check'],
  ['alcohol above 99', 'wines', { alcohol: 99.5 }, 'wines_alcohol_check'],
  ['alcohol that is no number', 'wines', { alcohol: 'NaN' }, 'wines_alcohol_check'],
  ['a LWIN of 8 digits', 'wines', { lwin: '12345678' }, 'wines_lwin_check'],
  ['a country in words', 'warehouses', { country: 'France' }, 'warehouses_country_check'],
  ['a warehouse twice', 'warehouses', { name: 'Test' }, 'warehouses_name_key'],
  ['a small letter in a location', 'locations', { code: 'a-01' }, 'locations_code_check'],
  ['a location twice', 'locations', { code: 'A-01' }, 'locations_warehouse_id_code_key'],
  ['a small letter in a box code', 'box_codes', { code: 'cbo6' }, 'box_codes_code_check'],
  ['a box of nothing', 'box_codes', { bottle_count: 0 }, 'box_codes_bottle_count_check'],
  ['a comment on 0 ml', 'wine_comments', { format_ml: 0 }, 'wine_comments_format_ml_check'],
  ['a price on 31 l', 'wine_prices', { format_ml: 31_000 }, 'wine_prices_format_ml_check'],
  ['a price below 0', 'wine_prices', { price: '-0.01' }, 'wine_prices_price_check'],
  ['a price that is no number', 'wine_prices', { price: 'NaN' }, 'wine_prices_price_check'],
  ['a price on a wine that there is not', 'wine_prices', { wine_id: 999_999 }, 'wine_prices_wine_id_fkey'],
  ['an address of nobody', 'addresses', { company: null }, 'address_has_recipient'],
  ['an address of a first name', 'addresses', { company: null, first_name: 'x' }, 'address_has_recipient'],
  ['an invoice line whose quantity is no number', 'invoice_lines', { quantity: 'NaN' }, 'amount_is_a_number'],
  ['an invoice that does not add up', 'invoices', { total: '12.01' }, 'total_adds_up'],
  [
    'a validated invoice without a number',
    'invoices',
    { state: 'paid', validated_at: 'now', due_on: '2026-12-16' },
    'validated_is_numbered',
  ],
  ['a paid invoice that was never validated', 'invoices', { state: 'paid' }, 'state_fits_validation'],
  [
    'a draft that was validated',
    'invoices',
    { state: 'draft', number: '1', validated_at: 'now' },
    'state_fits_validation',
  ],
  ['an invoice state that there is not', 'invoices', { state: 'lost' }, 'invoices_state_check'],
  ['payment in gold', 'invoices', { payment_mode: 'gold' }, 'invoices_payment_mode_check'],
  ['a kind of invoice that there is not', 'invoices', { kind: 'receipt' }, 'invoices_kind_check'],
  ['a month that begins on the second', 'invoices', { month: '2026-10-02' }, 'invoices_month_check'],
  ['a credit note on nothing', 'invoices', { kind: 'credit_note' }, 'credit_note_credits_an_invoice'],
  [
    'a credit note that charges',
    'invoices',
    {
      ...numbered,
      kind: 'credit_note',
      credits_id: 1,
      due_on: null,
      subtotal: 1,
      total: 1,
      state: 'validated',
    },
    'credit_note_is_negative',
  ],
  ['an invoice that gives', 'invoices', { ...numbered, subtotal: -1, total: -1 }, 'invoice_is_not_negative'],
  [
    'a credit note for a month',
    'invoices',
    { kind: 'credit_note', credits_id: 1, month: '2026-10-01' },
    'only_invoices_bill_a_month',
  ],
  ['a bill given free', 'invoices', { released_at: '2026-11-16' }, 'only_cancelled_is_released'],
  ['a payment on what is not validated', 'invoices', { paid: '0.01' }, 'paid_within_total'],
  ['more paid than billed', 'invoices', { ...numbered, paid: '0.01' }, 'paid_within_total'],
  ['more credited than billed', 'invoices', { ...numbered, credited: '0.01' }, 'credited_within_total'],
  ['paid by what is no number', 'invoices', { ...numbered, paid: 'NaN' }, 'paid_within_total'],
  ['an invoice shown without addresses', 'invoices', { billed_to: {} }, 'shown_is_addressed'],
  [
    'an open invoice that is called paid',
    'invoices',
    { ...numbered, subtotal: 1, total: 1 },
    'state_fits_what_was_paid',
  ],
  [
    'a validated invoice that is never due',
    'invoices',
    { ...numbered, due_on: null },
    'validated_with_due_day',
  ],
  ['a line from nowhere', 'invoice_lines', { source: 'thin air' }, 'invoice_lines_source_check'],
  ['a line of product and label', 'invoice_lines', { label: 'x' }, 'product_or_label'],
  ['a line of neither', 'invoice_lines', { product_id: null }, 'product_or_label'],
  [
    'a line with an empty label',
    'invoice_lines',
    { product_id: null, label: '' },
    'invoice_lines_label_check',
  ],
  ['VAT of 101 percent', 'invoice_lines', { vat_percent: 101 }, 'invoice_lines_vat_percent_check'],
  [
    "a line of another account's invoice",
    'invoice_lines',
    { account_id: ids.other },
    'invoice_lines_account_id_invoice_id_fkey',
  ],
])('refuses %s', async (_what, table, change, expected) => {
  expect(await refusalOfRow(table, change)).toBe(expected)
})

test('refuses a wine that is merged into itself', async () => {
  expect(await refusalOf((db) => db.query('update wines set merged_into_id = id'))).toBe(
    'merged_into_another',
  )
})

testEveryCheckTried(tables)

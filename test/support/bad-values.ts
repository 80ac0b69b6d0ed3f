// What is wrong for the kinds of fields that every version has.
import type { Route } from './all-routes.ts'
import type { WalkedApi } from './api-walk.ts'

/** By field: `comment`, `address.city`, `content.0.quantity`. */
export type BadValues = Readonly<Record<string, readonly unknown[]>>

export type BadInput = {
  /** By the path after the prefix, or the first part of it. */
  body: Readonly<Record<string, BadValues>>
  query: Readonly<Record<string, readonly string[]>>
}

/** What is wrong for the fields of a route's body. */
export function badValuesOf({ prefix }: WalkedApi, route: Route, { body }: BadInput): BadValues {
  const path = route.path.slice(prefix.length + 1)
  return body[path] ?? body[path.split('/')[0] ?? ''] ?? {}
}

export const notText = [1, true, {}, [], ['x']]
export const tooLong = (length: number) => 'x'.repeat(length + 1)
export const text = (maxLength: number) => [...notText, 'a\0b', tooLong(maxLength)]
export const missing = [null, undefined, '', '   ']
const notEmails = ['nobody', 'a b@c.de', '@example.com', `${'x'.repeat(250)}@example.com`, 'a\0@b.cd']
const notEmailLists = ['a@b.cd', null, [1], [null], ['nobody'], Array(21).fill('a@b.cd'), {}]
export const notWineIds = [-1, 0, 1.5, 1e20, '1', 'abc', null, undefined, true, [1], {}]
export const notPrices = [
  ...['12.345', '-1', '1e3', '', ' ', '12,50', '.5', '5.', '+1', 'NaN', '12345678901', '1\0', '€5'],
  ...[12.5, null, undefined, true, [], {}],
]

export const badAddress: BadValues = {
  id: ['1', 1.5, null, {}],
  firstname: text(100),
  lastname: text(100),
  company: text(200),
  street1: [...text(200), ...missing],
  street2: text(200),
  city: [...text(100), ...missing, '\t'],
  zipcode: [...text(20), ...missing, '\u00a0'],
  country: [...text(100), 'F', 'fr', 'XX', '75'],
  phone: [...text(50), ...missing],
  email: [...text(254), ...notEmails],
  vat_number: text(50),
  detail: text(1000),
  reference: text(200),
}

export const badAccount: BadValues = {
  id: ['1', 1.5, null, {}],
  name: [...text(200), null, ''],
  company: text(200),
  email: [...text(254), ...notEmails, null, ''],
  phone: text(50),
  vat_number: text(50),
  billing_copies: notEmailLists,
  stock_copies: notEmailLists,
  minimum_stock_alert: [-1, 1.5, '3', 1_000_001, 1e20, true, []],
  email_preference: ['putawayNew', null, ['nothing'], ['putawayNew', 'putawayNew'], [1], {}],
  unique_references: [1, 'true', null],
  created_at: [1, null, {}],
  updated_at: [1, null, {}],
}

const notCounts = [
  ...['0', '-1', '1.5', 'abc', '', '99999999999999999999', 'true', '1&{name}=2', '%00'],
  ...['0x10', '1e1', '%2010', '10%20', '10.0', '%2B10', '010.'],
]

/** By name in the query; `{name}` stands for it. */
export const badQuery: Readonly<Record<string, readonly string[]>> = {
  explain: ['2', 'yes', ''],
  page: notCounts,
  count: [...notCounts, '1001', '1e9'],
  future: ['2', 'yes', 'TRUE', '', '1&future=1'],
  type: ['IN', 'both', '', 'in&type=out', 'I'],
  start_date: ['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', '', 'today', '2026-01-01T00:00:00', '%00'],
  end_date: ['2026-02-30', '2027-02-29', '01/02/2026', '', 'null', '2026-01-01&end_date=2026-01-02'],
  wine_id: ['-1', '0', 'abc', '1.5', '99999999999999999999', '', '1&wine_id=2', '%00'],
  format: ['0', 'abc', '0.7501', '-1', '1e1', '', '31', '0.75&format=1', '0.75%00', '%F0%9F%8D%B7'],
}

export const badIds = [
  ...['abc', '0', '-1', '1.5', '99999999999999999999', '1%00', '%00', 'null', '%F0%9F%8D%B7', '1,2'],
  ...['0x10', '1e1', '%2010', '10%20', '10.0', '%2B10', '010.'],
]
export const unknownIds = ['999999999', '9007199254740991']

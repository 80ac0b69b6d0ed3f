// What is wrong for each field that a v1 route takes. The walk fails on a field that has no line here.
import {
  type BadInput,
  type BadValues,
  badAccount,
  badAddress,
  badQuery,
  notPrices,
  notText,
  notWineIds,
  text,
  tooLong,
} from '../support/bad-values.ts'

const badLines = [
  ...[0, -1, 1e12, null].map((quantity) => ({ 1: { '0.75': quantity } })),
  ...['abc', '0', '-1', '1.5', '__proto__', '99999999999999999999'].map((wine) => ({
    [wine]: { '0.75': 1 },
  })),
  ...['0', 'abc', '0.7501', ''].map((format) => ({ 1: { [format]: 1 } })),
]

const note: BadValues = {
  wine_id: notWineIds,
  format: [
    ...['', '0', '0.7501', '-0.75', '1e1', '0.75L', ' 0.75', '31', '0.75\0', 'abc', tooLong(10_000)],
    ...[0.75, null, undefined, true, ['0.75'], {}],
  ],
}

/** By the first part of the path, then by field. */
const body: Record<string, BadValues> = {
  bottles: { future: ['1', 'yes', 2, -1, [], {}] },
  addresses: badAddress,
  'get-out-requests': {
    bottles: [[], 'x', 1, null, { 1: 6 }, { 1: { '0.75': '6' } }, { 1: { '0.75': 1.5 } }, ...badLines],
    boxes: [[], 'x', 1, null, { CBO6: { 1: 6 } }, { cbo6: { 1: { '0.75': 6 } } }, { '': {} }],
    half_day: ['noon', '', 'AM', 1, null, true],
    delivery_date: ['2027-02-29', '2026-02-30', 'tomorrow', '', 1, '14/07/2026', {}],
    is_pickup: [true, '1', 2, -1, null, 'yes'],
    auto_qty: [true, '1', 2, -1, null],
    comment: text(5000),
    reference: text(200),
    firstname: text(100),
    lastname: text(100),
    company: text(200),
    street1: text(200),
    street2: text(200),
    city: text(100),
    zipcode: text(20),
    country: [...notText, 'FRANCE', 'fr', 'XX'],
    phone: text(50),
    email: text(254),
    vat_number: text(50),
    detail: text(1000),
  },
  users: badAccount,
  'wine-comments': { ...note, comment: [...text(2000), null, undefined] },
  'wine-prices': { ...note, price: notPrices },
}

const query: Record<string, readonly string[]> = {
  ...badQuery,
  is_pickup: ['2', 'yes', '-1', '', 'true', '0&is_pickup=1'],
  zipcode: ['', '%00', 'x'.repeat(21), '75002%0A', '7500'],
  country: ['FRANCE', 'fr', 'XX', '', '%00', 'FR&country=BE'],
  bottle_quantity: ['0', '-1', '1.5', 'abc', '', '1e9', '99999999999999999999'],
  delivery_date: ['2026-02-30', '14/07/2026', '', 'tomorrow', '%00'],
}

export const badInput: BadInput = { body, query }

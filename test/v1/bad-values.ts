// What is wrong for each field that a v1 route takes. The walk fails on a field that has no line here.

type BadValues = Record<string, readonly unknown[]>

const notText = [1, true, {}, [], ['x']]
const tooLong = (length: number) => 'x'.repeat(length + 1)
const text = (maxLength: number) => [...notText, 'a\0b', tooLong(maxLength)]
const missing = [null, undefined, '', '   ']
const notEmails = ['nobody', 'a b@c.de', '@example.com', `${'x'.repeat(250)}@example.com`, 'a\0@b.cd']
const notEmailLists = ['a@b.cd', null, [1], [null], ['nobody'], Array(21).fill('a@b.cd'), {}]

const badLines = [
  ...[0, -1, 1e12, null].map((quantity) => ({ 1: { '0.75': quantity } })),
  ...['abc', '0', '-1', '1.5', '__proto__', '99999999999999999999'].map((wine) => ({
    [wine]: { '0.75': 1 },
  })),
  ...['0', 'abc', '0.7501', ''].map((format) => ({ 1: { [format]: 1 } })),
]

const note: BadValues = {
  wine_id: [-1, 0, 1.5, 1e20, '1', 'abc', null, undefined, true, [1], {}],
  format: [
    ...['', '0', '0.7501', '-0.75', '1e1', '0.75L', ' 0.75', '31', '0.75\0', 'abc', tooLong(10_000)],
    ...[0.75, null, undefined, true, ['0.75'], {}],
  ],
}

/** By the first part of the path, then by field. */
export const badBodyValues: Record<string, BadValues> = {
  bottles: { future: ['1', 'yes', 2, -1, [], {}] },
  addresses: {
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
  },
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
  users: {
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
  },
  'wine-comments': { ...note, comment: [...text(2000), null, undefined] },
  'wine-prices': {
    ...note,
    price: [
      ...['12.345', '-1', '1e3', '', ' ', '12,50', '.5', '5.', '+1', 'NaN', '12345678901', '1\0', '€5'],
      ...[12.5, null, undefined, true, [], {}],
    ],
  },
}

const notCounts = ['0', '-1', '1.5', 'abc', '', '99999999999999999999', 'true', '1&{name}=2', '%00']

export const badQueryValues: Record<string, readonly string[]> = {
  explain: ['2', 'yes', ''],
  is_pickup: ['2', 'yes', '-1', '', 'true', '0&is_pickup=1'],
  zipcode: ['', '%00', 'x'.repeat(21), '75002%0A', '7500'],
  country: ['FRANCE', 'fr', 'XX', '', '%00', 'FR&country=BE'],
  bottle_quantity: ['0', '-1', '1.5', 'abc', '', '1e9', '99999999999999999999'],
  delivery_date: ['2026-02-30', '14/07/2026', '', 'tomorrow', '%00'],
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
  'abc',
  '0',
  '-1',
  '1.5',
  '99999999999999999999',
  '1%00',
  '%00',
  'null',
  '%F0%9F%8D%B7',
  '1,2',
]

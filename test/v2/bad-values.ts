// What is wrong for each field that a v2 route takes. The walk fails on a field that has no line here.
import {
  type BadInput,
  type BadValues,
  badAccount,
  badAddress,
  badQuery,
  missing,
  notPrices,
  notWineIds,
  text,
  tooLong,
} from '../support/bad-values.ts'

const line = (maxLength: number) => [...text(maxLength), 'a\nb', 'a\u2028b']
const notBooleans = [1, 0, 'true', '', null, [], {}]
const notTimes = ['8h', '8:00', '24:00', '08:60', '08:00:00', '', ' 08:00', 800, true, [], {}]
const notDays = ['2027-02-29', '2026-02-30', 'tomorrow', '', 1, '14/07/2026', '2026-11-30T00:00:00', {}]
const notReferences = [
  ...['', '12', '1|0.75', '1|0.75|', '|0.75|bottles', '1||bottles', '1|0.75|bottles|x', '1|0.75|cbo6'],
  ...['0|0.75|bottles', '-1|0.75|bottles', 'abc|0.75|bottles', '99999999999999999999|0.75|bottles'],
  ...['1|0|bottles', '1|0.7501|bottles', '1|31|bottles', '1|1e1|bottles', ' 1|0.75|bottles'],
  ...['1|0.75|bottles\0', '1|0.75|bottles\n', tooLong(60), 1, null, undefined, true, {}, []],
]

const note: BadValues = {
  wine_id: notWineIds,
  format: [0, -0.75, 0.7501, 31, 1e20, '0.75', null, undefined, true, [0.75], {}],
}

const dateObject = (field: string): BadValues => ({
  [field]: [1, null, 'x', []],
  [`${field}.date`]: [1, null, undefined, {}],
  [`${field}.timezone_type`]: ['3', 1.5, null, undefined],
  [`${field}.timezone`]: [1, null, undefined, []],
})

const recipient: BadValues = {
  firstname: line(100),
  lastname: line(100),
  company: line(200),
  street1: line(200),
  street2: line(200),
  city: line(100),
  zipcode: line(20),
  country: line(100),
  phone: line(50),
  email: line(254),
  vat_number: line(50),
  detail: text(1000),
}
/** What no delivery can go to, though each is a line of text. */
const nowhere: BadValues = {
  street1: missing,
  city: missing,
  zipcode: [...missing, '7500'],
  country: ['FRANCE', 'fr', 'XX'],
}
const inAddress = (fields: BadValues): BadValues =>
  Object.fromEntries(Object.entries(fields).map(([field, values]) => [`address.${field}`, values]))

const order: BadValues = {
  content: [[], 'x', 1, null, undefined, {}, [1], [null], [[]]],
  'content.0.reference': notReferences,
  'content.0.quantity': [0, -1, 1.5, '1', 100_001, 1e12, null, undefined, true, [], {}],
  pickup: notBooleans,
  address: [1, true, 'x', [], ['x'], { unknown: 1 }],
  ...inAddress(recipient),
  delivery_date: notDays,
  delivery_start: notTimes,
  delivery_end: notTimes,
  comment: text(5000),
  reference: line(200),
  allow_partial_fulfillment: notBooleans,
}
const orderToAnAddress: BadValues = {
  ...order,
  ...Object.fromEntries(
    Object.entries(inAddress(nowhere)).map(([field, values]) => [
      field,
      [...(order[field] ?? []), ...values],
    ]),
  ),
}

const notAddresses = [
  ...line(2000),
  ...['', 'shop.example', '/hook', 'ftp://shop.example/', 'mailto:a@b.cd', 'javascript:alert(1)', 'https://'],
  ...['https://user:password@shop.example/', 'https://shop.example:99999/', 'http://', null, undefined],
]
const webhook: BadValues = {
  id: ['1', 1.5, null, {}],
  name: [...line(100), null, undefined, '', ' '],
  url: notAddresses,
  event_types: [
    'order.create',
    null,
    {},
    [1],
    ['order'],
    ['order.created'],
    ['order.create', 'order.create'],
  ],
  state: ['on', '', 1, null, true, ['active']],
  failing_since: [1, 'x', []],
  ...Object.fromEntries(
    Object.entries(dateObject('failing_since')).filter(([field]) => field !== 'failing_since'),
  ),
  ...dateObject('created_at'),
  ...dateObject('updated_at'),
}
const notMoments = [
  ...['', 'yesterday', '2026-11-16', '2026-11-16T09:30', '2026-11-16T09:30:00', '16/11/2026 09:30'],
  ...['2026-02-30T00:00:00Z', '2026-11-16T25:00:00Z', '2026-11-16T09:30:00+1', '1794818400', tooLong(40)],
  ...[1_794_818_400, null, undefined, true, {}, []],
]

/** By the path or the first part of it, then by field. */
const body: Record<string, BadValues> = {
  addresses: badAddress,
  orders: orderToAnAddress,
  // Its answer does not depend on where the goods go.
  'orders/time-slots': order,
  account: { ...badAccount, ...dateObject('created_at'), ...dateObject('updated_at') },
  webhooks: webhook,
  'webhooks/{id}/resend-failed': { since: notMoments },
  'wine-comments': { ...note, comment: [...text(2000), null, undefined, '', ' '] },
  'wine-prices': { ...note, price: notPrices },
}

const query: Record<string, readonly string[]> = {
  ...badQuery,
  cursor: ['', '1', '1-', '-1', '1-2-3', 'a-b', '99999999999999999999-1', '1-9999999999999999999', '%00'],
  state: ['', 'Pending', 'sent', 'failed&state=failed', '%00'],
  label: ['', 'status', 'ORDER_STATUS', 'order_status&label=color', '__proto__', 'toString', '%00'],
}

export const badInput: BadInput = { body, query }

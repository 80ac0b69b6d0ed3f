// What is wrong for each field that the sandbox takes. The walk fails on a field that has no line here.
import { type BadInput, type BadValues, badQuery, notWineIds, text, tooLong } from '../support/bad-values.ts'

const line = (maxLength: number) => [...text(maxLength), null, 'a\nb', 'a\u2028b']
const filledLine = (maxLength: number) => [...line(maxLength), '', ' ']
const filled = (maxLength: number) => [...text(maxLength), null, '', ' ']
const notDays = ['2027-02-29', '2026-02-30', 'tomorrow', '', 1, '14/07/2026', '2026-11-30T00:00:00', {}, []]
const notBooleans = [1, 0, 'true', '', null, [], {}]
const notReferences = [
  ...['', '12', '1|0.75', '1|0.75|', '|0.75|bottles', '1||bottles', '1|0.75|bottles|x', '1|0.75|cbo6'],
  ...['0|0.75|bottles', 'abc|0.75|bottles', '99999999999999999999|0.75|bottles', '1|31|bottles'],
  ...['1|0.75|bottles\0', '1|0.75|bottles\n', tooLong(60), 1, null, undefined, true, {}, []],
]
const notQuantities = (most: number) => [-1, 1.5, '1', most + 1, 1e12, null, true, [], {}]
const notLists = ['x', 1, {}, [1], [null], [[]]]
const present = (values: readonly unknown[]) => values.filter((value) => value !== undefined)

const goods: BadValues = {
  'content.0.reference': notReferences,
  'content.0.wine': present(notWineIds),
  'content.0.format': [0, -0.75, 31, 1e20, '0.75', null, true, [0.75], {}],
  'content.0.box': ['', 'cbo6', 'a b', tooLong(20), 1, null, true, [], {}],
}

/** By the path, then by field. */
const body: Record<string, BadValues> = {
  auto: { auto: [...notBooleans, undefined] },
  clock: { now: ['', 'noon', '2027-02-30', 1, null, undefined, {}, []], frozen: notBooleans },
  'clock/advance': { by: ['', '1h', '-PT1H', 'PT0S', 'P999999999Y', 1, null, undefined, {}, []] },
  'orders/{id}/short-pick': {
    content: [[], null, ...notLists],
    'content.0.reference': notReferences,
    'content.0.quantity': [0, undefined, ...notQuantities(100_000)],
    reason: ['lost', '', 'MISSING', 1, null, true, []],
    comment: [...text(500), null],
    replace: notBooleans,
  },
  'orders/{id}/hold': { reason: [...filled(500), undefined] },
  'orders/{id}/ready': { parcels: [0, ...notQuantities(10_000)] },
  'orders/{id}/ship': {
    carrier: filledLine(100),
    tracking_numbers: [
      ...['CX1', 1, null, {}, [1], [null], [''], ['a b'], ['é'], [tooLong(100)]],
      Array(51).fill('CX1'),
    ],
  },
  'orders/{id}/deliver': {
    delivered_on: [...notDays, null, '2026-11-17', '2026-11-15'],
    remark: filled(1000),
  },
  'orders/{id}/withdraw': { collected_by: filledLine(200) },
  putaways: {
    expeditor: line(200),
    reference: line(200),
    warehouse: [0, -1, 1.5, 1e20, '1', true, [], {}, 999_999_999],
    expected_on: notDays,
    content: [[], null, undefined, ...notLists],
    ...goods,
    'content.0.quantity': [0, undefined, ...notQuantities(20_000)],
  },
  'putaways/{id}/validate': {
    content: [[], null, ...notLists],
    ...goods,
    'content.0.quantity': [undefined, ...notQuantities(20_000)],
    'content.0.broken': notQuantities(20_000),
  },
  'putaways/{id}/refuse': { reason: filled(500) },
  bottles: {
    reference: notReferences,
    quantity: [0, ...notQuantities(5000)],
    comment: [...text(500), null],
  },
  'invoices/{id}/pay': {
    paid_on: [...notDays, null, '2026-11-17'],
    mode: ['cash', '', 'CB', 1, null, true, []],
  },
}

const query = { ...badQuery, open: ['2', 'yes', 'TRUE', '', '1&open=1'] }

export const badInput: BadInput = { body, query }

import { expect, test } from 'vitest'
import { Refusal } from '../problems.ts'
import { halfDayOf, settleHours } from './delivery-hours.ts'

const slots = [
  { start: '08:00', end: '12:00' },
  { start: '13:00', end: '18:00' },
]

test.each<[string, string | null, string | null, string]>([
  ['nothing asked: the first slot', null, null, '08:00-12:00'],
  ['a whole slot', '13:00', '18:00', '13:00-18:00'],
  ['hours within a slot', '09:30', '10:30', '09:30-10:30'],
  ['a start alone lasts until the slot ends', '14:00', null, '14:00-18:00'],
  ['an end alone begins with the slot', null, '17:00', '13:00-17:00'],
  ['the first minute', '08:00', '08:01', '08:00-08:01'],
])('%s', (_rule, start, end, expected) => {
  const settled = settleHours(slots, { start, end })
  expect(`${settled.start}-${settled.end}`).toBe(expected)
})

test.each<[string, string | null, string | null, string]>([
  ['before the first slot', '07:59', '09:00', 'delivery_start'],
  ['between two slots', '12:00', '13:00', 'delivery_start'],
  ['over two slots', '11:00', '14:00', 'delivery_start'],
  ['beyond the last slot', '17:00', '18:01', 'delivery_start'],
  ['an end alone between two slots', null, '12:30', 'delivery_end'],
  ['an end before the start', '10:00', '09:00', 'delivery_end'],
  ['no time at all', '10:00', '10:00', 'delivery_end'],
])('%s is refused by the name of the field', (_rule, start, end, field) => {
  let refused: unknown
  try {
    settleHours(slots, { start, end })
  } catch (error) {
    refused = error
  }
  expect(refused).toBeInstanceOf(Refusal)
  expect((refused as Refusal).problem).toMatchObject({ code: 'fields_invalid', fields: [{ field }] })
})

test('a warehouse without slots says so', () => {
  expect(() => settleHours([], { start: null, end: null })).toThrow(Refusal)
})

test('the morning ends at noon', () => {
  expect(['00:00', '11:59', '12:00', '23:59'].map(halfDayOf)).toEqual(['am', 'am', 'pm', 'pm'])
})

import { describe, expect, test } from 'vitest'
import { refuseMuddledTimes, type Span, usualHours, usualSlots } from './warehouse-times.ts'

const spans = (...times: [string, string][]): Span[] => times.map(([start, end]) => ({ start, end }))
const onMonday = (given: Span[]) => refuseMuddledTimes({ ...usualHours, monday: given }, usualSlots)
const atPickup = (given: Span[]) => refuseMuddledTimes(usualHours, { ...usualSlots, pickup: given })

describe('takes', () => {
  test.each([
    ['a day on which it is closed', []],
    ['the whole day', spans(['00:00', '23:59'])],
    ['spans that touch', spans(['08:00', '12:00'], ['12:00', '13:00'])],
    ['spans in any order', spans(['13:00', '17:00'], ['08:00', '12:00'])],
  ])('%s', (_title, given) => {
    onMonday(given)
    atPickup(given)
  })
})

describe('refuses', () => {
  test.each([
    ['a span without length', spans(['08:00', '08:00']), '0', 'must end after it starts'],
    [
      'a span that ends before it starts',
      spans(['08:00', '12:00'], ['18:00', '17:00']),
      '1',
      'must end after it starts',
    ],
    ['a minute in two spans', spans(['08:00', '12:01'], ['12:00', '13:00']), '1', 'must not overlap with'],
    [
      'a span within another',
      spans(['09:00', '10:00'], ['13:00', '14:00'], ['08:00', '12:00']),
      '2',
      'must not overlap with',
    ],
    ['a span twice', spans(['08:00', '12:00'], ['08:00', '12:00']), '1', 'must not overlap with'],
  ])('%s', (_title, given, index, words) => {
    const refusal = (field: string) =>
      expect.objectContaining({
        problem: {
          code: 'fields_invalid',
          fields: [{ field: `${field}.${index}`, message: expect.stringContaining(words) }],
        },
      })
    expect(() => onMonday(given)).toThrow(refusal('opening_hours.monday'))
    expect(() => atPickup(given)).toThrow(refusal('slots.pickup'))
  })
})

test('the same hours on two days, and the same slots for both ways, are no overlap', () => {
  refuseMuddledTimes(usualHours, usualSlots)
})

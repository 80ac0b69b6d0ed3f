import { describe, expect, test } from 'vitest'
import { expandRange } from './location-range.ts'

test.each([
  ['one code', 'A-01', 'A-01', ['A-01']],
  ['one number', 'A-01', 'A-03', ['A-01', 'A-02', 'A-03']],
  ['every number by itself', 'A-01-02', 'A-02-03', ['A-01-02', 'A-01-03', 'A-02-02', 'A-02-03']],
  ['numbers within letters', 'R1B9', 'R1B11', ['R1B9', 'R1B10', 'R1B11']],
  ['as many digits as in the first code', 'A-008', 'A-10', ['A-008', 'A-009', 'A-010']],
  [
    'a number that stays may be of any size',
    'A-12345678901234567890-1',
    'A-12345678901234567890-1',
    ['A-12345678901234567890-1'],
  ],
])('%s', (_title, from, to, codes) => {
  expect(expandRange(from, to)).toEqual(codes)
})

test('as the example says', () => {
  const codes = expandRange('A-01-01', 'A-04-20')
  expect(codes).toHaveLength(80)
  expect([codes[0], codes[20], codes.at(-1)]).toEqual(['A-01-01', 'A-02-01', 'A-04-20'])
})

test('5000 locations at once and no more', () => {
  expect(expandRange('A-1-1', 'A-50-100')).toHaveLength(5000)
  expect(() => expandRange('A-1-1', 'A-1-5001')).toThrow()
})

describe('refuses', () => {
  test.each([
    ['other letters', 'A-01', 'B-01'],
    ['another form', 'A-01', 'A-01-01'],
    ['a range that runs backwards', 'A-05', 'A-01'],
    ['more than anybody has', 'A-000000000', 'A-999999999'],
    ['numbers beyond counting', 'A-1', 'A-99999999999999999999'],
    ['codes that would be too long', 'A0000000000000000000000001-1', 'A1-1000'],
  ])('%s', (_title, from, to) => {
    expect(() => expandRange(from, to)).toThrow(
      expect.objectContaining({
        problem: { code: 'fields_invalid', fields: [expect.objectContaining({ field: 'to' })] },
      }),
    )
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatLitres, parseFormat } from './format.ts'

test.each([
  ['0.75', 750],
  ['0.750', 750],
  ['0,75', 750],
  ['0.75000', 750],
  ['0.33', 330],
  ['0.375', 375],
  ['1', 1000],
  ['1.0', 1000],
  ['6', 6000],
  ['30', 30_000],
  ['0.001', 1],
])('%s litres are %d ml', (text, ml) => expect(parseFormat(text)).toBe(ml))

test.each([
  '',
  '0',
  '0.0',
  '.75',
  '0.',
  '0.7501',
  '31',
  '100',
  '-1',
  '+1',
  '1e1',
  '0.75 ',
  ' 0.75',
  '0.7.5',
  '0.75L',
  '٣',
  'NaN',
  '0x1',
])('"%s" is no format', (text) => expect(parseFormat(text)).toBeUndefined())

test('every format is read back as it was written', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 30_000 }), (ml) => parseFormat(formatLitres(ml)) === ml))
})

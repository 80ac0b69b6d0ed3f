import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromCents, toCents } from './cents.ts'

test.each([
  [0n, '0.00'],
  [5n, '0.05'],
  [10n, '0.10'],
  [1290n, '12.90'],
  [900719925474099301n, '9007199254740993.01'],
])('%s cents are %s euro', (cents, euro) => {
  expect(fromCents(cents)).toBe(euro)
  expect(toCents(euro)).toBe(cents)
})

test('every amount survives both ways', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (cents) => toCents(fromCents(cents)) === cents),
  )
})

test.each(['', '12', '12.5', '12.505', '-1.00', '1,50', '1e3', 'NaN'])('"%s" is no amount', (text) =>
  expect(() => toCents(text)).toThrow(),
)

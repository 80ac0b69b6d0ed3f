import { expect, test } from 'vitest'
import { isZipcodeOf } from './zipcode.ts'

test.each([
  ['FR', '75011', true],
  ['FR', '7501', false],
  ['FR', '750111', false],
  ['FR', '75 011', false],
  ['FR', '2A004', false],
  ['FR', '75011\n', false],
  // Digits of another script are digits to some and no zipcode to a carrier.
  ['FR', '٧٥٠١١', false],
  ['GB', 'SW1A 1AA', true],
  ['BE', '1000', true],
  ['IE', '   ', false],
])('in %s the zipcode "%s" is one: %s', (country, zipcode, isOne) =>
  expect(isZipcodeOf(country, zipcode)).toBe(isOne),
)

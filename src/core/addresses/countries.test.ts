import { expect, test } from 'vitest'
import { isCountry } from './countries.ts'

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
const pairs = letters.flatMap((first) => letters.map((second) => first + second))
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

test('there are 249 countries', () => expect(pairs.filter(isCountry)).toHaveLength(249))

test('each of them has a name', () => {
  expect(pairs.filter(isCountry).filter((code) => names.of(code) === undefined)).toEqual([])
})

test.each(['FR', 'BE', 'GB', 'US', 'TW', 'AX', 'BQ', 'SS'])('%s is one', (code) =>
  expect(isCountry(code)).toBe(true),
)
test.each(['fr', 'XX', 'UK', 'EU', 'AN', 'FRA', '', 'F', 'FX', 'constructor'])('%s is none', (code) =>
  expect(isCountry(code)).toBe(false),
)

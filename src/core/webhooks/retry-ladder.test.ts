import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mostAttempts, retryDelayMs } from './retry-ladder.ts'

test.each<[number, string]>([
  [1, '5 s'],
  [2, '5 min'],
  [3, '30 min'],
  [4, '2 h'],
  [5, '5 h'],
  [6, '10 h'],
  [7, '14 h'],
  [8, '20 h'],
  [9, '24 h'],
])('after failure %i it waits %s', (failures, words) => {
  const [count = '', unit = ''] = words.split(' ')
  const unitMs = { s: 1000, min: 60_000, h: 3_600_000 }[unit] ?? Number.NaN
  expect(retryDelayMs(failures, 0)).toBe(Number(count) * unitMs)
})

test('after ten failures there is no other attempt', () => {
  expect(mostAttempts).toBe(10)
  expect(retryDelayMs(10, 0.5)).toBeUndefined()
  expect(retryDelayMs(11, 0.5)).toBeUndefined()
})

test('chance adds up to a tenth and takes nothing away', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (failures, chance) => {
        const [least, delay] = [retryDelayMs(failures, 0) ?? 0, retryDelayMs(failures, chance) ?? 0]
        expect(delay).toBeGreaterThanOrEqual(least)
        expect(delay).toBeLessThanOrEqual(least * 1.1 + 1)
      },
    ),
  )
})

import { expect, test } from 'vitest'
import { dayInWords, dayOffInWords } from './day-in-words.ts'

test.each([
  ['2026-05-01', 'Friday 1 May 2026'],
  ['2028-02-29', 'Tuesday 29 February 2028'],
  ['2026-12-27', 'Sunday 27 December 2026'],
])('%s is %s', (day, words) => {
  expect(dayInWords(day)).toBe(words)
  expect(dayInWords(day)).toBe(words)
})

test.each([
  [{ kind: 'weekend', name: 'Sunday' } as const, 'is on a weekend'],
  [{ kind: 'public', name: 'Noël' } as const, 'is a public day (Noël)'],
  [{ kind: 'closed', name: 'Travaux' } as const, 'is a day on which the operator is closed (Travaux)'],
])('%o %s', (off, words) => expect(dayOffInWords(off)).toBe(words))

import { expect, test } from 'vitest'
import { lastFullMonth, periodInWords, readMonth, refuseUnlessOver } from './billing-month.ts'

test.each([
  ['2026-10', '2026-10-31', '2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'],
  ['2028-02', '2028-02-29', '2028-01-31T23:00:00.000Z', '2028-02-29T23:00:00.000Z'],
  ['2026-12', '2026-12-31', '2026-11-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
])('%s is a month of Paris days', (name, lastDay, from, until) => {
  const month = readMonth(name)
  expect(month).toMatchObject({ name, firstDay: `${name}-01`, lastDay })
  expect([month.from.toISOString(), month.until.toISOString()]).toEqual([from, until])
})

test.each([
  ['2026-11-01T00:00:00+01:00', '2026-10'],
  ['2026-10-31T23:59:59+01:00', '2026-09'],
  // 23:30 UTC is the next day in Paris.
  ['2026-12-31T23:30:00Z', '2026-12'],
  ['2027-01-15T12:00:00Z', '2026-12'],
])('at %s the last full month is %s', (now, name) => {
  const month = lastFullMonth(new Date(now))
  expect(month.name).toBe(name)
  expect(() => refuseUnlessOver(month, new Date(now))).not.toThrow()
})

test.each([
  ['2026-10-01', '2026-10-31', 'October 2026'],
  ['2026-10-01', '2026-10-14', '1–14 October 2026'],
  ['2026-10-31', '2026-10-31', '31 October 2026'],
  ['2026-02-01', '2026-02-28', 'February 2026'],
])('%s to %s is %s', (first, last, words) => {
  expect(periodInWords(first, last)).toBe(words)
})

import { expect, test } from 'vitest'
import { nextDay, parisTimestamp, parseDay, startOfParisDay } from './paris-time.ts'

test.each([
  ['2026-01-15T10:00:00.999Z', '2026-01-15T11:00:00+01:00'],
  ['2026-07-15T10:00:00Z', '2026-07-15T12:00:00+02:00'],
  ['2026-12-31T23:30:00Z', '2027-01-01T00:30:00+01:00'],
  // The clock goes from 02:00 to 03:00 at 01:00 UTC, and back from 03:00 to 02:00.
  ['2026-03-29T00:59:59Z', '2026-03-29T01:59:59+01:00'],
  ['2026-03-29T01:00:00Z', '2026-03-29T03:00:00+02:00'],
  ['2026-10-25T00:59:59Z', '2026-10-25T02:59:59+02:00'],
  ['2026-10-25T01:00:00Z', '2026-10-25T02:00:00+01:00'],
])('%s is %s in Paris', (utc, paris) => expect(parisTimestamp(new Date(utc))).toBe(paris))

test.each([
  ['2026-01-15', '2026-01-14T23:00:00.000Z'],
  ['2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', '2026-03-29T22:00:00.000Z'],
])('the Paris day %s begins at %s', (day, utc) => expect(startOfParisDay(day).toISOString()).toBe(utc))

test('the day after the last of February of a leap year', () =>
  expect(nextDay('2028-02-29')).toBe('2028-03-01'))

test.each([
  '2026-02-30',
  '2027-02-29',
  '2026-13-01',
  '2026-1-1',
  '26-01-01',
  '2026-01-01T00:00:00',
  '',
  '0000-00-00',
])('"%s" is no day', (text) => expect(parseDay(text)).toBeUndefined())
test('a day is kept as it is', () => expect(parseDay('2028-02-29')).toBe('2028-02-29'))

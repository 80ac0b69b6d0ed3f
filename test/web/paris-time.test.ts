import { describe, expect, test } from 'vitest'
import {
  dayInWords,
  inWords,
  nextTimeOfDay,
  timeOf,
  wallTime,
  weekdayOf,
} from '../../dashboard/src/ui/paris-time.ts'

const moment = (written: string) => Date.parse(written)

test('a moment is shown as the clocks of Paris show it, in winter and in summer', () => {
  expect(wallTime(moment('2026-11-16T08:30:00Z'))).toBe('2026-11-16T09:30:00')
  expect(wallTime(moment('2026-07-16T08:30:00Z'))).toBe('2026-07-16T10:30:00')
  expect(timeOf(moment('2026-11-15T23:05:09Z'))).toBe('00:05:09')
  expect(weekdayOf(moment('2026-11-15T23:05:09Z'))).toBe('Monday')
})

test('what the service wrote is a time of Paris already', () => {
  expect(inWords('2026-11-16 09:30:00.000000')).toBe('Mon 16 Nov 2026, 09:30')
  expect(inWords('2026-11-16T09:30:00+01:00')).toBe('Mon 16 Nov 2026, 09:30')
  expect(dayInWords('2026-11-16')).toBe('Mon 16 Nov')
})

describe('the next 13:00', () => {
  test.each([
    ['is today before it', '2026-11-16T12:59:59+01:00', '2026-11-16T13:00:00'],
    ['is tomorrow from then on', '2026-11-16T13:00:00+01:00', '2026-11-17T13:00:00'],
    ['goes over the end of a year', '2026-12-31T20:00:00+01:00', '2027-01-01T13:00:00'],
    ['is the same where clocks are set', '2027-03-27T14:00:00+01:00', '2027-03-28T13:00:00'],
  ])('%s', (_title, now, expected) => expect(nextTimeOfDay(moment(now), '13:00')).toBe(expected))
})

import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import {
  type ClosedDays,
  dayOff,
  firstWorkingDayFrom,
  isWorkingDay,
  lastWorkingDayUpTo,
  longestWaitDays,
} from './working-days.ts'

const noneClosed: ClosedDays = new Map()
const stocktaking: ClosedDays = new Map([
  ['2026-06-08', 'Inventaire'],
  ['2026-06-09', 'Inventaire'],
])

test.each([
  ['2026-06-01', 'Monday'],
  ['2026-06-02', 'Tuesday'],
  ['2026-06-03', 'Wednesday'],
  ['2026-06-04', 'Thursday'],
  ['2026-06-05', 'Friday'],
])('%s, a %s, is a working day', (day) => {
  expect(dayOff(day, stocktaking)).toBeUndefined()
  expect(isWorkingDay(day, stocktaking)).toBe(true)
})

test.each([
  ['2026-06-06', { kind: 'weekend', name: 'Saturday' }],
  ['2026-06-07', { kind: 'weekend', name: 'Sunday' }],
  ['2026-05-14', { kind: 'public', name: 'Ascension' }],
  ['2026-06-08', { kind: 'closed', name: 'Inventaire' }],
  ['2026-08-15', { kind: 'weekend', name: 'Saturday' }], // and Assomption: the weekend is named first
])('%s is a day off: %o', (day, off) => {
  expect(dayOff(day, stocktaking)).toEqual(off)
  expect(isWorkingDay(day, stocktaking)).toBe(false)
})

test('a public day keeps its name when the operator closes it too', () =>
  expect(dayOff('2026-07-14', new Map([['2026-07-14', 'Pont']]))).toEqual({
    kind: 'public',
    name: 'Fête nationale',
  }))

test.each([
  ['2026-06-05', '2026-06-05', 'a Friday stays'],
  ['2026-06-06', '2026-06-08', 'a Saturday moves to Monday'],
  ['2026-06-07', '2026-06-08', 'a Sunday moves to Monday'],
  ['2026-05-01', '2026-05-04', '1 May on a Friday moves to Monday'],
  ['2026-04-04', '2026-04-07', 'the Saturday of Easter moves to Tuesday'],
  ['2027-12-25', '2027-12-27', 'Christmas on a Saturday moves to Monday'],
  ['2028-02-29', '2028-02-29', 'a leap day on a Tuesday stays'],
  ['2027-01-01', '2027-01-04', 'New Year on a Friday moves to Monday'],
])('the first working day from %s is %s: %s', (day, expected) =>
  expect(firstWorkingDayFrom(day, noneClosed)).toBe(expected),
)

test.each([
  ['2026-06-05', '2026-06-05', 'a Friday stays'],
  ['2026-06-07', '2026-06-05', 'a Sunday goes back to Friday'],
  ['2026-07-14', '2026-07-13', '14 July goes back to the 13th'],
  ['2026-04-06', '2026-04-03', 'Easter Monday goes back to Good Friday'],
  ['2026-01-01', '2025-12-31', 'New Year goes back to the year before'],
])('the last working day up to %s is %s: %s', (day, expected) =>
  expect(lastWorkingDayUpTo(day, noneClosed)).toBe(expected),
)

test('closed days are stepped over both ways', () => {
  expect(firstWorkingDayFrom('2026-06-06', stocktaking)).toBe('2026-06-10')
  expect(lastWorkingDayUpTo('2026-06-09', stocktaking)).toBe('2026-06-05')
})

const closedFor = (first: string, days: number): ClosedDays => {
  const start = Temporal.PlainDate.from(first)
  return new Map(Array.from({ length: days }, (_, index) => [start.add({ days: index }).toString(), 'Fermé']))
}

test('the wait for a working day is a year, and no longer', () => {
  // 1 June 2026 plus 366 days is Wednesday 2 June 2027.
  const longest = closedFor('2026-06-01', longestWaitDays)
  expect(firstWorkingDayFrom('2026-06-01', longest)).toBe('2027-06-02')
  expect(firstWorkingDayFrom('2026-06-01', closedFor('2026-06-01', longestWaitDays + 1))).toBeUndefined()
})

test('the way back goes through years of closed days', () =>
  expect(lastWorkingDayUpTo('2030-06-03', closedFor('2026-06-01', 1500))).toBe('2026-05-29'))

test('a search ends with the calendar', () => {
  expect(firstWorkingDayFrom('9999-12-31', noneClosed)).toBe('9999-12-31')
  expect(firstWorkingDayFrom('9999-12-31', new Map([['9999-12-31', 'Fermé']]))).toBeUndefined()
  expect(firstWorkingDayFrom('+010000-01-03', noneClosed)).toBeUndefined()
  expect(lastWorkingDayUpTo('1583-01-02', noneClosed)).toBeUndefined()
  expect(lastWorkingDayUpTo('-000001-01-05', noneClosed)).toBeUndefined()
})

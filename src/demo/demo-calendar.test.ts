import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { isWorkingDay, lastWorkingDayBefore, workingDayFrom } from './demo-calendar.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

test.each([
  ['2026-11-14', 'a Saturday'],
  ['2026-11-11', 'the armistice'],
  ['2026-04-06', 'Easter Monday of 2026'],
  ['2026-05-14', 'Ascension Day of 2026'],
  ['2026-05-25', 'Whit Monday of 2026'],
  ['2027-03-29', 'Easter Monday of 2027'],
  ['2028-04-17', 'Easter Monday of 2028'],
])('%s, %s, is no working day', (text) => expect(isWorkingDay(day(text))).toBe(false))

test('a long weekend is stepped over both ways', () => {
  expect(workingDayFrom(day('2026-04-04')).toString()).toBe('2026-04-07')
  expect(lastWorkingDayBefore(day('2026-04-07')).toString()).toBe('2026-04-03')
})

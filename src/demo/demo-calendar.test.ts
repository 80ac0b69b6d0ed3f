import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { at, lastWorkingDayBefore, workingDayFrom } from './demo-calendar.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

test('a long weekend is stepped over both ways', () => {
  expect(workingDayFrom(day('2026-04-04')).toString()).toBe('2026-04-07')
  expect(lastWorkingDayBefore(day('2026-04-07')).toString()).toBe('2026-04-03')
})

test('a clock time is that of Paris, in winter and in summer', () => {
  expect(at(day('2026-01-15'), 9, 30).toISOString()).toBe('2026-01-15T08:30:00.000Z')
  expect(at(day('2026-07-15'), 9, 30).toISOString()).toBe('2026-07-15T07:30:00.000Z')
})

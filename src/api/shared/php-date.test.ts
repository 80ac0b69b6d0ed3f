import { expect, test } from 'vitest'
import { phpDate } from './php-date.ts'

test.each([
  ['2026-01-15T10:00:00.007Z', '2026-01-15 11:00:00.007000'],
  ['2026-07-31T22:00:00Z', '2026-08-01 00:00:00.000000'],
  ['2026-10-25T00:30:00.5Z', '2026-10-25 02:30:00.500000'],
])('%s is %s on the clock of Paris', (utc, date) =>
  expect(phpDate(new Date(utc))).toEqual({ date, timezone_type: 3, timezone: 'Europe/Paris' }),
)

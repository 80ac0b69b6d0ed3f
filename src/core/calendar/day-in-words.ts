import { Temporal } from 'temporal-polyfill'
import { rememberByDay } from './remember-by-day.ts'
import type { DayOff } from './working-days.ts'

const weekdays = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')
const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** `Friday 1 May 2026`. */
export const dayInWords = rememberByDay((day) => {
  const date = Temporal.PlainDate.from(day)
  return `${weekdays[date.dayOfWeek - 1]} ${date.day} ${months[date.month - 1]} ${date.year}`
})

/** What a day off is: the end of a sentence that begins with the day. */
export function dayOffInWords({ kind, name }: DayOff): string {
  switch (kind) {
    case 'weekend':
      return 'is on a weekend'
    case 'public':
      return `is a public day (${name})`
    case 'closed':
      return `is a day on which the operator is closed (${name})`
  }
}

import { Temporal } from 'temporal-polyfill'
import { isCalendarDay, publicDayName } from './public-days.ts'
import { rememberByDay } from './remember-by-day.ts'

/** Days that the operator closes, each with its reason. */
export type ClosedDays = ReadonlyMap<string, string>
export type DayOff = { kind: 'weekend' | 'public' | 'closed'; name: string }

/**
 * A search for a working day goes this far and no further. Ten years without one is a mistake in the closed days, and a caller is
 * told so at once.
 */
export const longestSearchDays = 3660

const dayOfWeek = rememberByDay((day) => Temporal.PlainDate.from(day).dayOfWeek)

/** Why nobody works on `day`, or undefined on a working day. The first reason counts, in the order of the rules. */
export function dayOff(day: string, closedDays: ClosedDays): DayOff | undefined {
  const weekday = dayOfWeek(day)
  if (weekday === 6) return { kind: 'weekend', name: 'Saturday' }
  if (weekday === 7) return { kind: 'weekend', name: 'Sunday' }
  const publicDay = publicDayName(day)
  if (publicDay !== undefined) return { kind: 'public', name: publicDay }
  const reason = closedDays.get(day)
  return reason === undefined ? undefined : { kind: 'closed', name: reason }
}

export const isWorkingDay = (day: string, closedDays: ClosedDays): boolean =>
  dayOff(day, closedDays) === undefined

/** `day` itself when it is a working day, else the next one. None within the search, or within the calendar: undefined. */
export const firstWorkingDayFrom = (day: string, closedDays: ClosedDays): string | undefined =>
  nearestWorkingDay(day, closedDays, 1)

/** `day` itself when it is a working day, else the one before. None within the search, or within the calendar: undefined. */
export const lastWorkingDayUpTo = (day: string, closedDays: ClosedDays): string | undefined =>
  nearestWorkingDay(day, closedDays, -1)

function nearestWorkingDay(day: string, closedDays: ClosedDays, direction: 1 | -1): string | undefined {
  let candidate = day
  for (let searched = 0; searched <= longestSearchDays && isCalendarDay(candidate); searched++) {
    if (isWorkingDay(candidate, closedDays)) return candidate
    candidate = Temporal.PlainDate.from(candidate).add({ days: direction }).toString()
  }
  return undefined
}

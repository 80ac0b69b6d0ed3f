import { Temporal } from 'temporal-polyfill'
import { isCalendarDay, publicDayName } from './public-days.ts'
import { rememberByDay } from './remember-by-day.ts'

/** Days that the operator closes, each with its reason. */
export type ClosedDays = ReadonlyMap<string, string>
export type DayOff = { kind: 'weekend' | 'public' | 'closed'; name: string }

/** Nobody is promised a day after more than a year without work: so many closed days are a mistake, or the end of the business. */
export const longestWaitDays = 366

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

/** `day` itself when it is a working day, else the next one; undefined when the wait is too long or the calendar ends before. */
export const firstWorkingDayFrom = (day: string, closedDays: ClosedDays): string | undefined =>
  nearestWorkingDay(day, closedDays, { direction: 1, longestDays: longestWaitDays })

/**
 * `day` itself when it is a working day, else the one before; undefined when the calendar begins after it. Weekends and public days
 * leave working days in every week, so the search is no longer than the list of closed days makes it.
 */
export const lastWorkingDayUpTo = (day: string, closedDays: ClosedDays): string | undefined =>
  nearestWorkingDay(day, closedDays, { direction: -1, longestDays: Number.POSITIVE_INFINITY })

type Search = { direction: 1 | -1; longestDays: number }

function nearestWorkingDay(day: string, closedDays: ClosedDays, search: Search): string | undefined {
  let candidate = day
  for (let searched = 0; searched <= search.longestDays && isCalendarDay(candidate); searched++) {
    if (isWorkingDay(candidate, closedDays)) return candidate
    candidate = Temporal.PlainDate.from(candidate).add({ days: search.direction }).toString()
  }
  return undefined
}

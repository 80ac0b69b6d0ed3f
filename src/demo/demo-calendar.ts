import { Temporal } from 'temporal-polyfill'
import { timeZone } from '../core/calendar/paris-time.ts'
import { type ClosedDays, isWorkingDay } from '../core/calendar/working-days.ts'
import type { Random } from './random.ts'

/** The demo knows days only: everything in it has happened before `today` began, or is planned from then on. */
export type Day = Temporal.PlainDate

const noClosedDays: ClosedDays = new Map()
const isOpen = (day: Day) => isWorkingDay(day.toString(), noClosedDays)

/** The day itself, or the first working day after it. */
export function workingDayFrom(day: Day): Day {
  return isOpen(day) ? day : workingDayFrom(day.add({ days: 1 }))
}

export function lastWorkingDayBefore(day: Day): Day {
  const former = day.subtract({ days: 1 })
  return isOpen(former) ? former : lastWorkingDayBefore(former)
}

export function at(day: Day, hour: number, minute = 0, second = 0): Date {
  const clock = Temporal.PlainTime.from({ hour, minute, second })
  return new Date(day.toZonedDateTime({ timeZone, plainTime: clock }).epochMilliseconds)
}

/** Some moment of the day between two full hours. */
export const sometime = (random: Random, day: Day, fromHour: number, toHour: number): Date =>
  at(day, random.between(fromHour, toHour - 1), random.between(0, 59), random.between(0, 59))

export const seconds = (count: number, after: Date): Date => new Date(after.getTime() + count * 1000)

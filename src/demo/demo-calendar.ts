import { Temporal } from 'temporal-polyfill'
import { timeZone } from '../core/calendar/paris-time.ts'
import type { Random } from './random.ts'

/** The demo knows days only: everything in it has happened before `today` began, or is planned from then on. */
export type Day = Temporal.PlainDate

const fixedHolidays = new Set(['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'])
// Easter Monday, Ascension and Whit Monday, in days after Easter.
const movableHolidays = new Set([1, 39, 50])

export function isWorkingDay(day: Day): boolean {
  if (day.dayOfWeek > 5 || fixedHolidays.has(day.toString().slice(5))) return false
  return !movableHolidays.has(easter(day.year).until(day).days)
}

/** The day itself, or the first working day after it. */
export function workingDayFrom(day: Day): Day {
  return isWorkingDay(day) ? day : workingDayFrom(day.add({ days: 1 }))
}

/** The day itself, or the last working day before it. */
export function workingDayUpTo(day: Day): Day {
  return isWorkingDay(day) ? day : workingDayUpTo(day.subtract({ days: 1 }))
}

export const lastWorkingDayBefore = (day: Day): Day => workingDayUpTo(day.subtract({ days: 1 }))

export function at(day: Day, hour: number, minute = 0, second = 0): Date {
  const clock = Temporal.PlainTime.from({ hour, minute, second })
  return new Date(day.toZonedDateTime({ timeZone, plainTime: clock }).epochMilliseconds)
}

/** Some moment of the day between two full hours. */
export const sometime = (random: Random, day: Day, fromHour: number, toHour: number): Date =>
  at(day, random.between(fromHour, toHour - 1), random.between(0, 59), random.between(0, 59))

export const seconds = (count: number, after: Date): Date => new Date(after.getTime() + count * 1000)

/** Easter Sunday by the Gregorian computus of Meeus, Jones and Butcher. */
function easter(year: number): Day {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const ofCentury = year % 100
  const moon =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7
  const shift = Math.floor((golden + 11 * moon + 22 * weekday) / 451)
  const march = moon + weekday - 7 * shift + 114
  return Temporal.PlainDate.from({ year, month: Math.floor(march / 31), day: (march % 31) + 1 })
}

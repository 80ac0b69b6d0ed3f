import { Temporal } from 'temporal-polyfill'

/** The one place that knows the service's time zone: all timestamps, the cut-off and "today" are Paris time. */
export const timeZone = 'Europe/Paris'

// Offsets change on whole hours only, so one look-up serves every timestamp of the same hour.
const offsetByHour = new Map<number, number>()
const hourMs = 3_600_000

function offsetMinutes(epochMs: number): number {
  const hour = Math.floor(epochMs / hourMs)
  const known = offsetByHour.get(hour)
  if (known !== undefined) return known
  const zoned = Temporal.Instant.fromEpochMilliseconds(hour * hourMs).toZonedDateTimeISO(timeZone)
  const minutes = Math.trunc(zoned.offsetNanoseconds / 60e9)
  if (offsetByHour.size > 100_000) offsetByHour.clear()
  offsetByHour.set(hour, minutes)
  return minutes
}

const two = (value: number) => String(value).padStart(2, '0')

/** `YYYY-MM-DDThh:mm:ss+hh:mm` in Paris. */
export function parisTimestamp(moment: Date): string {
  const epochMs = moment.getTime()
  const minutes = offsetMinutes(epochMs)
  const local = new Date(epochMs + minutes * 60_000).toISOString().slice(0, 19)
  const sign = minutes < 0 ? '-' : '+'
  const size = Math.abs(minutes)
  return `${local}${sign}${two(Math.trunc(size / 60))}:${two(size % 60)}`
}

/** The moment at which a Paris day (`YYYY-MM-DD`) begins. */
export function startOfParisDay(day: string | Temporal.PlainDate): Date {
  const zoned = Temporal.PlainDate.from(day).toZonedDateTime(timeZone)
  return new Date(zoned.epochMilliseconds)
}

/** The moment at which clocks in Paris show `local`, such as `2026-11-16T08:00`. */
export const parisMoment = (local: string | Temporal.PlainDateTime): Date =>
  new Date(Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds)

export const nextDay = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString()

export const inParis = (moment: Date): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone)

export const parisClock = (moment: Date): Temporal.PlainDateTime => inParis(moment).toPlainDateTime()

/** A real day of the calendar, or undefined: 30 February is none, nor is any day of a year 0. */
export function parseDay(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001-01-01') return undefined
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString()
  } catch {
    return undefined
  }
}

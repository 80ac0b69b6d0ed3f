import type { Temporal } from 'temporal-polyfill'
import { timeZone } from '../calendar/paris-time.ts'

/** A moment of a day in Paris that lies so many days before another. */
export const daysAgo = (today: Temporal.PlainDate, days: number, plainTime: string): Date =>
  new Date(today.subtract({ days }).toZonedDateTime({ timeZone, plainTime }).epochMilliseconds)

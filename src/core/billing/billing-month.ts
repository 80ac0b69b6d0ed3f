import { Temporal } from 'temporal-polyfill'
import { parisClock, startOfParisDay } from '../calendar/paris-time.ts'
import { invalidField } from '../problems.ts'
import { WorkRefusal } from '../work-refusal.ts'

/** A calendar month of Paris days. `until` is the first moment after it. */
export type BillingMonth = {
  /** `2026-10`. */
  name: string
  firstDay: string
  lastDay: string
  from: Date
  until: Date
}

function monthOf(month: Temporal.PlainYearMonth): BillingMonth {
  const firstDay = month.toPlainDate({ day: 1 })
  return {
    name: month.toString(),
    firstDay: firstDay.toString(),
    lastDay: firstDay.add({ months: 1 }).subtract({ days: 1 }).toString(),
    from: startOfParisDay(firstDay),
    until: startOfParisDay(firstDay.add({ months: 1 })),
  }
}

/** For text of four digits, a hyphen and two digits. */
export function readMonth(name: string): BillingMonth {
  if (!/^2\d{3}-(0[1-9]|1[0-2])$/.test(name))
    throw invalidField('month', 'must be a month of this millennium such as 2026-10')
  return monthOf(Temporal.PlainYearMonth.from(name))
}

/** The month that a day of the first of a month stands for, as the database keeps it. */
export const monthFrom = (firstDay: string): BillingMonth => readMonth(firstDay.slice(0, 7))

export const lastFullMonth = (now: Date): BillingMonth =>
  monthOf(parisClock(now).toPlainDate().toPlainYearMonth().subtract({ months: 1 }))

export function refuseUnlessOver(month: BillingMonth, now: Date): void {
  if (now < month.until)
    throw new WorkRefusal(
      'period_not_over',
      `The month ${month.name} is not over yet. It can be billed from ${month.lastDay} midnight on, Paris time.`,
    )
}

const inWords = (month: Temporal.PlainYearMonth) =>
  month.toPlainDate({ day: 1 }).toLocaleString('en-GB', { month: 'long', year: 'numeric' })

/** `October 2026`, or `1–14 October 2026` when it is not the whole month. Both days are of one month. */
export function periodInWords(firstDay: string, lastDay: string): string {
  const [first, last] = [Temporal.PlainDate.from(firstDay), Temporal.PlainDate.from(lastDay)]
  const month = inWords(first.toPlainYearMonth())
  if (first.day === 1 && last.day === last.daysInMonth) return month
  return first.equals(last) ? `${first.day} ${month}` : `${first.day}–${last.day} ${month}`
}

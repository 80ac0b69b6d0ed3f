import { Temporal } from 'temporal-polyfill'
import type { Database } from '../../db/database.ts'
import { day, statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { invalidField } from '../problems.ts'
import { parisClock } from './paris-time.ts'
import { isCalendarDay, publicDaysOf } from './public-days.ts'
import type { DayOff } from './working-days.ts'

const closedBetween = statement(
  'closed_days.between',
  'select day, reason from closed_days where day between $1 and $2 order by day',
  { day, reason: text },
)

export type NamedDayOff = { day: string } & DayOff

const longestYears = 10

/** Public days and days that the operator closes, both ends included, for a year from today unless told otherwise. */
export async function getDaysOff(
  { db, now }: Deps,
  asked: { from?: string; to?: string },
): Promise<NamedDayOff[]> {
  const from = asked.from ?? parisClock(now()).toPlainDate().toString()
  const to = asked.to ?? yearsAfter(from, 1)
  if (!isCalendarDay(from)) throw invalidField('from', 'must be a day from the year 1583 on')
  if (to < from) throw invalidField('to', `must be ${from} or later`)
  if (to > yearsAfter(from, longestYears))
    throw invalidField('to', `must be within ${longestYears} years of ${from}`)
  return [...(await closedDays(db, from, to)), ...publicDays(from, to)].sort(byDay)
}

function yearsAfter(from: string, years: number): string {
  const last = Temporal.PlainDate.from('9999-12-31')
  const later = Temporal.PlainDate.from(from).add({ years })
  return (Temporal.PlainDate.compare(later, last) > 0 ? last : later).toString()
}

async function closedDays(db: Database, from: string, to: string): Promise<NamedDayOff[]> {
  const rows = await db.rows(closedBetween, [from, to])
  return rows.map((row) => ({ day: row.day, kind: 'closed', name: row.reason }))
}

function publicDays(from: string, to: string): NamedDayOff[] {
  const first = Number(from.slice(0, 4))
  const years = Array.from({ length: Number(to.slice(0, 4)) - first + 1 }, (_, index) => first + index)
  return years
    .flatMap((year) => publicDaysOf(year))
    .filter(({ day: date }) => date >= from && date <= to)
    .map(({ day: date, name }) => ({ day: date, kind: 'public', name }))
}

const byDay = (one: NamedDayOff, other: NamedDayOff) =>
  one.day === other.day ? 0 : one.day < other.day ? -1 : 1

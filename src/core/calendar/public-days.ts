import { Temporal } from 'temporal-polyfill'

/** The Gregorian calendar began in October 1582, and a day is written with four digits of year. */
const firstYear = 1583
const lastYear = 9999
export const isCalendarDay = (day: string): boolean =>
  day >= `${firstYear}-01-01` && day <= `${lastYear}-12-31`

type PublicDay = { day: string; name: string }

/** Easter Sunday by the rule of Meeus, Jones and Butcher, whose letters are kept so that it can be compared. */
export function easterSunday(year: number): string {
  if (!Number.isInteger(year) || year < firstYear || year > lastYear)
    throw new RangeError(`Easter is computed for the years ${firstYear} to ${lastYear}, not for ${year}`)
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return new Temporal.PlainDate(year, Math.floor(n / 31), (n % 31) + 1).toString()
}

/** The eleven public days of the whole of France, in the law's order; two of them may share a day (1 May 2008). */
export function publicDaysOf(year: number): readonly PublicDay[] {
  const easter = Temporal.PlainDate.from(easterSunday(year))
  const afterEaster = (days: number) => easter.add({ days }).toString()
  return [
    { day: `${year}-01-01`, name: "Jour de l'An" },
    { day: afterEaster(1), name: 'Lundi de Pâques' },
    { day: `${year}-05-01`, name: 'Fête du Travail' },
    { day: `${year}-05-08`, name: 'Victoire 1945' },
    { day: afterEaster(39), name: 'Ascension' },
    { day: afterEaster(50), name: 'Lundi de Pentecôte' },
    { day: `${year}-07-14`, name: 'Fête nationale' },
    { day: `${year}-08-15`, name: 'Assomption' },
    { day: `${year}-11-01`, name: 'Toussaint' },
    { day: `${year}-11-11`, name: 'Armistice 1918' },
    { day: `${year}-12-25`, name: 'Noël' },
  ]
}

const namesByYear = new Map<number, ReadonlyMap<string, string>>()

function namesOf(year: number): ReadonlyMap<string, string> {
  const known = namesByYear.get(year)
  if (known) return known
  const names = new Map<string, string>()
  for (const { day, name } of publicDaysOf(year)) {
    const other = names.get(day)
    names.set(day, other === undefined ? name : `${other} et ${name}`)
  }
  namesByYear.set(year, names)
  return names
}

/** The French name of the public day that falls on `day`, if one does. There are none outside the calendar's years. */
export const publicDayName = (day: string): string | undefined =>
  isCalendarDay(day) ? namesOf(Number(day.slice(0, 4))).get(day) : undefined

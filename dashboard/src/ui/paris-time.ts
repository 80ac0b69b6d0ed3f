/** Everything the pages know of Paris. A moment is milliseconds; the service takes and shows times of Paris. */
const timeZone = 'Europe/Paris'
const formats = {
  weekday: new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long' }),
  day: new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long', year: 'numeric' }),
  time: new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' }),
  // Swedes write `2026-11-16 09:30:00`.
  wall: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
}

export const weekdayOf = (moment: number) => formats.weekday.format(moment)
export const dayOf = (moment: number) => formats.day.format(moment)
export const timeOf = (moment: number) => formats.time.format(moment)

/** What a clock on a wall in Paris shows, `2026-11-16T09:30:00`: so the service takes a time, and so do fields of a form. */
export const wallTime = (moment: number) => formats.wall.format(moment).replace(' ', 'T')

/** `2026-11-16 09:30:00.000000` and `2026-11-16T09:30:00+01:00` are times of Paris already; only the words are missing. */
export const inWords = (written: string) =>
  `${dayInWords(written)} ${written.slice(0, 4)}, ${written.slice(11, 16)}`

const wordsOfDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  ...{ weekday: 'short', day: 'numeric', month: 'short' },
})
/** A day of the calendar, `2026-11-16`, whatever the zone. */
export const dayInWords = (day: string) => wordsOfDay.format(Date.parse(`${day.slice(0, 10)}T00:00:00Z`))

const dayMs = 24 * 3_600_000
const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)

/** The next time that the clocks of Paris show this time of day, `13:00`. */
export function nextTimeOfDay(moment: number, timeOfDay: string): string {
  const now = wallTime(moment)
  const today = `${now.slice(0, 10)}T${timeOfDay}:00`
  return today > now ? today : `${dayAfter(now.slice(0, 10))}T${timeOfDay}:00`
}

/** Eight in the morning of the next day that is neither of a weekend nor public. */
export function nextWorkingMorning(moment: number): string {
  let day = dayAfter(wallTime(moment).slice(0, 10))
  while (!isWorkingDay(day)) day = dayAfter(day)
  return `${day}T08:00:00`
}

const fixedPublicDays = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25']
// Easter Monday, Ascension and Whit Monday.
const daysAfterEaster = [1, 39, 50]

/** What counts is decided by the service, which also knows when a warehouse is closed; this is where a button leads. */
function isWorkingDay(day: string): boolean {
  const moment = Date.parse(`${day}T00:00:00Z`)
  const weekday = new Date(moment).getUTCDay()
  const sinceEaster = Math.round((moment - easterSunday(Number(day.slice(0, 4)))) / dayMs)
  return (
    weekday !== 0 &&
    weekday !== 6 &&
    !fixedPublicDays.includes(day.slice(5)) &&
    !daysAfterEaster.includes(sinceEaster)
  )
}

/** The anonymous Gregorian computus, by Meeus. */
function easterSunday(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 19 * l) / 433)
  const month = Math.floor((h + l - 7 * m + 90) / 25)
  const day = (h + l - 7 * m + 33 * month + 19) % 32
  return Date.UTC(year, month - 1, day)
}

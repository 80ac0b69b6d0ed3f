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

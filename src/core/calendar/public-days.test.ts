import { expect, test } from 'vitest'
import { easterSunday, publicDayName, publicDaysOf } from './public-days.ts'

test.each([
  ['1583-04-10'],
  ['1598-03-22'], // the earliest possible day
  ['1818-03-22'],
  ['1886-04-25'], // the latest possible day
  ['1943-04-25'],
  ['1954-04-18'], // the four years of the twentieth and twenty-first century that a short formula gets wrong
  ['1981-04-19'],
  ['2049-04-18'],
  ['2076-04-19'],
  ['1999-04-04'],
  ['2000-04-23'],
  ['2008-03-23'],
  ['2011-04-24'],
  ['2016-03-27'],
  ['2019-04-21'],
  ['2020-04-12'],
  ['2024-03-31'],
  ['2025-04-20'],
  ['2026-04-05'],
  ['2027-03-28'],
  ['2028-04-16'],
  ['2029-04-01'],
  ['2030-04-21'],
  ['2038-04-25'],
  ['2100-03-28'],
  ['2285-03-22'],
])('Easter Sunday was or will be on %s', (day) => expect(easterSunday(Number(day.slice(0, 4)))).toBe(day))

/** Easter as Knuth computes it (The Art of Computer Programming, 1.3.2): by golden number and epact, and nothing of our rule. */
function easterByEpact(year: number): string {
  const golden = (year % 19) + 1
  const century = Math.floor(year / 100) + 1
  const droppedLeapDays = Math.floor((3 * century) / 4) - 12
  const moonCorrection = Math.floor((8 * century + 5) / 25) - 5
  const sunday = Math.floor((5 * year) / 4) - droppedLeapDays - 10
  let epact = (((11 * golden + 20 + moonCorrection - droppedLeapDays) % 30) + 30) % 30
  if ((epact === 25 && golden > 11) || epact === 24) epact++
  let marchDay = 44 - epact
  if (marchDay < 21) marchDay += 30
  marchDay += 7 - ((sunday + marchDay) % 7)
  return new Date(Date.UTC(year, 2, marchDay)).toISOString().slice(0, 10)
}

test('Easter is the same by golden number and epact in every year from 1583 to 9999', () => {
  for (let year = 1583; year <= 9999; year++) expect(easterSunday(year)).toBe(easterByEpact(year))
})

test.each([1582, 10_000, 2026.5, Number.NaN])('there is no Easter for the year %s', (year) =>
  expect(() => easterSunday(year)).toThrow(RangeError),
)

test('France has eleven public days', () =>
  expect(publicDaysOf(2026)).toEqual([
    { day: '2026-01-01', name: "Jour de l'An" },
    { day: '2026-04-06', name: 'Lundi de Pâques' },
    { day: '2026-05-01', name: 'Fête du Travail' },
    { day: '2026-05-08', name: 'Victoire 1945' },
    { day: '2026-05-14', name: 'Ascension' },
    { day: '2026-05-25', name: 'Lundi de Pentecôte' },
    { day: '2026-07-14', name: 'Fête nationale' },
    { day: '2026-08-15', name: 'Assomption' },
    { day: '2026-11-01', name: 'Toussaint' },
    { day: '2026-11-11', name: 'Armistice 1918' },
    { day: '2026-12-25', name: 'Noël' },
  ]))

test.each([
  ['2000-04-24', '2000-06-01', '2000-06-12'],
  ['2008-03-24', '2008-05-01', '2008-05-12'],
  ['2024-04-01', '2024-05-09', '2024-05-20'],
  ['2025-04-21', '2025-05-29', '2025-06-09'],
  ['2027-03-29', '2027-05-06', '2027-05-17'],
  ['2028-04-17', '2028-05-25', '2028-06-05'],
  ['2038-04-26', '2038-06-03', '2038-06-14'],
])('Easter Monday %s, Ascension %s and Whit Monday %s move with Easter', (easter, ascension, whit) => {
  expect(publicDayName(easter)).toBe('Lundi de Pâques')
  expect(publicDayName(ascension)).toContain('Ascension')
  expect(publicDayName(whit)).toBe('Lundi de Pentecôte')
})

test('two public days on one day are both named', () =>
  expect(publicDayName('2008-05-01')).toBe('Fête du Travail et Ascension'))

test.each([
  ['2026-04-03', 'Good Friday, a public day in Alsace only'],
  ['2026-04-05', 'Easter Sunday, which is a Sunday anyway'],
  ['2026-12-26', 'the day after Christmas, a public day in Alsace only'],
  ['2026-12-24', 'Christmas Eve'],
  ['2028-02-29', 'a leap day'],
  ['1582-12-25', 'a Christmas before the calendar'],
  ['0000-01-01', 'a New Year long before the calendar'],
])('%s is no public day (%s)', (day) => expect(publicDayName(day)).toBeUndefined())

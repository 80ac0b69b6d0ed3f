import { describe, expect, test } from 'vitest'
import { type Schedule, type ScheduleRequest, scheduleDelivery } from './delivery-schedule.ts'

/** In June 2026, Monday is the 1st and there is no public day. */
const schedule = (orderedAt: string, request: Partial<ScheduleRequest> = {}) =>
  scheduleDelivery({
    orderedAt: new Date(orderedAt),
    zone: 'paris',
    bottleCount: 6,
    closedDays: new Map(),
    ...request,
  })

/** Preparation and delivery, or the reason of the refusal. */
const outcome = (found: Schedule) =>
  found.accepted ? `${found.preparationDate} → ${found.deliveryDate}` : found.reason

const cutOffStep = (found: Schedule) => found.steps.find(({ rule }) => rule === 'cut_off')?.data

describe('preparation starts the same day when the order is created before 1 pm, else the next day', () => {
  test.each([
    ['2026-06-01T00:00:00+02:00', '2026-06-01 → 2026-06-02'],
    ['2026-06-01T12:59:00+02:00', '2026-06-01 → 2026-06-02'],
    ['2026-06-01T12:59:59.999+02:00', '2026-06-01 → 2026-06-02'],
    ['2026-06-01T13:00:00+02:00', '2026-06-02 → 2026-06-03'],
    ['2026-06-01T13:00:00.001+02:00', '2026-06-02 → 2026-06-03'],
    ['2026-06-01T23:59:59+02:00', '2026-06-02 → 2026-06-03'],
  ])('created at %s: %s', (orderedAt, expected) => expect(outcome(schedule(orderedAt))).toBe(expected))
})

describe('preparation and delivery happen only on a working day; Saturday and Sunday move to Monday', () => {
  test.each([
    ['Monday', '2026-06-01T12:59:00+02:00', '2026-06-01 → 2026-06-02'],
    ['Monday', '2026-06-01T13:00:00+02:00', '2026-06-02 → 2026-06-03'],
    ['Tuesday', '2026-06-02T12:59:00+02:00', '2026-06-02 → 2026-06-03'],
    ['Tuesday', '2026-06-02T13:00:00+02:00', '2026-06-03 → 2026-06-04'],
    ['Wednesday', '2026-06-03T12:59:00+02:00', '2026-06-03 → 2026-06-04'],
    ['Wednesday', '2026-06-03T13:00:00+02:00', '2026-06-04 → 2026-06-05'],
    ['Thursday', '2026-06-04T12:59:00+02:00', '2026-06-04 → 2026-06-05'],
    ['Thursday', '2026-06-04T13:00:00+02:00', '2026-06-05 → 2026-06-08'],
    ['Friday', '2026-06-05T12:59:00+02:00', '2026-06-05 → 2026-06-08'],
    ['Friday', '2026-06-05T13:00:00+02:00', '2026-06-08 → 2026-06-09'],
    ['Saturday', '2026-06-06T12:59:00+02:00', '2026-06-08 → 2026-06-09'],
    ['Saturday', '2026-06-06T13:00:00+02:00', '2026-06-08 → 2026-06-09'],
    ['Sunday', '2026-06-07T12:59:00+02:00', '2026-06-08 → 2026-06-09'],
    ['Sunday', '2026-06-07T13:00:00+02:00', '2026-06-08 → 2026-06-09'],
  ])('created on %s %s: %s', (_, orderedAt, expected) => expect(outcome(schedule(orderedAt))).toBe(expected))
})

describe('shipping adds calendar days', () => {
  test.each([
    ['pickup', 6, '2026-06-01', '2026-06-02'],
    ['pickup', 6, '2026-06-05', '2026-06-08'],
    ['paris', 6, '2026-06-01', '2026-06-02'],
    ['paris', 600, '2026-06-01', '2026-06-02'],
    ['france', 24, '2026-06-01', '2026-06-04'],
    ['france', 24, '2026-06-02', '2026-06-05'],
    ['france', 24, '2026-06-03', '2026-06-08'],
    ['france', 24, '2026-06-04', '2026-06-08'],
    ['france', 24, '2026-06-05', '2026-06-08'],
    ['france', 25, '2026-06-01', '2026-06-05'],
    ['france', 25, '2026-06-02', '2026-06-08'],
    ['france', 25, '2026-06-03', '2026-06-08'],
    ['france', 25, '2026-06-04', '2026-06-08'],
    ['france', 25, '2026-06-05', '2026-06-09'],
    ['world', 6, '2026-06-01', '2026-06-08'],
    ['world', 6, '2026-06-02', '2026-06-08'],
    ['world', 6, '2026-06-03', '2026-06-09'],
    ['world', 6, '2026-06-04', '2026-06-10'],
    ['world', 600, '2026-06-05', '2026-06-11'],
  ] as const)('%s with %i bottles, prepared on %s: delivered on %s', (zone, bottleCount, day, expected) =>
    expect(outcome(schedule(`${day}T09:00:00+02:00`, { zone, bottleCount }))).toBe(`${day} → ${expected}`),
  )
})

describe('a public day is no working day', () => {
  test.each([
    ["Jour de l'An", '2026-01-01', '2026-01-02 → 2026-01-05'],
    ['Lundi de Pâques', '2026-04-06', '2026-04-07 → 2026-04-08'],
    ['Fête du Travail', '2026-05-01', '2026-05-04 → 2026-05-05'],
    ['Victoire 1945', '2026-05-08', '2026-05-11 → 2026-05-12'],
    ['Ascension', '2026-05-14', '2026-05-15 → 2026-05-18'],
    ['Lundi de Pentecôte', '2026-05-25', '2026-05-26 → 2026-05-27'],
    ['Fête nationale', '2026-07-14', '2026-07-15 → 2026-07-16'],
    ['Assomption', '2025-08-15', '2025-08-18 → 2025-08-19'],
    ['Toussaint', '2027-11-01', '2027-11-02 → 2027-11-03'],
    ['Armistice 1918', '2026-11-11', '2026-11-12 → 2026-11-13'],
    ['Noël', '2026-12-25', '2026-12-28 → 2026-12-29'],
    ['Lundi de Pâques', '2024-04-01', '2024-04-02 → 2024-04-03'],
    ['Ascension', '2024-05-09', '2024-05-10 → 2024-05-13'],
    ['Lundi de Pentecôte', '2024-05-20', '2024-05-21 → 2024-05-22'],
    ['Lundi de Pâques', '2027-03-29', '2027-03-30 → 2027-03-31'],
    ['Ascension', '2027-05-06', '2027-05-07 → 2027-05-10'],
    ['Lundi de Pentecôte', '2027-05-17', '2027-05-18 → 2027-05-19'],
  ])('preparation cannot start on %s %s: %s', (name, day, expected) => {
    const found = schedule(`${day}T09:00:00Z`)
    expect(outcome(found)).toBe(expected)
    expect(found.steps).toContainEqual(
      expect.objectContaining({
        rule: 'preparation_moved',
        data: { from: day, to: day, kind: 'public', name },
      }),
    )
    expect(outcome(schedule('2024-01-02T09:00:00Z', { wantedDate: day }))).toBe('not_a_working_day')
  })

  test.each([
    ["Jour de l'An", '2025-12-31', '2026-01-02'],
    ['Lundi de Pâques, after a weekend', '2026-04-03', '2026-04-07'],
    ['Fête du Travail on a Friday', '2026-04-30', '2026-05-04'],
    ['Victoire 1945 on a Friday', '2026-05-07', '2026-05-11'],
    ['Victoire 1945 on a Wednesday and Ascension the day after', '2024-05-07', '2024-05-10'],
    ['Ascension', '2026-05-13', '2026-05-15'],
    ['Lundi de Pentecôte, after a weekend', '2026-05-22', '2026-05-26'],
    ['Fête nationale', '2026-07-13', '2026-07-15'],
    ['Assomption on a Friday', '2025-08-14', '2025-08-18'],
    ['Toussaint, after a weekend', '2027-10-29', '2027-11-02'],
    ['Armistice 1918', '2026-11-10', '2026-11-12'],
    ['Noël on a Friday', '2026-12-24', '2026-12-28'],
    ['Noël on a Thursday', '2025-12-24', '2025-12-26'],
  ])('there is no delivery on %s: prepared %s, delivered %s', (_, day, expected) =>
    expect(outcome(schedule(`${day}T09:00:00Z`))).toBe(`${day} → ${expected}`),
  )

  test.each([
    ['Good Friday', '2026-04-02T09:00:00Z', '2026-04-02 → 2026-04-03'],
    ['Saint Stephen, 26 December', '2024-12-24T12:00:00Z', '2024-12-26 → 2024-12-27'],
    ['a public day on a Sunday does not move to Monday', '2026-10-30T12:00:00Z', '2026-11-02 → 2026-11-03'],
  ])('%s is a working day: %s gives %s', (_, orderedAt, expected) =>
    expect(outcome(schedule(orderedAt))).toBe(expected),
  )
})

describe('the cut-off, and the day of the order, are those of Paris', () => {
  test.each([
    ['the Friday before summer time', '2026-03-27T11:59:59Z', '2026-03-27 → 2026-03-30'],
    ['the Friday before summer time', '2026-03-27T12:00:00Z', '2026-03-30 → 2026-03-31'],
    ['the Monday after', '2026-03-30T10:59:59Z', '2026-03-30 → 2026-03-31'],
    ['the Monday after', '2026-03-30T11:00:00Z', '2026-03-31 → 2026-04-01'],
    ['the Friday before winter time', '2026-10-23T10:59:59Z', '2026-10-23 → 2026-10-26'],
    ['the Friday before winter time', '2026-10-23T11:00:00Z', '2026-10-26 → 2026-10-27'],
    ['the Monday after', '2026-10-26T11:59:59Z', '2026-10-26 → 2026-10-27'],
    ['the Monday after', '2026-10-26T12:00:00Z', '2026-10-27 → 2026-10-28'],
  ])('%s, at %s: %s', (_, orderedAt, expected) => expect(outcome(schedule(orderedAt))).toBe(expected))

  test.each([
    ['2026-03-29T10:59:59Z', { ordered: '2026-03-29T12:59:59+02:00', before: true, day: '2026-03-29' }],
    ['2026-03-29T11:00:00Z', { ordered: '2026-03-29T13:00:00+02:00', before: false, day: '2026-03-30' }],
    ['2026-10-25T11:59:59Z', { ordered: '2026-10-25T12:59:59+01:00', before: true, day: '2026-10-25' }],
    ['2026-10-25T12:00:00Z', { ordered: '2026-10-25T13:00:00+01:00', before: false, day: '2026-10-26' }],
  ])('on the day that the clocks change, at %s: %o', (orderedAt, expected) => {
    expect(cutOffStep(schedule(orderedAt))).toMatchObject(expected)
  })

  test.each([
    ['2026-06-01T21:59:59Z', { ordered: '2026-06-01T23:59:59+02:00', before: false, day: '2026-06-02' }],
    ['2026-06-01T22:00:00Z', { ordered: '2026-06-02T00:00:00+02:00', before: true, day: '2026-06-02' }],
    ['2026-06-02T00:00:00Z', { ordered: '2026-06-02T02:00:00+02:00', before: true, day: '2026-06-02' }],
    ['2026-12-31T22:59:59Z', { ordered: '2026-12-31T23:59:59+01:00', before: false, day: '2027-01-01' }],
    ['2026-12-31T23:00:00Z', { ordered: '2027-01-01T00:00:00+01:00', before: true, day: '2027-01-01' }],
  ])('midnight is that of Paris, not of UTC: %s is %o', (orderedAt, expected) => {
    expect(cutOffStep(schedule(orderedAt))).toMatchObject(expected)
  })
})

describe('months, leap days and years end as the calendar says', () => {
  test.each([
    ['the day before a leap day', '2028-02-28T09:00:00Z', 'paris', '2028-02-28 → 2028-02-29'],
    ['on a leap day', '2028-02-29T09:00:00Z', 'paris', '2028-02-29 → 2028-03-01'],
    ['after 1 pm before a leap day', '2028-02-28T13:00:00Z', 'paris', '2028-02-29 → 2028-03-01'],
    ['the end of February of a common year', '2027-02-26T09:00:00Z', 'france', '2027-02-26 → 2027-03-01'],
    ['over a leap day', '2028-02-28T09:00:00Z', 'france', '2028-02-28 → 2028-03-02'],
    ['the last morning of a year', '2026-12-31T11:59:59Z', 'paris', '2026-12-31 → 2027-01-04'],
    ['the last afternoon of a year', '2026-12-31T12:00:00Z', 'paris', '2027-01-04 → 2027-01-05'],
    ['between the years', '2026-12-28T09:00:00Z', 'france', '2026-12-28 → 2026-12-31'],
    ['over the New Year', '2026-12-28T09:00:00Z', 'world', '2026-12-28 → 2027-01-04'],
    ['over Christmas', '2026-12-24T09:00:00Z', 'world', '2026-12-24 → 2026-12-30'],
    ['the afternoon before Christmas', '2026-12-24T13:00:00Z', 'world', '2026-12-28 → 2027-01-04'],
  ] as const)('%s, %s to %s: %s', (_, orderedAt, zone, expected) =>
    expect(outcome(schedule(orderedAt, { zone }))).toBe(expected),
  )
})

describe('a day that the operator closes is no working day', () => {
  const closedDays = new Map([
    ['2026-06-08', 'Inventaire'],
    ['2026-06-09', 'Inventaire'],
  ])
  test.each([
    ['the start moves past them', '2026-06-05T13:00:00+02:00', '2026-06-10 → 2026-06-11'],
    ['the delivery moves past them', '2026-06-05T12:59:00+02:00', '2026-06-05 → 2026-06-10'],
    ['days before them are untouched', '2026-06-01T12:59:00+02:00', '2026-06-01 → 2026-06-02'],
  ])('%s: created %s, %s', (_, orderedAt, expected) =>
    expect(outcome(schedule(orderedAt, { closedDays }))).toBe(expected),
  )
  test('it cannot be asked for', () =>
    expect(outcome(schedule('2026-06-01T09:00:00+02:00', { closedDays, wantedDate: '2026-06-08' }))).toBe(
      'not_a_working_day',
    ))
})

describe('a wanted date', () => {
  // Created on Monday 1 June before 1 pm for France: the earliest date is Thursday 4 June.
  test.each([
    ['2026-06-06', 'not_a_working_day', 'a Saturday'],
    ['2026-06-07', 'not_a_working_day', 'a Sunday'],
    ['2026-07-14', 'not_a_working_day', 'a public day'],
    ['2026-05-30', 'not_a_working_day', 'a weekend in the past: the working day is checked first'],
    ['2026-05-29', 'too_early', 'a working day in the past'],
    ['0001-01-01', 'too_early', 'a Monday two thousand years ago'],
    ['2026-06-01', 'too_early', 'the day of the order'],
    ['2026-06-03', 'too_early', 'the day before the earliest date'],
    ['2027-02-29', 'not_a_working_day', 'a day that does not exist'],
    ['tomorrow', 'not_a_working_day', 'a text that is no day'],
    ['', 'not_a_working_day', 'nothing'],
  ])('%s is refused as %s: it is %s', (wantedDate, reason) =>
    expect(schedule('2026-06-01T09:00:00+02:00', { zone: 'france', wantedDate })).toMatchObject({
      accepted: false,
      reason,
      earliestDate: '2026-06-04',
    }),
  )

  test('tomorrow is too early for the rest of the world when it is 3 pm', () =>
    expect(schedule('2026-06-01T15:00:00+02:00', { zone: 'world', wantedDate: '2026-06-02' })).toMatchObject({
      reason: 'too_early',
      earliestDate: '2026-06-08',
    }))

  test.each([
    ['2026-06-04', '2026-06-01', 'the earliest date keeps the first start'],
    ['2026-06-05', '2026-06-02', 'a day later, a day later'],
    ['2026-06-08', '2026-06-05', 'Monday is reached from Friday'],
    ['2026-06-09', '2026-06-05', 'Tuesday would need Saturday, so Friday'],
    ['2026-06-10', '2026-06-05', 'Wednesday would need Sunday, so Friday'],
    ['2026-06-11', '2026-06-08', 'Thursday is reached from Monday'],
    ['2026-07-17', '2026-07-13', 'this Friday would need 14 July, so the 13th'],
    ['2027-06-07', '2027-06-04', 'a year later'],
    ['9999-12-31', '9999-12-28', 'the last day there is'],
  ])('%s is accepted and prepared on %s: %s', (wantedDate, preparationDate) =>
    expect(schedule('2026-06-01T09:00:00+02:00', { zone: 'france', wantedDate })).toMatchObject({
      accepted: true,
      deliveryDate: wantedDate,
      preparationDate,
      earliestDate: '2026-06-04',
    }),
  )

  test.each(['2026-06-03', '2026-06-04'])(
    'the earliest date keeps the first start, %s, though Friday would still reach Monday',
    (day) => {
      const orderedAt = `${day}T09:00:00+02:00`
      const chosen = schedule(orderedAt, { zone: 'france' })
      expect(outcome(chosen)).toBe(`${day} → 2026-06-08`)
      expect(outcome(schedule(orderedAt, { zone: 'france', wantedDate: '2026-06-08' }))).toBe(outcome(chosen))
    },
  )

  test('preparation for a later date is not put on a closed day', () =>
    expect(
      outcome(
        schedule('2026-06-01T09:00:00+02:00', {
          wantedDate: '2026-06-12',
          closedDays: new Map([
            ['2026-06-11', 'Pont'],
            ['2026-06-10', 'Pont'],
          ]),
        }),
      ),
    ).toBe('2026-06-09 → 2026-06-12'))
})

describe('there is an answer when there is no working day', () => {
  const closedFrom = (first: string, days: number) =>
    new Map(
      Array.from({ length: days }, (_, index) => [
        new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10),
        'Fermé',
      ]),
    )
  test.each([
    ['for the preparation', '2026-06-01', 400, ['no_working_day']],
    ['for the delivery', '2026-06-02', 400, ['cut_off', 'preparation_start', 'shipping', 'no_working_day']],
  ])('%s', (_, first, days, rules) => {
    const found = schedule('2026-06-01T09:00:00+02:00', {
      closedDays: closedFrom(first, days),
      wantedDate: '2026-06-02',
    })
    expect(found).toMatchObject({ accepted: false, reason: 'no_working_day' })
    expect(found.steps.map(({ rule }) => rule)).toEqual(rules)
  })
  test('after months of closed days the next working day is still found', () =>
    expect(
      outcome(schedule('2026-06-01T09:00:00+02:00', { closedDays: closedFrom('2026-06-01', 300) })),
    ).toBe('2027-03-30 → 2027-03-31'))
  test('a date beyond years of closed days is prepared before them', () =>
    expect(
      outcome(
        schedule('2026-06-01T09:00:00+02:00', {
          closedDays: closedFrom('2026-06-04', 1000),
          wantedDate: '2029-02-28',
        }),
      ),
    ).toBe('2026-06-03 → 2029-02-28'))
  test.each([8.64e15, -8.64e15, Date.parse('9999-12-31T20:00:00Z')])(
    'an order at %d is outside the calendar',
    (orderedAt) => expect(outcome(schedule(new Date(orderedAt).toISOString()))).toBe('no_working_day'),
  )
})

import { expect, test } from 'vitest'
import { type ScheduleRequest, scheduleDelivery } from './delivery-schedule.ts'

const steps = (request: Partial<ScheduleRequest> & { orderedAt: Date }) =>
  scheduleDelivery({ zone: 'paris', bottleCount: 6, closedDays: new Map(), ...request }).steps
const words = (request: Partial<ScheduleRequest> & { orderedAt: Date }) =>
  steps(request).map((step) => step.words)

test('a schedule without obstacles says the cut-off, the start, the shipping and the date', () =>
  expect(words({ orderedAt: new Date('2026-06-01T12:59:59+02:00') })).toEqual([
    'The order was placed on Monday 1 June 2026 at 12:59:59, Paris time. That is before 13:00, so preparation may start the same day.',
    'Preparation can start on this working day, Monday 1 June 2026.',
    'Shipping to Paris and the departments 92, 93 and 94 takes 1 day: that is Tuesday 2 June 2026.',
    'The earliest possible delivery date is this working day, Tuesday 2 June 2026.',
    'No delivery date was asked for, so the earliest possible one is taken.',
  ]))

test('each day off is named with its reason, in words and in data', () => {
  const told = steps({
    orderedAt: new Date('2026-04-30T13:00:00+02:00'),
    zone: 'france',
    bottleCount: 25,
    closedDays: new Map([
      ['2026-05-11', 'Inventaire'],
      ['2026-05-12', 'Inventaire'],
    ]),
  })
  expect(told).toEqual([
    {
      rule: 'cut_off',
      words:
        'The order was placed on Thursday 30 April 2026 at 13:00:00, Paris time. That is not before 13:00, so preparation may start the next day, Friday 1 May 2026.',
      data: { ordered: '2026-04-30T13:00:00+02:00', limit: '13:00', before: false, day: '2026-05-01' },
    },
    {
      rule: 'preparation_moved',
      words: 'Friday 1 May 2026 is a public day (Fête du Travail), so there is no preparation then.',
      data: { from: '2026-05-01', to: '2026-05-01', kind: 'public', name: 'Fête du Travail' },
    },
    {
      rule: 'preparation_moved',
      words:
        'Each day from Saturday 2 May 2026 to Sunday 3 May 2026 is on a weekend, so there is no preparation then.',
      data: { from: '2026-05-02', to: '2026-05-03', kind: 'weekend' },
    },
    {
      rule: 'preparation_start',
      words: 'Preparation can start on the next working day, Monday 4 May 2026.',
      data: { day: '2026-05-04', moved: true },
    },
    {
      rule: 'shipping',
      words:
        'Shipping within France takes 4 days for more than 24 bottles, and this order has 25: that is Friday 8 May 2026.',
      data: { zone: 'france', bottles: 25, days: 4, day: '2026-05-08' },
    },
    {
      rule: 'delivery_moved',
      words: 'Friday 8 May 2026 is a public day (Victoire 1945), so there is no delivery then.',
      data: { from: '2026-05-08', to: '2026-05-08', kind: 'public', name: 'Victoire 1945' },
    },
    {
      rule: 'delivery_moved',
      words:
        'Each day from Saturday 9 May 2026 to Sunday 10 May 2026 is on a weekend, so there is no delivery then.',
      data: { from: '2026-05-09', to: '2026-05-10', kind: 'weekend' },
    },
    {
      rule: 'delivery_moved',
      words:
        'Each day from Monday 11 May 2026 to Tuesday 12 May 2026 is a day on which the operator is closed (Inventaire), so there is no delivery then.',
      data: { from: '2026-05-11', to: '2026-05-12', kind: 'closed', name: 'Inventaire' },
    },
    {
      rule: 'earliest_date',
      words: 'The earliest possible delivery date is the next working day, Wednesday 13 May 2026.',
      data: { day: '2026-05-13', moved: true },
    },
    {
      rule: 'wanted_date',
      words: 'No delivery date was asked for, so the earliest possible one is taken.',
      data: { accepted: true, earliest: '2026-05-13' },
    },
  ])
})

test('a single day of a weekend is told alone', () =>
  expect(words({ orderedAt: new Date('2026-06-06T14:00:00+02:00') })[1]).toBe(
    'Sunday 7 June 2026 is on a weekend, so there is no preparation then.',
  ))

test.each([
  ['pickup', 6, 'An order can be picked up 1 day after its preparation starts: that is Tuesday 2 June 2026.'],
  [
    'france',
    24,
    'Shipping within France takes 3 days for up to 24 bottles, and this order has 24: that is Thursday 4 June 2026.',
  ],
  ['world', 6, 'Shipping outside France takes 6 days: that is Sunday 7 June 2026.'],
] as const)('the days of shipping for %s with %i bottles are explained', (zone, bottleCount, sentence) =>
  expect(words({ orderedAt: new Date('2026-06-01T09:00:00+02:00'), zone, bottleCount })).toContain(sentence),
)

test('a pick-up is not called a delivery', () => {
  const told = words({
    orderedAt: new Date('2026-06-05T09:00:00+02:00'),
    zone: 'pickup',
    wantedDate: '2026-06-10',
  })
  expect(told.join(' ')).not.toContain('deliver')
  expect(told.slice(-4)).toEqual([
    'Each day from Saturday 6 June 2026 to Sunday 7 June 2026 is on a weekend, so there is no pick-up then.',
    'The earliest possible pick-up date is the next working day, Monday 8 June 2026.',
    'The pick-up date asked for, Wednesday 10 June 2026, is a working day and not before the earliest possible one, so it is accepted.',
    'Tuesday 9 June 2026 is the last working day on which preparation can start for this pick-up date, 1 day or more before it.',
  ])
})

test.each([
  [
    '2026-07-14',
    'The delivery date asked for, Tuesday 14 July 2026, is a public day (Fête nationale), so it is refused.',
    {
      accepted: false,
      wanted: '2026-07-14',
      earliest: '2026-06-02',
      kind: 'public',
      name: 'Fête nationale',
    },
  ],
  [
    '2026-06-06',
    'The delivery date asked for, Saturday 6 June 2026, is on a weekend, so it is refused.',
    { accepted: false, wanted: '2026-06-06', earliest: '2026-06-02', kind: 'weekend' },
  ],
  [
    '2026-06-01',
    'The delivery date asked for, Monday 1 June 2026, is before the earliest possible one, Tuesday 2 June 2026, so it is refused.',
    { accepted: false, wanted: '2026-06-01', earliest: '2026-06-02' },
  ],
  [
    '2027-02-29',
    'The delivery date asked for is no day of the calendar, so it is refused.',
    { accepted: false, earliest: '2026-06-02' },
  ],
  [
    '2026-06-02',
    'The delivery date asked for, Tuesday 2 June 2026, is a working day and not before the earliest possible one, so it is accepted.',
    { accepted: true, wanted: '2026-06-02', earliest: '2026-06-02' },
  ],
])('the wanted date %s is compared last', (wantedDate, sentence, data) =>
  expect(steps({ orderedAt: new Date('2026-06-01T09:00:00+02:00'), wantedDate }).at(-1)).toEqual({
    rule: 'wanted_date',
    words: sentence,
    data,
  }),
)

test('a refusal for want of any working day says from when on there is none', () =>
  expect(steps({ orderedAt: new Date('9999-12-31T20:00:00Z') })).toEqual([
    {
      rule: 'no_working_day',
      words: 'There is no working day for the preparation from Saturday 1 January 10000 on.',
      data: { from: '+010000-01-01' },
    },
  ]))

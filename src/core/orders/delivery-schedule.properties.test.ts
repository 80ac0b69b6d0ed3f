import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ScheduleRequest, scheduleDelivery } from './delivery-schedule.ts'

/*
 * What is possible, written down a second time and naively: native dates, the time zone of Intl, Easter by Gauss with his two
 * exceptions, and a plain search through all days and all starts. It shares no code with the rules under test.
 */
const dayMs = 86_400_000
const later = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

const parisFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Paris',
  dateStyle: 'short',
  timeStyle: 'medium',
})

function easterByGauss(year: number): string {
  const century = Math.floor(year / 100)
  const moon = (15 + century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25)) % 30
  const leap = (4 + century - Math.floor(century / 4)) % 7
  const a = year % 19
  const d = (19 * a + moon) % 30
  const e = (2 * (year % 4) + 4 * (year % 7) + 6 * d + leap) % 7
  const exception = (d === 29 && e === 6) || (d === 28 && e === 6 && a > 10) ? 7 : 0
  return later(`${year}-03-22`, d + e - exception)
}

const yearlyDays = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25']

function isOpen(day: string, closedDays: ReadonlyMap<string, string>): boolean {
  const weekday = new Date(day).getUTCDay()
  const easter = easterByGauss(Number(day.slice(0, 4)))
  const movable = [later(easter, 1), later(easter, 39), later(easter, 50)]
  return (
    weekday !== 0 &&
    weekday !== 6 &&
    !yearlyDays.includes(day.slice(5)) &&
    !movable.includes(day) &&
    !closedDays.has(day)
  )
}

function naiveShipping({ zone, bottleCount }: ScheduleRequest): number {
  if (zone === 'world') return 6
  if (zone === 'france') return bottleCount <= 24 ? 3 : 4
  return 1
}

/** The starts from which a delivery on `day` is possible, in order. */
function possibleStarts(request: ScheduleRequest, day: string): string[] {
  const [orderDay = '', time = ''] = parisFormat.format(request.orderedAt).split(' ')
  if (!isOpen(day, request.closedDays)) return []
  const starts: string[] = []
  for (let start = orderDay; later(start, naiveShipping(request)) <= day; start = later(start, 1)) {
    const inTime = start > orderDay || time < '13:00:00'
    if (inTime && isOpen(start, request.closedDays)) starts.push(start)
  }
  return starts
}

const zones = fc.constantFrom('pickup' as const, 'paris' as const, 'france' as const, 'world' as const)
const anyMoment = fc.date({
  min: new Date('1970-01-01T00:00:00Z'),
  max: new Date('2199-12-01T00:00:00Z'),
  noInvalidDate: true,
})
// Around the cut-off in both halves of the year, and in the weeks where public days crowd.
const hardMoment = fc
  .record({
    year: fc.integer({ min: 1970, max: 2198 }),
    season: fc.constantFrom('03-20', '04-20', '05-05', '07-08', '08-10', '10-20', '11-05', '12-18', '12-27'),
    days: fc.integer({ min: 0, max: 15 }),
    hour: fc.constantFrom(0, 10, 11, 12, 13, 22, 23),
    ms: fc.constantFrom(0, 1, 3_599_999, 1_800_000),
  })
  .map(
    ({ year, season, days, hour, ms }) =>
      new Date(Date.parse(`${year}-${season}`) + days * dayMs + hour * 3_600_000 + ms),
  )

const requests: fc.Arbitrary<ScheduleRequest> = fc
  .record({
    orderedAt: fc.oneof(anyMoment, hardMoment),
    zone: zones,
    bottleCount: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom(24, 25)),
    closed: fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 12 }),
  })
  .map(({ closed, orderedAt, ...rest }) => ({
    ...rest,
    orderedAt,
    closedDays: new Map(
      closed.map((days) => [later(orderedAt.toISOString().slice(0, 10), days), 'Fermé'] as const),
    ),
  }))

function chosen(request: ScheduleRequest) {
  const found = scheduleDelivery(request)
  if (!found.accepted) throw new Error(`refused: ${found.reason}`)
  return found
}

const always = (holds: (request: ScheduleRequest) => void, numRuns = 1000) =>
  // A property that returns a value is judged by it.
  fc.assert(
    fc.property(requests, (request) => void holds(request)),
    { numRuns },
  )

test('the chosen date is the first possible one, and its preparation the first possible start', () =>
  always((request) => {
    const { deliveryDate, earliestDate, preparationDate } = chosen(request)
    const orderDay = parisFormat.format(request.orderedAt).slice(0, 10)
    let first = orderDay
    while (possibleStarts(request, first).length === 0) first = later(first, 1)
    expect(deliveryDate).toBe(first)
    expect(earliestDate).toBe(first)
    expect(preparationDate).toBe(possibleStarts(request, first)[0])
  }))

test('the chosen date is never a weekend, a public day or a closed day', () =>
  always((request) => expect(isOpen(chosen(request).deliveryDate, request.closedDays)).toBe(true)))

test('the chosen date is accepted when it is asked for, with the same preparation', () =>
  always((request) => {
    const { deliveryDate, preparationDate, earliestDate } = chosen(request)
    expect(scheduleDelivery({ ...request, wantedDate: deliveryDate })).toMatchObject({
      accepted: true,
      deliveryDate,
      preparationDate,
      earliestDate,
    })
  }))

test('none of the seven days before the chosen date is accepted, and the reason is the right one', () =>
  always((request) => {
    const { deliveryDate } = chosen(request)
    for (let days = 1; days <= 7; days++) {
      const wantedDate = later(deliveryDate, -days)
      expect(scheduleDelivery({ ...request, wantedDate })).toMatchObject({
        accepted: false,
        reason: isOpen(wantedDate, request.closedDays) ? 'too_early' : 'not_a_working_day',
        earliestDate: deliveryDate,
      })
    }
  }))

test('a later date is accepted exactly when it is a working day, and prepared at the last possible start', () =>
  always((request) => {
    const { deliveryDate } = chosen(request)
    for (let days = 1; days <= 12; days++) {
      const wantedDate = later(deliveryDate, days)
      const found = scheduleDelivery({ ...request, wantedDate })
      if (isOpen(wantedDate, request.closedDays))
        expect(found).toMatchObject({
          accepted: true,
          deliveryDate: wantedDate,
          preparationDate: possibleStarts(request, wantedDate).at(-1),
        })
      else expect(found).toMatchObject({ accepted: false, reason: 'not_a_working_day' })
    }
  }, 300))

test('preparation is on a working day, not before the order, and leaves the time to ship', () =>
  fc.assert(
    fc.property(requests, fc.integer({ min: 0, max: 400 }), (request, days) => {
      const wantedDate = later(chosen(request).deliveryDate, days)
      const found = scheduleDelivery({ ...request, wantedDate })
      if (!found.accepted) return
      expect(isOpen(found.preparationDate, request.closedDays)).toBe(true)
      expect(found.preparationDate >= parisFormat.format(request.orderedAt).slice(0, 10)).toBe(true)
      expect(later(found.preparationDate, naiveShipping(request)) <= found.deliveryDate).toBe(true)
      expect(found.preparationDate >= chosen(request).preparationDate).toBe(true)
    }),
    { numRuns: 1000 },
  ))

test('who orders later never gets an earlier date', () =>
  fc.assert(
    fc.property(requests, fc.integer({ min: 0, max: 10 * dayMs }), (request, ms) => {
      const next = { ...request, orderedAt: new Date(request.orderedAt.getTime() + ms) }
      expect(chosen(next).deliveryDate >= chosen(request).deliveryDate).toBe(true)
      expect(chosen(next).preparationDate >= chosen(request).preparationDate).toBe(true)
    }),
    { numRuns: 1000 },
  ))

test('more bottles, or one more closed day, never give an earlier date', () =>
  fc.assert(
    fc.property(requests, fc.nat(100), fc.nat(20), (request, bottles, days) => {
      const { deliveryDate } = chosen(request)
      const more = { ...request, bottleCount: request.bottleCount + bottles }
      expect(chosen(more).deliveryDate >= deliveryDate).toBe(true)
      const closedDay = later(request.orderedAt.toISOString().slice(0, 10), days)
      const closedDays = new Map(request.closedDays).set(closedDay, 'Fermé')
      expect(chosen({ ...request, closedDays }).deliveryDate >= deliveryDate).toBe(true)
    }),
    { numRuns: 500 },
  ))

test('there is an answer to any moment, any count and any text, and it can be written as JSON', () =>
  fc.assert(
    fc.property(
      fc.date({ noInvalidDate: true }),
      zones,
      fc.oneof(fc.double(), fc.integer()),
      fc.option(fc.oneof(fc.string(), fc.constantFrom('2026-02-30', '9999-12-31', '0000-01-01')), {
        nil: undefined,
      }),
      (orderedAt, zone, bottleCount, wantedDate) => {
        const found = scheduleDelivery({ orderedAt, zone, bottleCount, closedDays: new Map(), wantedDate })
        expect(found.steps.length).toBeGreaterThan(0)
        for (const { words } of found.steps) expect(words).toMatch(/^[A-Z].*\.$/)
        expect(JSON.parse(JSON.stringify(found))).toMatchObject({ accepted: found.accepted })
      },
    ),
    { numRuns: 2000 },
  ))

import { dayInWords, dayOffInWords } from '../calendar/day-in-words.ts'
import { nextDay, parisTimestamp } from '../calendar/paris-time.ts'
import { type ClosedDays, type DayOff, dayOff } from '../calendar/working-days.ts'
import type { RuleStep } from '../problems.ts'
import { type DeliveryZone, smallOrderBottles } from './delivery-zone.ts'

export type Explanation = ReturnType<typeof explain>

/** The steps of one schedule, each written when its rule has been applied. A pick-up is called by its name. */
export function explain(zone: DeliveryZone, closedDays: ClosedDays) {
  const handover = zone === 'pickup' ? 'pick-up' : 'delivery'
  const dateAskedFor = `The ${handover} date asked for`

  const daysOff = (rule: string, activity: string, firstDay: string, workingDay: string): RuleStep[] =>
    runsOfDaysOff(firstDay, workingDay, closedDays).map(({ from, to, off }) => ({
      rule,
      words: `${spanInWords(from, to)} ${dayOffInWords(off)}, so there is no ${activity} then.`,
      data: { from, to, ...offInData(off) },
    }))

  return {
    cutOff(orderedAt: Date, limit: string, before: boolean, firstDay: string): RuleStep {
      const ordered = parisTimestamp(orderedAt)
      const placed = `The order was placed on ${dayInWords(ordered.slice(0, 10))} at ${ordered.slice(11, 19)}, Paris time`
      const words = before
        ? `${placed}. That is before ${limit}, so preparation may start the same day.`
        : `${placed}. That is not before ${limit}, so preparation may start the next day, ${dayInWords(firstDay)}.`
      return { rule: 'cut_off', words, data: { ordered, limit, before, day: firstDay } }
    },

    preparationStart: (firstDay: string, start: string): RuleStep[] => [
      ...daysOff('preparation_moved', 'preparation', firstDay, start),
      {
        rule: 'preparation_start',
        words: `Preparation can start on ${firstDay === start ? 'this' : 'the next'} working day, ${dayInWords(start)}.`,
        data: { day: start, moved: firstDay !== start },
      },
    ],

    shipping: (bottleCount: number, days: number, arrival: string): RuleStep => ({
      rule: 'shipping',
      words: `${shippingInWords(zone, bottleCount, days)}: that is ${dayInWords(arrival)}.`,
      data: { zone, bottles: bottleCount, days, day: arrival },
    }),

    earliestDate: (arrival: string, earliest: string): RuleStep[] => [
      ...daysOff('delivery_moved', handover, arrival, earliest),
      {
        rule: 'earliest_date',
        words: `The earliest possible ${handover} date is ${arrival === earliest ? 'this' : 'the next'} working day, ${dayInWords(earliest)}.`,
        data: { day: earliest, moved: arrival !== earliest },
      },
    ],

    noWorkingDay: (activity: 'preparation' | 'handover', firstDay: string): RuleStep => ({
      rule: 'no_working_day',
      words: `There is no working day for the ${activity === 'handover' ? handover : activity} from ${dayInWords(firstDay)} on.`,
      data: { from: firstDay },
    }),

    noWantedDate: (earliest: string): RuleStep => ({
      rule: 'wanted_date',
      words: `No ${handover} date was asked for, so the earliest possible one is taken.`,
      data: { accepted: true, earliest },
    }),

    wantedIsNoDay: (earliest: string): RuleStep => ({
      rule: 'wanted_date',
      words: `${dateAskedFor} is no day of the calendar, so it is refused.`,
      data: { accepted: false, earliest },
    }),

    wantedIsDayOff: (wanted: string, off: DayOff, earliest: string): RuleStep => ({
      rule: 'wanted_date',
      words: `${dateAskedFor}, ${dayInWords(wanted)}, ${dayOffInWords(off)}, so it is refused.`,
      data: { accepted: false, wanted, earliest, ...offInData(off) },
    }),

    wantedIsTooEarly: (wanted: string, earliest: string): RuleStep => ({
      rule: 'wanted_date',
      words: `${dateAskedFor}, ${dayInWords(wanted)}, is before the earliest possible one, ${dayInWords(earliest)}, so it is refused.`,
      data: { accepted: false, wanted, earliest },
    }),

    wantedIsPossible: (wanted: string, earliest: string): RuleStep => ({
      rule: 'wanted_date',
      words: `${dateAskedFor}, ${dayInWords(wanted)}, is a working day and not before the earliest possible one, so it is accepted.`,
      data: { accepted: true, wanted, earliest },
    }),

    laterPreparation: (wanted: string, days: number, preparationDate: string): RuleStep => ({
      rule: 'later_preparation',
      words: `${dayInWords(preparationDate)} is the last working day on which preparation can start for this ${handover} date, ${counted(days)} or more before it.`,
      data: { wanted, days, day: preparationDate },
    }),
  }
}

function shippingInWords(zone: DeliveryZone, bottleCount: number, days: number): string {
  switch (zone) {
    case 'pickup':
      return `An order can be picked up ${counted(days)} after its preparation starts`
    case 'paris':
      return `Shipping to Paris and the departments 92, 93 and 94 takes ${counted(days)}`
    case 'france': {
      const size = bottleCount > smallOrderBottles ? 'more than' : 'up to'
      return `Shipping within France takes ${counted(days)} for ${size} ${smallOrderBottles} bottles, and this order has ${bottleCount}`
    }
    case 'world':
      return `Shipping outside France takes ${counted(days)}`
  }
}

const spanInWords = (from: string, to: string) =>
  from === to ? dayInWords(from) : `Each day from ${dayInWords(from)} to ${dayInWords(to)}`

const counted = (days: number) => (days === 1 ? '1 day' : `${days} days`)

// A weekend needs no name: its days say it.
const offInData = ({ kind, name }: DayOff) => (kind === 'weekend' ? { kind } : { kind, name })

type Run = { from: string; to: string; off: DayOff }

/** The days off from `firstDay` until `workingDay`. Neighbours with the same reason are told together. */
function runsOfDaysOff(firstDay: string, workingDay: string, closedDays: ClosedDays): Run[] {
  const runs: Run[] = []
  for (let day = firstDay; day < workingDay; day = nextDay(day)) {
    const off = dayOff(day, closedDays)
    if (!off) continue
    const last = runs.at(-1)
    if (last && reasonOf(last.off) === reasonOf(off)) last.to = day
    else runs.push({ from: day, to: day, off })
  }
  return runs
}

const reasonOf = ({ kind, name }: DayOff) => (kind === 'weekend' ? kind : `${kind} ${name}`)

import { Temporal } from 'temporal-polyfill'
import { nextDay, parisClock, parseDay } from '../calendar/paris-time.ts'
import { type ClosedDays, dayOff, firstWorkingDayFrom, lastWorkingDayUpTo } from '../calendar/working-days.ts'
import type { RuleStep } from '../problems.ts'
import { type DeliveryZone, shippingDays } from './delivery-zone.ts'
import { type Explanation, explain } from './schedule-steps.ts'

export type ScheduleRequest = {
  orderedAt: Date
  zone: DeliveryZone
  bottleCount: number
  /** Those from the Paris day of the order on; earlier ones would only turn one refusal into another. */
  closedDays: ClosedDays
  /** `YYYY-MM-DD`. Without it the earliest possible day is chosen. */
  wantedDate?: string | undefined
}

export type Schedule =
  | {
      accepted: true
      deliveryDate: string
      preparationDate: string
      earliestDate: string
      steps: RuleStep[]
    }
  | {
      accepted: false
      reason: 'not_a_working_day' | 'too_early'
      earliestDate: string
      steps: RuleStep[]
    }
  /** The operator closed more than a year in a row, so there is no earliest date to tell. */
  | { accepted: false; reason: 'no_working_day'; steps: RuleStep[] }

/** Paris time; an order placed at this very moment is too late. */
const cutOff = '13:00'

/**
 * When an order is prepared and delivered, or why that cannot be. There is an answer for every moment, count of bottles and wanted
 * date, be it a text that is no day; only an invalid Date, which is no moment, throws.
 */
export function scheduleDelivery(request: ScheduleRequest): Schedule {
  const { zone, closedDays, wantedDate } = request
  const say = explain(zone, closedDays)
  const earliest = earliestDelivery(request, say)
  if (earliest.deliveryDate === undefined)
    return { accepted: false, reason: 'no_working_day', steps: earliest.steps }

  const { deliveryDate: earliestDate, preparationDate: preparationStart, steps } = earliest
  const refused = (reason: 'not_a_working_day' | 'too_early', why: RuleStep): Schedule => ({
    accepted: false,
    reason,
    earliestDate,
    steps: [...steps, why],
  })
  const accepted = (deliveryDate: string, preparationDate: string, ...why: RuleStep[]): Schedule => ({
    accepted: true,
    deliveryDate,
    preparationDate,
    earliestDate,
    steps: [...steps, ...why],
  })

  if (wantedDate === undefined)
    return accepted(earliestDate, preparationStart, say.noWantedDate(earliestDate))
  const wanted = parseDay(wantedDate)
  if (wanted === undefined) return refused('not_a_working_day', say.wantedIsNoDay(earliestDate))
  const off = dayOff(wanted, closedDays)
  if (off) return refused('not_a_working_day', say.wantedIsDayOff(wanted, off, earliestDate))
  if (wanted < earliestDate) return refused('too_early', say.wantedIsTooEarly(wanted, earliestDate))
  const possible = say.wantedIsPossible(wanted, earliestDate)
  if (wanted === earliestDate) return accepted(wanted, preparationStart, possible)

  // The start is itself a working day that reaches every later date, so the search finds it or a later day.
  const days = shippingDays(zone, request.bottleCount)
  const preparationDate = lastWorkingDayUpTo(daysLater(wanted, -days), closedDays) ?? preparationStart
  return accepted(wanted, preparationDate, possible, say.laterPreparation(wanted, days, preparationDate))
}

type Earliest =
  | { deliveryDate: string; preparationDate: string; steps: RuleStep[] }
  | { deliveryDate?: undefined; steps: RuleStep[] }

function earliestDelivery(request: ScheduleRequest, say: Explanation): Earliest {
  const { orderedAt, zone, bottleCount, closedDays } = request
  const ordered = parisClock(orderedAt)
  const orderDay = ordered.toPlainDate().toString()
  const inTime = Temporal.PlainTime.compare(ordered, cutOff) < 0
  const firstDay = inTime ? orderDay : nextDay(orderDay)
  const preparationDate = firstWorkingDayFrom(firstDay, closedDays)
  if (preparationDate === undefined) return { steps: [say.noWorkingDay('preparation', firstDay)] }

  const days = shippingDays(zone, bottleCount)
  const arrival = daysLater(preparationDate, days)
  const steps = [
    say.cutOff(orderedAt, cutOff, inTime, firstDay),
    ...say.preparationStart(firstDay, preparationDate),
    say.shipping(bottleCount, days, arrival),
  ]
  const deliveryDate = firstWorkingDayFrom(arrival, closedDays)
  if (deliveryDate === undefined) return { steps: [...steps, say.noWorkingDay('handover', arrival)] }
  return { deliveryDate, preparationDate, steps: [...steps, ...say.earliestDate(arrival, deliveryDate)] }
}

const daysLater = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString()

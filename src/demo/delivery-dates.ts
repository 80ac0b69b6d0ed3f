import { parisClock } from '../core/calendar/paris-time.ts'
import { type Day, workingDayFrom, workingDayUpTo } from './demo-calendar.ts'
import type { Recipient } from './recipients.ts'

/** Demo orders keep the delays of real ones: 1 pm cut-off, then a number of days by zone. */
export function shippingDays(recipient: Recipient | null, bottleCount: number): number {
  if (!recipient) return 1
  if (recipient.country !== 'FR') return 6
  if (/^(75|92|93|94)/.test(recipient.zipcode)) return 1
  return bottleCount > 24 ? 4 : 3
}

export function firstPreparation(createdAt: Date): Day {
  const clock = parisClock(createdAt)
  const day = clock.toPlainDate()
  return workingDayFrom(clock.hour < 13 ? day : day.add({ days: 1 }))
}

export const deliveryAfter = (preparation: Day, days: number): Day =>
  workingDayFrom(preparation.add({ days }))

export const latestPreparation = (delivery: Day, days: number): Day =>
  workingDayUpTo(delivery.subtract({ days }))

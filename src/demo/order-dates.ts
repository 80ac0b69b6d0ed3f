import { Temporal } from 'temporal-polyfill'
import type { ClosedDays } from '../core/calendar/working-days.ts'
import { scheduleDelivery } from '../core/orders/delivery-schedule.ts'
import { deliveryZoneOf } from '../core/orders/delivery-zone.ts'
import type { RuleStep } from '../core/problems.ts'
import type { Day } from './demo-calendar.ts'
import type { Recipient } from './recipients.ts'

export type OrderDates = { deliveryDate: Day; preparationDate: Day; scheduleSteps: RuleStep[] }

const noClosedDays: ClosedDays = new Map()

/** Demo orders keep the delays of real ones. A wanted date that could not be reached gives none. */
export function orderDates(
  order: { createdAt: Date; recipient: Recipient | null },
  bottleCount: number,
  wanted?: Day,
): OrderDates | undefined {
  const schedule = scheduleDelivery({
    orderedAt: order.createdAt,
    zone: deliveryZoneOf(order.recipient ? { kind: 'delivery', ...order.recipient } : { kind: 'pickup' }),
    bottleCount,
    closedDays: noClosedDays,
    wantedDate: wanted?.toString(),
  })
  if (!schedule.accepted) return undefined
  return {
    deliveryDate: Temporal.PlainDate.from(schedule.deliveryDate),
    preparationDate: Temporal.PlainDate.from(schedule.preparationDate),
    scheduleSteps: schedule.steps,
  }
}

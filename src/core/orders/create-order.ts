import type { Database } from '../../db/database.ts'
import { closedDaysFrom } from '../calendar/closed-days.ts'
import { parisClock } from '../calendar/paris-time.ts'
import type { ClosedDays } from '../calendar/working-days.ts'
import type { Caller, Deps } from '../deps.ts'
import { recordOrderEvent } from '../events/record-order-event.ts'
import { notFound, type RuleStep, refuse, type Shortage } from '../problems.ts'
import { halfDayOf, listSlots, settleHours } from './delivery-hours.ts'
import { scheduleDelivery } from './delivery-schedule.ts'
import { deliveryZoneOf } from './delivery-zone.ts'
import { checkedRecipient, countBottles, type NewOrder, sumLines } from './new-order.ts'
import { openWholeOrder } from './open-whole-order.ts'
import type { Order, Recipient } from './order.ts'
import { findOrder } from './order-reads.ts'
import { type TimeOfDay, toRecord } from './order-record.ts'
import { insertOrderRow } from './order-writes.ts'
import { pickLines } from './pick-lines.ts'
import { mainWarehouse, placeBottles } from './place-bottles.ts'
import { inTurn } from './take-turn.ts'

export type WrittenOrder = { order: Order; shortages: Shortage[]; steps: readonly RuleStep[] }

/** Reserves the bottles and opens the order: every line or none, unless a partial order is allowed. */
export async function createOrder(deps: Deps, caller: Caller, given: NewOrder): Promise<WrittenOrder> {
  const lines = sumLines(given.lines)
  const order = { ...given, recipient: checkedRecipient(given.handover, given.recipient) }
  const now = deps.now()
  const closedDays = await closedDaysFrom(deps.db, parisClock(now).toPlainDate().toString())
  const recordFor = (bottleCount: number, timeOfDay: TimeOfDay) =>
    toRecord(
      { ...order, timeOfDay },
      scheduleOrRefuse({ ...order, bottleCount, orderedAt: now, closedDays }),
      caller,
    )

  if (!order.allowPartial) {
    const record = recordFor(countBottles(lines), order.timeOfDay)
    const opened = await openWholeOrder(deps.db, caller.accountId, lines, record, now)
    if (opened) return { order: opened, shortages: [], steps: record.schedule_steps ?? [] }
  }
  return inTurn(deps.db, caller.accountId, async (db) => {
    const { bottles, shortages } = await pickLines(db, caller.accountId, lines, order)
    const warehouseId = mainWarehouse(bottles)
    const timeOfDay = await settleTimeOfDay(db, warehouseId, order)
    const record = recordFor(bottles.length, timeOfDay)
    const row = { parentId: null, warehouseId, record }
    const orderId = await insertOrderRow(db, caller.accountId, row, now)
    await placeBottles(db, caller.accountId, { orderId, record, bottles }, now)
    await recordOrderEvent(db, caller.accountId, 'create', orderId, now)
    const created = await findOrder(db, caller.accountId, orderId)
    if (!created) throw notFound()
    return { order: created, shortages, steps: record.schedule_steps ?? [] }
  })
}

/** The hours of an order whose warehouse is known. */
async function settleTimeOfDay(
  db: Database,
  warehouseId: number,
  { handover, timeOfDay }: NewOrder,
): Promise<TimeOfDay> {
  if (typeof timeOfDay === 'string') return timeOfDay
  const window = settleHours(await listSlots(db, warehouseId, handover), timeOfDay)
  return { halfDay: halfDayOf(window.start), window }
}

type DatesAsked = {
  handover: NewOrder['handover']
  recipient: Recipient
  wantedDate: string | null
  bottleCount: number
  orderedAt: Date
  closedDays: ClosedDays
}

/** The dates the rules give to an order, or a refusal of the date that was asked for. */
export function scheduleOrRefuse({
  handover,
  recipient,
  wantedDate,
  bottleCount,
  orderedAt,
  closedDays,
}: DatesAsked) {
  const schedule = scheduleDelivery({
    orderedAt,
    zone: zoneOf(handover, recipient),
    bottleCount,
    closedDays,
    ...(wantedDate !== null && { wantedDate }),
  })
  if (schedule.accepted) return schedule
  const { reason, steps } = schedule
  const earliestDate = 'earliestDate' in schedule ? schedule.earliestDate : null
  throw refuse({ code: 'delivery_date_invalid', reason, earliestDate, steps })
}

export const zoneOf = (handover: NewOrder['handover'], { country, zipcode }: Recipient) =>
  deliveryZoneOf(
    handover === 'pickup'
      ? { kind: 'pickup' }
      : { kind: 'delivery', country: country ?? '', zipcode: zipcode ?? '' },
  )

import pg from 'pg'
import type { Database } from '../../db/database.ts'
import { closedDaysFrom } from '../calendar/closed-days.ts'
import { parisClock } from '../calendar/paris-time.ts'
import type { Caller, Deps } from '../deps.ts'
import { recordOrderEvent } from '../events/record-order-event.ts'
import { notFound, Refusal } from '../problems.ts'
import { scheduleOrRefuse, type WrittenOrder, zoneOf } from './create-order.ts'
import { shippingDays } from './delivery-zone.ts'
import { checkedRecipient, countBottles, type OrderLine, sumLines } from './new-order.ts'
import type { HalfDay, Order, Recipient } from './order.ts'
import { findOrder } from './order-reads.ts'
import { type Dates, toRecord } from './order-record.ts'
import {
  deleteOrderRows,
  lockForChange,
  readScheduleSteps,
  referenceTaken,
  releaseBottles,
  updateOrderRow,
} from './order-writes.ts'
import { type PickedLines, pickLines } from './pick-lines.ts'
import { mainWarehouse, placeBottles } from './place-bottles.ts'
import { inTurn } from './take-turn.ts'

/** What an owner wants changed; whatever is left out stays as it is. */
export type OrderChange = {
  looseLines?: OrderLine[]
  boxedLines?: OrderLine[]
  allowPartial: boolean
  handover?: 'pickup' | 'delivery'
  recipient: Partial<Recipient>
  wantedDate?: string
  halfDay?: HalfDay
  comment?: string | null
  reference?: string | null
}

/** Changes an order that is not in preparation yet. A change of content picks all bottles anew: every line or none. */
export async function editOrder(
  deps: Deps,
  caller: Caller,
  id: number,
  change: OrderChange,
): Promise<WrittenOrder> {
  const { accountId } = caller
  const now = deps.now()
  return inTurn(deps.db, accountId, async (db) => {
    const { childIds } = await lockForChange(db, accountId, id)
    const present = await findOrder(db, accountId, id)
    if (!present) throw notFound()
    const handover = change.handover ?? present.handover
    const next = {
      origin: present.origin,
      handover,
      recipient: checkedRecipient(handover, { ...present.recipient, ...change.recipient }),
      // Hours that were promised hold until another half of the day is asked for.
      timeOfDay: change.halfDay ?? { halfDay: present.halfDay, window: present.deliveryWindow },
      comment: change.comment === undefined ? present.comment : change.comment,
      reference: change.reference === undefined ? present.reference : change.reference,
    }
    const lines = linesAfter(present, change)
    const repick =
      lines && (await repickBottles(db, { accountId, orderIds: [id, ...childIds], lines, now }, change))
    const bottleCount = repick ? repick.bottles.length : countBottles(present.lines)
    const dates = await datesAfter(db, { present, next: { ...next, bottleCount }, change, now })
    const record = toRecord(next, dates, caller)
    const warehouseId = repick ? mainWarehouse(repick.bottles) : present.warehouse.id
    await updateOrderRow(db, accountId, { id, warehouseId, record }, now)
    if (repick) {
      await deleteOrderRows(db, accountId, childIds, now)
      const steps = dates.steps ?? (await readScheduleSteps(db, accountId, id))
      const childRecord = { ...record, schedule_steps: steps }
      await placeBottles(db, accountId, { orderId: id, record: childRecord, bottles: repick.bottles }, now)
    } else
      for (const child of present.children)
        await updateOrderRow(db, accountId, { id: child.id, warehouseId: child.warehouse.id, record }, now)
    await recordOrderEvent(db, accountId, 'update', id, now)
    const order = await findOrder(db, accountId, id)
    if (!order) throw notFound()
    const steps = await readScheduleSteps(db, accountId, id)
    return { order, shortages: repick?.shortages ?? [], steps }
  }).catch(async (error: unknown) => {
    const clashes = error instanceof pg.DatabaseError && error.constraint === 'orders_unique_reference'
    if (!clashes) throw error
    // The order may have had it before the owner asked for references to be unique.
    const reference = change.reference ?? (await findOrder(deps.db, accountId, id))?.reference ?? ''
    throw await referenceTaken(deps.db, accountId, reference)
  })
}

/** Loose and boxed lines are changed apart: leaving one of them out keeps it. */
function linesAfter(present: Order, { looseLines, boxedLines }: OrderChange): OrderLine[] | undefined {
  if (!looseLines && !boxedLines) return undefined
  const held = present.lines.map(({ wine, formatMl, boxCode, quantity }) => ({
    wineId: wine.id,
    formatMl,
    boxCode,
    quantity,
  }))
  return sumLines([
    ...(looseLines ?? held.filter(({ boxCode }) => boxCode === '')),
    ...(boxedLines ?? held.filter(({ boxCode }) => boxCode !== '')),
  ])
}

type Repick = { accountId: number; orderIds: number[]; lines: OrderLine[]; now: Date }

async function repickBottles(
  db: Database,
  { accountId, orderIds, lines, now }: Repick,
  change: OrderChange,
): Promise<PickedLines> {
  await releaseBottles(db, accountId, orderIds, now)
  return pickLines(db, accountId, lines, change)
}

type Changed = {
  present: Order
  next: { handover: Order['handover']; recipient: Recipient; bottleCount: number }
  change: OrderChange
  now: Date
}

/** A promised date holds while the way to the customer stays as long as it was; else the rules are asked again. */
async function datesAfter(db: Database, { present, next, change, now }: Changed): Promise<Dates> {
  const kept = { deliveryDate: present.deliveryDate, preparationDate: present.preparationDate, steps: null }
  const wayBefore = shippingDays(zoneOf(present.handover, present.recipient), countBottles(present.lines))
  const wayAfter = shippingDays(zoneOf(next.handover, next.recipient), next.bottleCount)
  const wantedDate = change.wantedDate ?? present.deliveryDate
  if (wantedDate === present.deliveryDate && wayAfter <= wayBefore && next.handover === present.handover)
    return kept
  const closedDays = await closedDaysFrom(db, parisClock(now).toPlainDate().toString())
  const asked = { ...next, orderedAt: now, closedDays }
  if (change.wantedDate !== undefined) return scheduleOrRefuse({ ...asked, wantedDate })
  try {
    return scheduleOrRefuse({ ...asked, wantedDate })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return scheduleOrRefuse({ ...asked, wantedDate: null })
  }
}

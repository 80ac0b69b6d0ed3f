import type { Database } from '../../db/database.ts'
import { statement, time } from '../../db/statement.ts'
import type { Span } from '../catalogue/warehouse-times.ts'
import { invalidField } from '../problems.ts'
import type { HalfDay } from './order.ts'

/** Hours that somebody asks for, `HH:MM`; what is left open is taken from the slot. */
export type WantedHours = { start: string | null; end: string | null }

const slotsOf = statement(
  'warehouse-slots.of-handover',
  `select starts, ends from warehouse_slots where warehouse_id = $1 and handover = $2 order by position`,
  { starts: time, ends: time },
)

/** The hours for which a warehouse promises goods; the first are the usual ones. */
export async function listSlots(
  db: Database,
  warehouseId: number,
  handover: 'pickup' | 'delivery',
): Promise<Span[]> {
  const rows = await db.rows(slotsOf, [warehouseId, handover])
  return rows.map(({ starts, ends }) => ({ start: starts.slice(0, 5), end: ends.slice(0, 5) }))
}

export const halfDayOf = (start: string): HalfDay => (start < '12:00' ? 'am' : 'pm')

/** The hours within the first slot that has room for what is wanted. */
export function settleHours(slots: readonly Span[], { start, end }: WantedHours): Span {
  if (start !== null && end !== null && start >= end)
    throw invalidField('delivery_end', 'must be later than delivery_start')
  const slot = slots.find(
    (each) =>
      (start === null || (start >= each.start && start < each.end)) &&
      (end === null || (end > each.start && end <= each.end)),
  )
  if (slot) return { start: start ?? slot.start, end: end ?? slot.end }
  const offered = slots.map((each) => `${each.start}-${each.end}`).join(', ')
  throw invalidField(
    start === null ? 'delivery_end' : 'delivery_start',
    offered
      ? `must be within one of the slots ${offered}`
      : 'cannot be chosen: the warehouse offers no hours',
  )
}

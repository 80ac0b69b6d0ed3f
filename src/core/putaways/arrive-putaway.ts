import { Temporal } from 'temporal-polyfill'
import type { Deps } from '../deps.ts'
import { invalidField } from '../problems.ts'
import type { Staff } from '../staff/staff.ts'
import { requireStep } from './putaway.ts'
import type { PutawayDetail } from './putaway-detail-reads.ts'
import { lockPutaway, markPutawayArrived, recordStep } from './putaway-writes.ts'
import { tellOfPutaway } from './tell-of-putaway.ts'
import { withPutaway } from './with-putaway.ts'

/** How the goods came in. Who says nothing of the person means themselves, and of the time, now. */
export type NewArrival = {
  receivedBy: string | null
  /** ISO 8601 with an offset. */
  arrivedAt: string | null
  parcels: number
  remarks: string
}

const longestAgoMs = 366 * 24 * 3_600_000

/** The goods stand in the warehouse. Nothing of them is in stock before they are counted. */
export const arrivePutaway = (
  deps: Deps,
  staff: Staff,
  id: number,
  { receivedBy, arrivedAt, parcels, remarks }: NewArrival,
): Promise<PutawayDetail> =>
  withPutaway(deps, id, async (within, accountId) => {
    const { db } = within
    const now = within.now()
    requireStep(await lockPutaway(db, accountId, id), 'arrived')
    const came = arrivedAt === null ? now : readPastTime(arrivedAt, now)
    const arrival = { arrivedAt: came, receivedBy: receivedBy ?? staff.name, parcels, remarks }
    await markPutawayArrived(db, accountId, id, arrival, now)
    await recordStep(db, accountId, id, 'arrived', staff, now)
    return tellOfPutaway(within, accountId, id, 'update')
  })

function readPastTime(text: string, now: Date): Date {
  const moment = parseMoment(text)
  if (!moment)
    throw invalidField('arrived_at', 'must be a moment with an offset such as 2026-11-30T09:30:00+01:00')
  const agoMs = now.getTime() - moment.getTime()
  if (agoMs < 0) throw invalidField('arrived_at', 'must not lie in the future')
  if (agoMs > longestAgoMs) throw invalidField('arrived_at', 'must lie within the last year')
  return moment
}

function parseMoment(text: string): Date | undefined {
  try {
    return new Date(Temporal.Instant.from(text).epochMilliseconds)
  } catch {
    return undefined
  }
}

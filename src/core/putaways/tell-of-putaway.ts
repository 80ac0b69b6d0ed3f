import type { Deps } from '../deps.ts'
import { type Change, recordEvent } from '../events/record-event.ts'
import { notFound } from '../problems.ts'
import { getPutawayDetail, type PutawayDetail } from './putaway-detail-reads.ts'
import { findPutaway } from './putaway-reads.ts'

/** Tells of a change as the owner sees it, and gives the putaway as the warehouse does. */
export async function tellOfPutaway(
  { db, now }: Deps,
  accountId: number,
  id: number,
  change: Change,
): Promise<PutawayDetail> {
  const record = await findPutaway(db, accountId, id)
  if (!record) throw notFound()
  await recordEvent(db, accountId, change, { subject: 'putaway', record }, now())
  return getPutawayDetail(db, accountId, id)
}

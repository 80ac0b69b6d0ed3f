import { getLocations } from '../catalogue/location-reads.ts'
import type { Deps } from '../deps.ts'
import { tellOwner } from '../mails/tell-owner.ts'
import { invalidField } from '../problems.ts'
import type { Staff } from '../staff/staff.ts'
import { allotBottles } from './allot-bottles.ts'
import { type CountLine, countedBottles, keepCount } from './count-putaway.ts'
import { countBottles, requireStep, stepNotPossible } from './putaway.ts'
import {
  brokenOnArrival,
  lockAnnouncedBottles,
  shelveBottles,
  shelveUnannouncedBottles,
  turnBottlesAway,
} from './putaway-bottle-writes.ts'
import { markPutawayValidated, readCount } from './putaway-count-writes.ts'
import type { PutawayDetail } from './putaway-detail-reads.ts'
import { receivedInWords } from './putaway-mails.ts'
import { lockPutaway, recordStep } from './putaway-writes.ts'
import { tellOfPutaway } from './tell-of-putaway.ts'
import { withPutaway } from './with-putaway.ts'

/** Takes what was counted into stock, once and for all. A count that is given takes the place of the one that was kept. */
export const validatePutaway = (
  deps: Deps,
  staff: Staff,
  id: number,
  count: readonly CountLine[] | null,
): Promise<PutawayDetail> =>
  withPutaway(deps, id, async (within, accountId) => {
    const { db } = within
    const now = within.now()
    const { status, warehouseId, isCounted } = await lockPutaway(db, accountId, id)
    requireStep({ id, status }, 'validated')
    const which = { accountId, putawayId: id, warehouseId }
    if (count) await keepCount(db, which, count, staff, now)
    else if (!isCounted) throw stepNotPossible({ id, status }, 'must be counted before it is validated')
    await stock(within, which, now)
    await markPutawayValidated(db, which, now)
    await recordStep(db, accountId, id, 'validated', staff, now)
    const validated = await tellOfPutaway(within, accountId, id, 'update')
    const mail = receivedInWords(validated)
    await tellOwner(within, accountId, { kind: 'bottle_received', copies: 'stock', ...mail })
    return validated
  })

type Which = { accountId: number; putawayId: number; warehouseId: number }

/** Every announced bottle is stored, broken or missing from here on, and every other that came is made. */
async function stock({ db }: Deps, which: Which, now: Date): Promise<void> {
  const { accountId, putawayId, warehouseId } = which
  const counted = await readCount(db, which)
  if (countedBottles(counted.map((line) => ({ ...line, quantity: countBottles(line.places) }))) === 0)
    throw invalidField('lines', 'must count at least one bottle; refuse the putaway when nothing came')
  // A place may have been taken out of use since the count.
  const codes = counted.flatMap(({ places }) => places.map(({ code }) => code))
  await getLocations(db, warehouseId, codes, () => 'lines')
  const announced = await lockAnnouncedBottles(db, accountId, putawayId)
  const { stored, broken, missing, unannounced } = allotBottles(announced, counted)
  await shelveBottles(db, which, stored, now)
  await shelveUnannouncedBottles(db, which, unannounced, now)
  const refused = { ids: broken, kind: 'refused', comment: brokenOnArrival } as const
  await turnBottlesAway(db, accountId, putawayId, refused, now)
  await turnBottlesAway(db, accountId, putawayId, { ids: missing, kind: 'missing', comment: '' }, now)
}

import type { Deps } from '../deps.ts'
import { tellOwner } from '../mails/tell-owner.ts'
import type { Staff } from '../staff/staff.ts'
import { requireStep } from './putaway.ts'
import { lockAnnouncedBottles, turnBottlesAway } from './putaway-bottle-writes.ts'
import { forgetCount } from './putaway-count-writes.ts'
import type { PutawayDetail } from './putaway-detail-reads.ts'
import { refusedInWords } from './putaway-mails.ts'
import { lockPutaway, markPutawayRefused, recordStep } from './putaway-writes.ts'
import { tellOfPutaway } from './tell-of-putaway.ts'
import { withPutaway } from './with-putaway.ts'

/** Sends all of it back, or gives up waiting for it. What was counted is forgotten: none of it came into the cellar. */
export const refusePutaway = (deps: Deps, staff: Staff, id: number, reason: string): Promise<PutawayDetail> =>
  withPutaway(deps, id, async (within, accountId) => {
    const { db } = within
    const now = within.now()
    requireStep(await lockPutaway(db, accountId, id), 'refused')
    await lockAnnouncedBottles(db, accountId, id)
    await turnBottlesAway(db, accountId, id, { kind: 'refused', comment: reason }, now)
    await forgetCount(db, { accountId, putawayId: id }, null)
    await markPutawayRefused(db, accountId, id, reason, now)
    await recordStep(db, accountId, id, 'refused', staff, now)
    const refused = await tellOfPutaway(within, accountId, id, 'update')
    const mail = refusedInWords(refused)
    await tellOwner(within, accountId, { kind: 'putaway_refused', copies: 'stock', ...mail })
    return refused
  })

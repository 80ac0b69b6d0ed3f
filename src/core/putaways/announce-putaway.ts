import { refuseUnknownGoods } from '../catalogue/goods.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../in-transaction.ts'
import { tellOwner } from '../mails/tell-owner.ts'
import { atTimeOf } from '../sandbox/account-clock.ts'
import type { Staff } from '../staff/staff.ts'
import { type AnnouncedLine, sumAnnounced } from './putaway.ts'
import { announceBottles } from './putaway-bottle-writes.ts'
import type { PutawayDetail } from './putaway-detail-reads.ts'
import { announcedInWords } from './putaway-mails.ts'
import {
  type Announcement,
  insertPutawayRow,
  recordStep,
  refuseUnknownParties,
  writeAnnouncedLines,
} from './putaway-writes.ts'
import { tellOfPutaway } from './tell-of-putaway.ts'

export type NewPutaway = Announcement & {
  accountId: number
  warehouseId: number
  lines: readonly AnnouncedLine[]
}

/** Opens a putaway. From now on its bottles are the owner's future ones. */
export const announcePutaway = (deps: Deps, staff: Staff, putaway: NewPutaway): Promise<PutawayDetail> =>
  inTransaction(deps, async (outside) => {
    const { accountId, warehouseId, lines } = putaway
    const within = await atTimeOf(outside, accountId)
    const { db } = within
    const now = within.now()
    const announced = sumAnnounced(lines)
    await refuseUnknownParties(db, accountId, warehouseId)
    await refuseUnknownGoods(db, lines, 'lines')
    const id = await insertPutawayRow(db, accountId, putaway, now)
    await writeAnnouncedLines(db, accountId, id, announced)
    await announceBottles(db, accountId, id, announced, now)
    await recordStep(db, accountId, id, 'announced', staff, now)
    const opened = await tellOfPutaway(within, accountId, id, 'create')
    await tellOwner(within, accountId, { kind: 'putaway_new', copies: 'stock', ...announcedInWords(opened) })
    return opened
  })

import { refuseUnknownGoods } from '../catalogue/goods.ts'
import type { Deps } from '../deps.ts'
import type { Staff } from '../staff/staff.ts'
import { type AnnouncedLine, goodsKey, requireStatus, sumAnnounced } from './putaway.ts'
import {
  type AnnouncedBottles,
  announceBottles,
  lockAnnouncedBottles,
  turnBottlesAway,
} from './putaway-bottle-writes.ts'
import type { PutawayDetail } from './putaway-detail-reads.ts'
import {
  type Announcement,
  lockPutaway,
  recordStep,
  updateAnnouncementRow,
  writeAnnouncedLines,
} from './putaway-writes.ts'
import { tellOfPutaway } from './tell-of-putaway.ts'
import { withPutaway } from './with-putaway.ts'

export type ChangedAnnouncement = Announcement & { lines: readonly AnnouncedLine[] }

/** Replaces what was announced, as long as nothing has arrived: bottles are added, and others called off. */
export const changeAnnouncement = (
  deps: Deps,
  staff: Staff,
  id: number,
  change: ChangedAnnouncement,
): Promise<PutawayDetail> =>
  withPutaway(deps, id, async (within, accountId) => {
    const { db } = within
    const now = within.now()
    requireStatus(await lockPutaway(db, accountId, id), 'announced', 'can be changed')
    const lines = sumAnnounced(change.lines)
    await refuseUnknownGoods(db, change.lines, 'lines')
    const { added, calledOff } = compareAnnouncements(await lockAnnouncedBottles(db, accountId, id), lines)
    await updateAnnouncementRow(db, accountId, id, change, now)
    await writeAnnouncedLines(db, accountId, id, lines)
    await turnBottlesAway(
      db,
      accountId,
      id,
      { ids: calledOff, kind: 'refused', comment: 'no longer announced' },
      now,
    )
    await announceBottles(db, accountId, id, added, now)
    await recordStep(db, accountId, id, 'changed', staff, now)
    return tellOfPutaway(within, accountId, id, 'update')
  })

/** What must be announced besides, and which bottles no longer: those that were announced last. */
export function compareAnnouncements(
  present: readonly AnnouncedBottles[],
  wanted: readonly AnnouncedLine[],
): { added: AnnouncedLine[]; calledOff: number[] } {
  const idsOf = new Map(present.map((line) => [goodsKey(line), line.ids]))
  const wantedOf = new Map(wanted.map((line) => [goodsKey(line), line.quantity]))
  return {
    added: wanted
      .map((line) => ({ ...line, quantity: line.quantity - (idsOf.get(goodsKey(line))?.length ?? 0) }))
      .filter(({ quantity }) => quantity > 0),
    calledOff: present.flatMap((line) => line.ids.slice(wantedOf.get(goodsKey(line)) ?? 0)),
  }
}

import type { Deps } from '../deps.ts'
import type { IncomingFile } from '../files/receive-file.ts'
import { type Commit, uploadFiles } from '../files/upload.ts'
import type { Staff } from '../staff/staff.ts'
import { getPutawayDetail, type PutawayDetail } from './putaway-detail-reads.ts'
import { countPutawayFiles, insertPutawayFiles } from './putaway-files.ts'
import { accountOfPutaway } from './putaway-reads.ts'
import { lockPutaway, recordStep } from './putaway-writes.ts'

/** Attaches delivery notes and photographs to a putaway: all of them or none. Whatever became of the goods, there may be proof to add. */
export async function attachPutawayFiles<T>(
  deps: Deps,
  staff: Staff,
  id: number,
  files: AsyncIterable<IncomingFile>,
  commit: Commit<PutawayDetail, T>,
): Promise<T> {
  const accountId = await accountOfPutaway(deps.db, id)
  return uploadFiles(
    deps,
    {
      accountId,
      noun: 'putaway',
      lock: (db) => lockPutaway(db, accountId, id),
      count: (db) => countPutawayFiles(db, accountId, id),
      insert: async (db, stored, now) => {
        await insertPutawayFiles(db, accountId, id, stored, now)
        await recordStep(db, accountId, id, 'files_attached', staff, now)
      },
      read: (db) => getPutawayDetail(db, accountId, id),
    },
    files,
    commit,
  )
}

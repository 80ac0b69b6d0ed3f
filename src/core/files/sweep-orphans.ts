import type { Database } from '../../db/database.ts'
import { bool, statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'

/** The keys that one upload may use. They are written down before the first byte is stored. */
export type ExpectedFiles = { accountId: number; keys: readonly string[] }

const sweepTask = 'sweep_orphans'

// By the clock of the database, not of the business, which a preproduction may set back: an upload that still runs must not be swept.
const scheduleSweep = statement(
  'files.schedule-sweep',
  `select true as scheduled from graphile_worker.add_job($1, payload := $2::json, run_at := now() + interval '24 hours', job_key := $3)`,
  { scheduled: bool },
)
const cancelSweep = statement(
  'files.cancel-sweep',
  'select true as cancelled from graphile_worker.remove_job($1)',
  {
    cancelled: bool,
  },
)
const attachedKeys = statement(
  'files.attached-keys',
  `select storage_key as key from order_files where account_id = $1 and storage_key = any($2::text[])
   union all select storage_key from putaway_files where account_id = $1 and storage_key = any($2::text[])`,
  { key: text },
)

const jobKey = ({ keys: [first] }: ExpectedFiles) => `files ${first}`

/**
 * A crash between storing a file and inserting its row would leave a file that nobody knows. So a job is set before, which looks in
 * a day whether the rows have come, and is taken back in the transaction that inserts them. Unlike a search of the store for files
 * without a row it needs no listing, works on every kind of store, and cannot mistake files of another database for orphans.
 */
export const expectFiles = (db: Database, expected: ExpectedFiles): Promise<unknown> =>
  db.row(scheduleSweep, [sweepTask, JSON.stringify(expected), jobKey(expected)])

export const stopExpecting = (db: Database, expected: ExpectedFiles): Promise<unknown> =>
  db.row(cancelSweep, [jobKey(expected)])

/** Removes from the store what has no row, finished or not, and tells how many keys that were. */
export async function sweepOrphans(deps: Deps, { accountId, keys }: ExpectedFiles): Promise<number> {
  const attached = await deps.db.rows(attachedKeys, [accountId, keys])
  const orphans = keys.filter((key) => !attached.some((each) => each.key === key))
  for (const key of orphans) await deps.files.remove(key)
  return orphans.length
}

import type { Database } from '../../db/database.ts'
import { bool, statement, text } from '../../db/statement.ts'
import { notFound } from '../problems.ts'
import type { Staff } from '../staff/staff.ts'
import type { Counts, Import, NewImport, Progress, Report } from './import.ts'
import { importColumns, importRow, toImport } from './import-reads.ts'

export const runImportTask = 'run_import'

const insertImport = statement(
  'imports.insert',
  `insert into imports (kind, account_id, warehouse_id, file_name, state, is_dry_run, makes_wines, is_again, runs_as_job, storage_key,
     staff_id, staff_name, created_at)
   values ($1, $2, $3, $4, 'receiving', $5, $6, $7, $8, $9, $10, $11, $12) returning ${importColumns}`,
  importRow,
)
const markReceived = statement(
  'imports.mark-received',
  `update imports set state = 'checking', size_bytes = $2, digest = $3, report = $4 where id = $1 and state = 'receiving'
   returning ${importColumns}`,
  importRow,
)
const showProgress = statement(
  'imports.show-progress',
  `update imports set state = $2, lines_read = $3, lines_bad = $4, made = $5
   where id = $1 and state in ('checking', 'writing')`,
  {},
)
const markDone = statement(
  'imports.mark-done',
  `update imports set state = 'done', lines_read = $2, lines_bad = 0, made = $3, known = $4, wines_made = $5, report = $6,
     finished_at = $7 where id = $1 returning ${importColumns}`,
  importRow,
)
const markNotDone = statement(
  'imports.mark-not-done',
  `update imports set state = $2, lines_read = $3, lines_bad = $4, made = 0, report = report || $5, failure = $6, finished_at = $7
   where id = $1 and state in ('receiving', 'checking', 'writing')`,
  {},
)
const forgetFile = statement('imports.forget-file', 'update imports set storage_key = null where id = $1', {})
const deleteImport = statement('imports.delete', 'delete from imports where id = $1', {})

const setJob = (name: string, runAt: string) =>
  statement(
    name,
    `select true as added from graphile_worker.add_job('${runImportTask}', payload := json_build_object('importId', $1::bigint),
       run_at := ${runAt}, job_key := 'import ' || $1, max_attempts := 5)`,
    { added: bool },
  )
// By the clock of the database, not of the business, which a preproduction may set back.
const expectEnd = setJob('imports.expect-end', `now() + interval '1 hour'`)
const queueRun = setJob('imports.queue-run', 'now()')
const cancelJob = statement(
  'imports.cancel-job',
  `select true as cancelled from graphile_worker.remove_job('import ' || $1::bigint)`,
  { cancelled: bool },
)
const lockImport = statement(
  'imports.lock',
  `select pg_advisory_xact_lock(hashtextextended('import', $1))::text as locked`,
  { locked: text },
)
const tryLock = statement(
  'imports.try-lock',
  `select pg_try_advisory_xact_lock(hashtextextended('import', $1)) as locked`,
  { locked: bool },
)
const lockDigest = statement(
  'imports.lock-digest',
  `select pg_advisory_xact_lock(hashtextextended('import of ' || $1, coalesce($2::bigint, 0)))::text as locked`,
  { locked: text },
)

/**
 * Opens the record of an import before its first byte is here, with a job that looks in an hour what became of it: a crash must
 * leave neither a file that nobody knows nor an import that never ends.
 */
export async function openImport(
  db: Database,
  staff: Staff,
  given: NewImport,
  storageKey: string,
  now: Date,
): Promise<Import> {
  return db.transaction(async (within) => {
    const values = [given.kind, given.accountId, given.warehouseId, given.fileName, given.isDryRun]
    const choices = [given.makesWines, given.isAgain, given.runsAsJob, storageKey]
    const row = await within.row(insertImport, [...values, ...choices, staff.id, staff.name, now])
    if (!row) throw notFound()
    await within.row(expectEnd, [row.id])
    return toImport(row)
  })
}

export async function keepReceived(
  db: Database,
  id: number,
  { size, digest, report }: { size: number; digest: Buffer; report: Report },
): Promise<Import> {
  const row = await db.row(markReceived, [id, size, digest, JSON.stringify(report)])
  if (!row) throw notFound()
  return toImport(row)
}

export const keepProgress = (db: Database, id: number, progress: Progress): Promise<number> =>
  db.run(showProgress, [id, progress.state, progress.linesRead, progress.linesBad, progress.made])

export async function finishImport(
  db: Database,
  id: number,
  { counts, report }: { counts: Counts; report: Report },
  now: Date,
): Promise<Import> {
  const { linesRead, made, known, winesMade } = counts
  const row = await db.row(markDone, [id, linesRead, made, known, winesMade, JSON.stringify(report), now])
  if (!row) throw notFound()
  return toImport(row)
}

type Ending = { state: 'refused' | 'failed'; failure: string; report: Report; counts: Counts }

export const endImport = (db: Database, id: number, ending: Ending, now: Date): Promise<number> =>
  db.run(markNotDone, [
    id,
    ending.state,
    ending.counts.linesRead,
    ending.counts.linesBad,
    JSON.stringify(ending.report),
    ending.failure.slice(0, 2000),
    now,
  ])

export const queueImport = (db: Database, id: number): Promise<unknown> => db.row(queueRun, [id])

/** After the file is gone from the store. */
export async function closeImport(db: Database, id: number): Promise<void> {
  await db.run(forgetFile, [id])
  await db.row(cancelJob, [id])
}

/** For a record of a request that turned out to be a repeat. */
export async function dropImport(db: Database, id: number): Promise<void> {
  await db.run(deleteImport, [id])
  await db.row(cancelJob, [id])
}

/** Until the end of the transaction nobody else runs this import. */
export const lockRun = (db: Database, id: number): Promise<unknown> => db.row(lockImport, [id])
export const tryLockRun = async (db: Database, id: number): Promise<boolean> =>
  (await db.row(tryLock, [id]))?.locked ?? false
/** Until the end of the transaction no other import of the same file for the same account begins. */
export const lockFile = (db: Database, { digest, accountId }: Import): Promise<unknown> =>
  db.row(lockDigest, [digest?.toString('hex') ?? '', accountId])

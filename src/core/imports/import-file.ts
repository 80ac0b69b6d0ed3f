import pg from 'pg'
import type { Deps } from '../deps.ts'
import { freshKey } from '../files/file-store.ts'
import { invalidField, Refusal } from '../problems.ts'
import type { Staff } from '../staff/staff.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { type Import, ImportRefusal, type NewImport, noCounts, type Progress } from './import.ts'
import { findDestination, getImport } from './import-reads.ts'
import { inImportTurn } from './import-turns.ts'
import { closeImport, dropImport, endImport, keepReceived, openImport, queueImport } from './import-writes.ts'
import { receiveTable } from './receive-table.ts'
import { refuseRepeat, runImport } from './run-import.ts'

/** How the work comes to be done: at once, or not at all when the same request was answered before. */
export type Commit<T> = {
  run: (fingerprint: string, work: (within: Deps) => Promise<Import>) => Promise<T>
  listen?: (progress: Progress) => void
}

/**
 * Takes a file in and imports it, or leaves that to a job. The file lies in the store until it is done with, so that a slow sender
 * holds no connection to the database, and so that another process can do the work. What becomes of it stays in its record.
 */
export async function importFile<T>(
  deps: Deps,
  staff: Staff,
  given: NewImport,
  bytes: AsyncIterable<Buffer>,
  commit: Commit<T>,
): Promise<T> {
  await refuseUnknownDestination(deps, given)
  const storageKey = freshKey()
  const { id } = await openImport(deps.db, staff, given, storageKey, deps.now())
  let fate: 'unheard' | 'begun' | 'queued' = 'begun'
  try {
    const received = await receive(deps, id, storageKey, given, bytes)
    fate = 'unheard'
    const work = async (within: Deps) => {
      fate = 'begun'
      if (!given.runsAsJob) return runImport(deps, within, id, commit.listen)
      await refuseRepeat(within.db, received)
      await queueImport(within.db, id)
      return getImport(within.db, id)
    }
    const fingerprint = received.digest?.toString('hex') ?? ''
    const run = () => commit.run(fingerprint, work)
    const answer = await (given.runsAsJob ? run() : inImportTurn(run))
    if (given.runsAsJob && isBegun(fate)) fate = 'queued'
    return answer
  } catch (error) {
    const ended = asRefusal(error)
    if (isBegun(fate)) await endWith(deps, id, ended)
    throw ended
  } finally {
    // A request that repeats another was answered by what was kept of that one, and needs no record of its own.
    if (fate !== 'queued') await discardFile(deps, id, storageKey, isBegun(fate) ? closeImport : dropImport)
  }
}

// What is assigned inside of the work is not seen by the compiler.
const isBegun = (fate: string) => fate === 'begun'

async function refuseUnknownDestination(
  { db }: Deps,
  { kind, accountId, warehouseId }: NewImport,
): Promise<void> {
  if (kind === 'wines') return
  const { hasAccount, hasWarehouse } = await findDestination(db, accountId, warehouseId)
  if (!hasAccount) throw invalidField('account_id', 'must be the number of an account')
  if (!hasWarehouse) throw invalidField('warehouse_id', 'must be the number of a warehouse')
}

async function receive(
  deps: Deps,
  id: number,
  key: string,
  { fileName }: NewImport,
  bytes: AsyncIterable<Buffer>,
): Promise<Import> {
  const { size, digest, text } = await receiveTable(deps.files, key, fileName, bytes)
  const report = 'encoding' in text ? { encoding: text.encoding } : {}
  const received = await keepReceived(deps.db, id, { size, digest, report })
  if ('problem' in text) throw new ImportRefusal(text.problem)
  return received
}

const queryCancelled = '57014'

/** Waiting for a request with the same key has its limit; whoever reaches it may ask again. */
function asRefusal(error: unknown): unknown {
  return error instanceof pg.DatabaseError && error.code === queryCancelled
    ? new WorkRefusal(
        'taken_by_another',
        'The same request is being worked on. Look at the list of imports, or send it again later.',
      )
    : error
}

/** Writes down why an import did not come to its end. A refusal says so in its own words; anything else is our fault. */
export async function endWith(deps: Deps, id: number, error: unknown): Promise<void> {
  const { report, counts } = error instanceof ImportRefusal ? error : { report: {}, counts: noCounts }
  const state = error instanceof WorkRefusal ? 'refused' : 'failed'
  const ending = { state, failure: wordsFor(error), report, counts } as const
  // When the database is gone just now, the job that waits for the end of the import tells that it failed.
  await endImport(deps.db, id, ending, deps.now()).catch(() => {})
}

function wordsFor(error: unknown): string {
  if (error instanceof WorkRefusal) return error.message
  if (!(error instanceof Refusal)) return 'Something went wrong on our side. Send the file again.'
  const { problem } = error
  if (problem.code === 'file_too_large') return `The file is larger than ${problem.largestFileBytes} bytes.`
  if (problem.code === 'fields_invalid')
    return `The ${problem.fields.map(({ field, message }) => `${field} ${message}`).join('; ')}.`
  return 'The request was refused.'
}

/** When the store or the database is gone just now, the job that waits for the end of the import does it. */
const discardFile = (...given: Parameters<typeof removeFile>): Promise<void> =>
  removeFile(...given).catch(() => {})

export async function removeFile(deps: Deps, id: number, key: string, then = closeImport): Promise<void> {
  await deps.files.remove(key)
  await then(deps.db, id)
}

import { recordAudit } from '../audit/record-audit.ts'
import type { Deps } from '../deps.ts'
import { MissingFile } from '../files/file-store.ts'
import { inTransaction } from '../in-transaction.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { auditDetail } from './audit-detail.ts'
import { type Import, noCounts } from './import.ts'
import { endWith, removeFile } from './import-file.ts'
import { findImport } from './import-reads.ts'
import { inImportTurn } from './import-turns.ts'
import { endImport, lockRun, tryLockRun } from './import-writes.ts'
import { runImport } from './run-import.ts'

/**
 * The job of an import: does its work when that was left to a job, and clears up after a process that went away in the middle of it.
 * It may run any number of times; what is done stays as it is.
 */
export async function runImportJob(deps: Deps, id: number, isLastAttempt: boolean): Promise<void> {
  const opened = await findImport(deps.db, id)
  if (!opened) return
  if (['receiving', 'checking', 'writing'].includes(opened.state)) {
    if (opened.runsAsJob && opened.state !== 'receiving') await runOrEnd(deps, id, isLastAttempt)
    else await giveUp(deps, opened)
  }
  if (opened.storageKey) await removeFile(deps, id, opened.storageKey)
}

async function runOrEnd(deps: Deps, id: number, isLastAttempt: boolean): Promise<void> {
  try {
    await inImportTurn(() => inTransaction(deps, (within) => runAudited(deps, within, id)))
  } catch (error) {
    const isFinal = error instanceof WorkRefusal || error instanceof MissingFile
    if (!isFinal && !isLastAttempt) throw error
    await endWith(deps, id, error)
    if (!isFinal) throw error
  }
}

async function runAudited(deps: Deps, within: Deps, id: number): Promise<void> {
  await lockRun(within.db, id)
  if ((await findImport(within.db, id))?.state === 'done') return
  const done = await runImport(deps, within, id)
  const { kind, accountId, staffName } = done
  const deed = { action: `import.${kind}`, accountId, subjectId: id, detail: auditDetail(done) }
  await recordAudit(within.db, { via: 'job', staffName }, deed, within.now())
}

/** The request that brought the file never came to its end. One that still runs holds its lock, and is asked again later. */
async function giveUp(deps: Deps, { id, linesRead, linesBad }: Import): Promise<void> {
  const failure = 'The service stopped before the import was done. Nothing was written; send the file again.'
  const counts = { ...noCounts, linesRead, linesBad }
  await inTransaction(deps, async ({ db, now }) => {
    if (!(await tryLockRun(db, id))) throw new Error(`Import ${id} is still running`)
    await endImport(db, id, { state: 'failed', failure, report: {}, counts }, now())
  })
}

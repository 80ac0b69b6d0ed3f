import type { Database } from '../../db/database.ts'
import { statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { atTimeOf, realTime } from '../sandbox/account-clock.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { checkStock } from './check-stock.ts'
import { findWines, makeWines, takeTurnAtMakingWines } from './find-wines.ts'
import { type Counts, type Import, ImportRefusal, type Progress, type Report } from './import.ts'
import { ImportProgress } from './import-progress.ts'
import { findDoneBefore, getImport } from './import-reads.ts'
import { finishImport, lockFile, lockRun } from './import-writes.ts'
import { type ReadFile, readFile } from './read-file.ts'
import { Staging } from './staging.ts'
import { writeStock } from './write-stock.ts'

const takeYourTime = statement(
  'imports.without-limit',
  `select set_config('statement_timeout', '0', true) as statements,
     set_config('idle_in_transaction_session_timeout', '600000', true) as pauses`,
  { statements: text, pauses: text },
)
const beginRehearsal = statement('imports.begin-rehearsal', 'savepoint rehearsal', {})
const endRehearsal = statement('imports.end-rehearsal', 'rollback to savepoint rehearsal', {})

/**
 * Checks every line of a received file and writes what it brings: all of it, or nothing when a single line is wrong. `within` is the
 * transaction of the import, `deps` are outside of it and tell how far it is.
 */
export async function runImport(
  deps: Deps,
  within: Deps,
  id: number,
  listen: (progress: Progress) => void = () => {},
): Promise<Import> {
  const { db } = within
  await db.run(takeYourTime)
  await lockRun(db, id)
  const opened = await getImport(db, id)
  if (opened.state !== 'checking' && opened.state !== 'writing')
    throw new WorkRefusal('step_not_possible', `Import ${id} is ${opened.state}. Send the file again.`)
  // Another import of the same file may be about to end.
  await lockFile(db, opened)
  await refuseRepeat(db, opened)

  const progress = new ImportProgress(deps, id, listen)
  try {
    if (opened.isDryRun) await db.run(beginRehearsal)
    const staging = new Staging(db, id)
    const ofOwner = opened.accountId === null ? within : await atTimeOf(within, opened.accountId)
    const file = await readFile(ofOwner, opened, staging, (counts) =>
      progress.note({ state: 'checking', ...counts }),
    )
    const counts = await writeRows(ofOwner, opened, file, progress)
    if (opened.isDryRun) await db.run(endRehearsal)
    else await staging.clear()
    await progress.settle()
    return await finishImport(db, id, { counts, report: file.report }, within.now())
  } finally {
    await progress.settle()
  }
}

/** Stock that came in twice is found at the next count, if at all; so the same file is taken once. */
export async function refuseRepeat(db: Database, opened: Import): Promise<void> {
  if (opened.kind !== 'stock' || opened.isAgain) return
  const before = await findDoneBefore(db, opened)
  if (before !== undefined)
    throw new WorkRefusal(
      'already_exists',
      `Import ${before} has brought this file into the same warehouse. To bring the same stock in once more, send it with again=1.`,
    )
}

async function writeRows(
  deps: Deps,
  opened: Import,
  file: ReadFile,
  progress: ImportProgress,
): Promise<Counts> {
  const { db, now } = deps
  const { id, makesWines } = opened
  const isStock = opened.kind === 'stock'
  if (makesWines) await takeTurnAtMakingWines(db)
  await findWines(db, id, isStock)
  await refuseBadLines(db, opened, file)
  const counts: Counts = { linesRead: file.lines, linesBad: 0, made: 0, known: 0, winesMade: 0 }
  progress.note({ state: 'writing', ...counts })
  if (makesWines) counts.winesMade = await makeWines(db, id, isStock, realTime(deps))
  if (!isStock) return { ...counts, made: counts.winesMade, known: file.lines - counts.winesMade }
  // Lines that name the same new wine in different ways may have made several that fit a third.
  if (counts.winesMade > 0) await refuseBadLines(db, opened, file)
  if (opened.isDryRun) return { ...counts, made: file.bottles }
  const { accountId, warehouseId } = opened
  const arrival = { importId: id, accountId, warehouseId, comment: `Opening stock, import ${id}` }
  const made = await writeStock(db, arrival, now(), (written) =>
    progress.note({ state: 'writing', ...counts, made: written }),
  )
  return { ...counts, made }
}

async function refuseBadLines(db: Database, opened: Import, file: ReadFile): Promise<void> {
  const { errors, lines, unreadable } = file
  const found =
    opened.kind === 'stock'
      ? await checkStock(db, opened.id, opened, file.columnOf)
      : { errors: [], errorCount: 0, badLines: file.badLines }
  errors.addFound(found.errors, found.errorCount)
  const linesBad = found.badLines + unreadable
  if (linesBad === 0) return
  const report: Report = { ...file.report, errors: errors.first(), errorCount: errors.count }
  const counts: Counts = { linesRead: lines, linesBad, made: 0, known: 0, winesMade: 0 }
  throw new ImportRefusal(sentenceOf(opened.id, report, counts), report, counts)
}

function sentenceOf(id: number, { errors = [], errorCount = 0 }: Report, counts: Counts): string {
  const { linesBad, linesRead } = counts
  const [are, they] = linesBad === 1 ? ['is', 'it'] : ['are', 'them']
  const listed =
    errorCount > errors.length ? ` The first ${errors.length} of ${errorCount} errors are listed.` : ''
  return `${linesBad} of ${linesRead} lines ${are} wrong, so nothing was written. Mend ${they} and send the file again.${listed} Import ${id} tells how the file was read.`
}

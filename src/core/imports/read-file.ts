import { parisClock } from '../calendar/paris-time.ts'
import type { Deps } from '../deps.ts'
import { storedSince } from './cell-values.ts'
import type { Field } from './column-names.ts'
import { type Columns, readHeader } from './columns.ts'
import { type Counts, type Import, ImportRefusal, noCounts, type Report } from './import.ts'
import { LineErrors } from './line-errors.ts'
import { DecimalMarks, LineReader } from './line-reader.ts'
import { openTable, type TableRow } from './read-table.ts'
import { stageStock, stageWine } from './stage-line.ts'
import type { Staging } from './staging.ts'

const mostBottles = 500_000
const mostLines = 500_000

/** What reading the file has told, and its lines are laid down. */
export type ReadFile = {
  report: Report
  lines: number
  /** Laid down, but not in order. */
  badLines: number
  /** Not even laid down. */
  unreadable: number
  bottles: number
  errors: LineErrors
  columnOf: (field: string) => string
}

/** Reads the file of an import from the store, line by line, and lays each line down for the checks of the database. */
export async function readFile(
  deps: Deps,
  opened: Import,
  staging: Staging,
  onRead: (counts: Counts) => void,
): Promise<ReadFile> {
  const { storageKey, report: known } = opened
  if (!storageKey || !known.encoding) throw new Error(`Import ${opened.id} has no file`)
  const bytes = await deps.files.open(storageKey)
  try {
    return await readLines(deps, opened, bytes, staging, onRead)
  } finally {
    bytes.destroy()
  }
}

async function readLines(
  deps: Deps,
  { kind, report: known }: Import,
  bytes: AsyncIterable<Buffer>,
  staging: Staging,
  onRead: (counts: Counts) => void,
): Promise<ReadFile> {
  const errors = new LineErrors()
  const marks = new DecimalMarks()
  const day = storedSince(parisClock(deps.now()).toPlainDate().toString())
  let unreadable = 0
  const noteBroken = (line: number, problem: string) => {
    unreadable += 1
    errors.add({ line, column: null, problem, value: null })
  }
  const { separator, rows } = await openTable(bytes, known.encoding ?? 'utf-8', noteBroken)
  let report: Report = { ...known, separator }
  let columns: Columns | undefined
  let [staged, badLines, bottles] = [0, 0, 0]
  for await (const row of rows) {
    if (isBlank(row) || (!columns && isSeparatorHint(row))) continue
    if (!columns) {
      ;({ columns, report } = readHeader(kind, row.cells, report))
      continue
    }
    if (row.cells.length > columns.count) {
      noteBroken(row.line, overlong(row.cells.length, columns.count))
      continue
    }
    const reader = new LineReader(row, columns, errors)
    const line =
      kind === 'wines' ? stageWine(row.line, reader, marks) : stageStock(row.line, reader, marks, day)
    staged += 1
    if (line.is_bad) badLines += 1
    bottles += line.quantity ?? 0
    refuseTooMuch(staged, bottles, report)
    if (await staging.add(line))
      onRead({ ...noCounts, linesRead: staged + unreadable, linesBad: badLines + unreadable })
  }
  await staging.flush()
  report = { ...report, decimalMark: marks.told() }
  const lines = staged + unreadable
  if (!columns && unreadable === 0)
    throw new ImportRefusal('The file has no header. Its first line must name the columns.', report)
  if (lines === 0) throw new ImportRefusal('The file has no lines after its header.', report)
  const columnOf = (field: string) => columns?.names.get(field as Field) ?? field
  return { report, lines, badLines, unreadable, bottles, errors, columnOf }
}

/** Somewhere a separator stands inside a value, and everything after it has moved. */
const overlong = (values: number, columns: number) =>
  `has ${values} values, and the header has ${columns} columns; put a value with the separator in it in quotes`

const isBlank = ({ cells }: TableRow) => cells.every((cell) => cell.trim() === '')

/** The line by which some programs tell the separator to others. */
const isSeparatorHint = ({ line, cells }: TableRow) => line === 1 && /^sep=/i.test(cells[0] ?? '')

function refuseTooMuch(lines: number, bottles: number, report: Report): void {
  if (lines > mostLines)
    throw new ImportRefusal(`The file has more than ${mostLines} lines. Send it in several files.`, report)
  if (bottles > mostBottles)
    throw new ImportRefusal(
      `The file brings more than ${mostBottles} bottles. Send it in several files.`,
      report,
    )
}

import { WorkRefusal } from '../work-refusal.ts'
import type { Encoding } from './text-encoding.ts'

export const importKinds = ['wines', 'stock'] as const
export type ImportKind = (typeof importKinds)[number]
export const importStates = ['receiving', 'checking', 'writing', 'done', 'refused', 'failed'] as const
export type ImportState = (typeof importStates)[number]

export const separators = [';', '\t', ','] as const
export type Separator = (typeof separators)[number]
export type DecimalMark = ',' | '.' | 'both'

/** Whose stock a file brings, and into which warehouse; both are null for a file of wines. */
export type Destination = { accountId: number | null; warehouseId: number | null }

export type ImportChoices = {
  /** Everything is checked and told, and nothing is written. */
  isDryRun: boolean
  /** A wine that the catalogue does not have is made from its line. */
  makesWines: boolean
  /** Stock that came in by the same file before may come in again. */
  isAgain: boolean
  /** A job does the work, and whoever sent the file does not wait for it. */
  runsAsJob: boolean
}

export type NewImport = Destination & ImportChoices & { kind: ImportKind; fileName: string }

/** Something wrong with a line, counted as an editor counts them. `column` is named as the file names it. */
export type LineError = { line: number; column: string | null; problem: string; value: string | null }

/** How the file was read, as far as that has come. */
export type Report = {
  encoding?: Encoding
  separator?: Separator
  decimalMark?: DecimalMark | null
  columns?: { column: string; field: string }[]
  passedOver?: string[]
  /** The first of them; `errorCount` has all. */
  errors?: LineError[]
  errorCount?: number
}

export type Counts = {
  linesRead: number
  linesBad: number
  /** Wines or bottles. */
  made: number
  /** Lines of wines that the catalogue had. */
  known: number
  winesMade: number
}
export const noCounts: Counts = { linesRead: 0, linesBad: 0, made: 0, known: 0, winesMade: 0 }

export type Import = NewImport &
  Counts & {
    id: number
    state: ImportState
    sizeBytes: number | null
    digest: Buffer | null
    storageKey: string | null
    report: Report
    failure: string | null
    staffId: number | null
    staffName: string
    createdAt: Date
    finishedAt: Date | null
  }

export type Progress = Counts & { state: 'checking' | 'writing' }

/** A file that is not taken, with everything that was found out about it. */
export class ImportRefusal extends WorkRefusal {
  readonly report: Report
  readonly counts: Counts
  constructor(sentence: string, report: Report = {}, counts: Counts = noCounts) {
    const { errors = [] } = report
    super('import_refused', sentence, errors.map(toField))
    this.report = report
    this.counts = counts
  }
}

const toField = ({ line, column, problem, value }: LineError) => ({
  field: column === null ? `line ${line}` : `line ${line}, column ${column}`,
  message: value === null ? problem : `${problem}; it is "${value}"`,
})

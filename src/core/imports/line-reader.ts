import type { CellKind } from './cell-values.ts'
import type { Field } from './column-names.ts'
import type { Columns } from './columns.ts'
import type { DecimalMark } from './import.ts'
import type { LineErrors } from './line-errors.ts'
import type { TableRow } from './read-table.ts'

/** Which of the two marks stood in numbers so far. */
export class DecimalMarks {
  readonly #seen = new Set<'.' | ','>()
  note(cell: string): void {
    const [, mark] = /^\d+([.,])\d/.exec(cell) ?? []
    if (mark === '.' || mark === ',') this.#seen.add(mark)
  }
  told(): DecimalMark | null {
    if (this.#seen.size === 2) return 'both'
    return [...this.#seen][0] ?? null
  }
}

/** The cells of one line by the names of their columns. What cannot be read is noted, and is null. */
export class LineReader {
  readonly #row: TableRow
  readonly #columns: Columns
  readonly #errors: LineErrors
  readonly #wrong = new Set<Field>()

  constructor(row: TableRow, columns: Columns, errors: LineErrors) {
    this.#row = row
    this.#columns = columns
    this.#errors = errors
  }

  get isBad(): boolean {
    return this.#wrong.size > 0
  }

  isWrong = (...fields: Field[]): boolean => fields.some((field) => this.#wrong.has(field))

  cell(field: Field): string {
    const place = this.#columns.places.get(field)
    return place === undefined ? '' : (this.#row.cells[place] ?? '').trim()
  }

  read<T>(field: Field, kind: CellKind<T>): T | null {
    const cell = this.cell(field)
    if (cell === '') return null
    const value = kind.read(cell)
    if (value === undefined) this.refuse(field, kind.words, cell)
    return value ?? null
  }

  need<T>(field: Field, kind: CellKind<T>): T | null {
    if (this.cell(field) === '') this.refuse(field, 'is empty, and a value is required')
    return this.read(field, kind)
  }

  refuse(field: Field, problem: string, value: string | null = null): void {
    this.#wrong.add(field)
    const column = this.#columns.names.get(field) ?? field
    this.#errors.add({ line: this.#row.line, column, problem, value })
  }
}

import { pipeline, Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import type { Separator } from './import.ts'
import { separatorOf } from './separator.ts'
import { decodeText, type Encoding } from './text-encoding.ts'

/** A row of the table. `line` is where it begins: a value in quotes may go on over several lines. */
export type TableRow = { line: number; cells: string[] }
export type Table = { separator: Separator; rows: AsyncIterable<TableRow> }
/** Told of each row that cannot be read. */
export type OnBroken = (line: number, problem: string) => void

const longestRow = 100_000
const longestHeader = 65_536

/** Reads comma-separated values row by row; never more of them is held than a row and a piece of the file. */
export async function openTable(
  bytes: AsyncIterable<Buffer>,
  encoding: Encoding,
  onBroken: OnBroken,
): Promise<Table> {
  const text = decodeText(bytes, encoding)
  let head = ''
  while (!hasHeader(head) && head.length < longestHeader) {
    const { value, done } = await text.next()
    if (done) break
    head += value
  }
  const separator = separatorOf(head)
  return { separator, rows: readRows(beginningWith(head, text), separator, onBroken) }
}

/** Whether the first line that is not empty is there to its end, be it in quotes over several lines. */
const hasHeader = (head: string) => /\S.*\n/.test(head.replaceAll(/"[^"]*("|$)/g, 'x'))

async function* beginningWith(head: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (head !== '') yield head
  yield* rest
}

async function* readRows(
  text: AsyncGenerator<string>,
  separator: Separator,
  onBroken: OnBroken,
): AsyncGenerator<TableRow> {
  let lastLine = 0
  // Where reading ended early, because nobody can tell any more what is inside quotes and what is not.
  let brokenLine: number | undefined

  const note = (error: CsvError) => {
    if (brokenLine !== undefined) return
    const here = Number(error.lines)
    const begin = lastLine + 1
    if (error.code === 'INVALID_OPENING_QUOTE') {
      if (here > lastLine) onBroken(here, quoteInside)
      lastLine = here
      return
    }
    brokenLine = begin
    onBroken(begin, endOfReading(error.code, here))
  }
  async function* untilBroken() {
    for await (const piece of text) {
      if (brokenLine !== undefined) return
      yield piece
    }
  }
  const parser = parse({
    delimiter: separator,
    record_delimiter: '\n',
    relax_column_count: true,
    max_record_size: longestRow,
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error) note(error)
      return undefined
    },
    on_record: (cells, { lines }) => {
      lastLine = lines
      return { line: lines - lineBreaksIn(cells), cells } as unknown as string[]
    },
  })
  // What goes wrong in the source ends the loop below with the same error.
  pipeline(Readable.from(untilBroken()), parser, () => {})
  for await (const row of parser as AsyncIterable<TableRow>) {
    if (brokenLine !== undefined && row.line >= brokenLine) return
    yield row
  }
}

function lineBreaksIn(cells: readonly string[]): number {
  let count = 0
  for (const cell of cells)
    for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count += 1
  return count
}

const quoteInside =
  'has a quote inside a value that does not begin with one; put the value in quotes and double each quote in it'

function endOfReading(code: string, line: number): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'opens a quote that is never closed; the lines after it were not read'
    case 'CSV_MAX_RECORD_SIZE':
      return `is longer than ${longestRow} characters, so a quote may be open; the lines after it were not read`
    default:
      return `has a quote that ends in the middle of a value, at line ${line}; double each quote inside a value. The lines after it were not read`
  }
}

import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openTable, type TableRow } from './read-table.ts'
import { type Encoding, EncodingWatch } from './text-encoding.ts'

async function* piecesOf(content: Buffer, pieceBytes: number) {
  for (let at = 0; at < content.length; at += pieceBytes) yield content.subarray(at, at + pieceBytes)
}

const allOf = (rows: AsyncIterable<TableRow>): Promise<TableRow[]> => Readable.from(rows).toArray()

/** Reads a table as an import does: the encoding is learned from the bytes first. */
async function read(content: Buffer | string, pieceBytes = 65_536) {
  const bytes = Buffer.from(content)
  const watch = new EncodingWatch()
  watch.next(bytes)
  const learned = watch.end()
  if (!('encoding' in learned)) throw new Error(learned.problem)
  const broken: [number, string][] = []
  const table = await openTable(piecesOf(bytes, pieceBytes), learned.encoding, (...each) => broken.push(each))
  const rows = await allOf(table.rows)
  return { encoding: learned.encoding, separator: table.separator, rows, broken }
}
const cellsOf = ({ rows }: Awaited<ReturnType<typeof read>>) => rows.map(({ cells }) => cells)

const encode: Record<Encoding, (text: string) => Buffer> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-8-bom': (text) => Buffer.from(`\ufeff${text}`),
  'utf-16le': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'utf-16be': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'windows-1252': (text) => Buffer.from(text, 'latin1'),
}
const header = ['Nom', 'Millésime', 'Quantité']
const isLatin = (text: string) => !/[^\n -~\u00a0-\u00ff]/.test(text)

/** Any text that a file can hold: no NUL, no lone surrogate, and no CR, which stands for an end of a line like LF. */
const cell = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\n', ' ', 'é', 'a', '0'), maxLength: 20 }),
)
const text = cell.map((each) => each.replaceAll(/[\0\r\ufeff]/g, ''))
const rowOf = fc.tuple(text, text, text)

const written = (value: string, separator: string, always: boolean) =>
  always || /["\n]/.test(value) || value.includes(separator) ? `"${value.replaceAll('"', '""')}"` : value

test('any table reads back the same, in every encoding, with every separator and end of a line', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(rowOf, { maxLength: 8 }),
      fc.constantFrom(...(Object.keys(encode) as Encoding[])),
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: 1, max: 40 }),
      async (rows, wanted, separator, lineEnd, always, endsWithLine, pieceBytes) => {
        const table = [header, ...rows]
        // What Latin-1 cannot write is written in UTF-8.
        const encoding = wanted === 'windows-1252' && !isLatin(table.flat().join('')) ? 'utf-8' : wanted
        const lines = table.map((cells) =>
          cells.map((value) => written(value, separator, always)).join(separator),
        )
        const file = (lines.join('\n') + (endsWithLine ? '\n' : '')).replaceAll('\n', lineEnd)
        const found = await read(encode[encoding](file), pieceBytes)
        expect(cellsOf(found)).toEqual(table)
        expect(found).toMatchObject({ encoding, separator, broken: [] })
        // Lines are counted as an editor counts them.
        const starts = lines.map(
          (_, index) => lines.slice(0, index).join('\n').split('\n').length + (index > 0 ? 1 : 0),
        )
        expect(found.rows.map(({ line }) => line)).toEqual(starts)
      },
    ),
    { numRuns: 500 },
  )
})

describe('the separator is read off the header', () => {
  test.each([
    ['name;color\n', ';'],
    ['name,color\n', ','],
    ['name\tcolor\n', '\t'],
    ['"a;b;c;d",name,color\n', ','],
    ['"Name, full";Color;Country\n', ';'],
    ['name, as printed;color;country, or state\n', ';'],
    ['\n\nname;color\n', ';'],
    ['name\n', ','],
    ['', ','],
    ['sep=;\nname,x;color\n', ';'],
    ['a|b|c\n', ','],
    ['"name\nof the wine, as printed";color;country\n', ';'],
  ])('%j', async (content, separator) => {
    for (const pieceBytes of [1, 65_536]) expect((await read(content, pieceBytes)).separator).toBe(separator)
  })
})

describe('a line that cannot be read', () => {
  test('quotes inside of values are told line by line, and the others are read', async () => {
    const { rows, broken } = await read('a,b\n1,m"i"d\n2,x\n"3\n3",4\n5,"6"\n7,8"\n')
    expect(rows.map(({ line }) => line)).toEqual([1, 3, 4, 6])
    expect(broken.map(([line]) => line)).toEqual([2, 7])
    expect(broken[0]?.[1]).toContain('quote inside a value')
  })

  test.each([
    ['a quote that is never closed', 'a,b\n1,2\n3,"4\n5,6\n7,8\n', 3, 'never closed'],
    ['a quote that ends in a value', 'a,b\n1,2\n3,"4" x\n5,6\n', 3, 'middle of a value, at line 3'],
    ['a quote that ends lines later', 'a,b\n1,2\n3,"4\n5,"6"\n', 3, 'middle of a value, at line 4'],
    ['a line without end', `a,b\n1,2\n3,"4\n${'x,y\n'.repeat(30_000)}`, 3, 'longer than 100000'],
  ])('%s ends the reading; what stood before is read', async (_title, content, line, words) => {
    for (const pieceBytes of [3, 65_536]) {
      const { rows, broken } = await read(content, pieceBytes)
      expect(rows.map((row) => row.line)).toEqual([1, 2])
      expect(broken).toEqual([[line, expect.stringContaining(words)]])
    }
  })
})

test('a source that fails fails the reading', async () => {
  async function* failing() {
    yield Buffer.from('a,b\n1,2\n')
    throw new Error('The disk is gone')
  }
  const { rows } = await openTable(failing(), 'utf-8', () => {})
  await expect(allOf(rows)).rejects.toThrow('The disk is gone')
})

import { type Field, fieldOf } from './column-names.ts'
import { type ImportKind, ImportRefusal, type Report } from './import.ts'

const ofWines = [
  ...(['name', 'color', 'country', 'region', 'appellation', 'ranking', 'description'] as const),
  ...(['vintage', 'alcohol', 'lwin'] as const),
] satisfies Field[]
const ofStock = [
  'wine_id',
  ...ofWines,
  ...(['format', 'quantity', 'box', 'location', 'detail', 'stored_at'] as const),
] satisfies Field[]
const fieldsOf: Record<ImportKind, readonly Field[]> = { wines: ofWines, stock: ofStock }

// A file must have one of each.
const required: Record<ImportKind, readonly (readonly Field[])[]> = {
  wines: [['name'], ['color'], ['country'], ['alcohol']],
  stock: [['wine_id', 'lwin', 'name'], ['format'], ['quantity'], ['location']],
}

/** Which place of a row holds what. */
export type Columns = {
  count: number
  places: ReadonlyMap<Field, number>
  names: ReadonlyMap<Field, string>
}

/** Takes each column for what its name says; refuses a header that lacks a column or has one twice. */
export function readHeader(
  kind: ImportKind,
  cells: readonly string[],
  report: Report,
): { columns: Columns; report: Report } {
  const places = new Map<Field, number>()
  const names = new Map<Field, string>()
  const passedOver: string[] = []
  for (const [place, cell] of cells.entries()) {
    const name = shownName(cell, place)
    const field = fieldOf(cell)
    if (!field || !fieldsOf[kind].includes(field)) {
      passedOver.push(name)
      continue
    }
    if (places.has(field))
      throw new ImportRefusal(
        `The columns ${names.get(field)} and ${name} both stand for ${field}. Leave one of them out.`,
        report,
      )
    places.set(field, place)
    names.set(field, name)
  }
  const read = {
    ...report,
    columns: [...names].map(([field, column]) => ({ column, field })),
    passedOver,
  }
  refuseMissing(kind, cells.map(shownName), places, read)
  return { columns: { count: cells.length, places, names }, report: read }
}

function refuseMissing(
  kind: ImportKind,
  found: readonly string[],
  places: ReadonlyMap<Field, number>,
  report: Report,
): void {
  const missing = required[kind].filter((choice) => !choice.some((field) => places.has(field)))
  if (missing.length === 0) return
  const shown = found.length > mostNames ? [...found.slice(0, mostNames), '…'] : found
  const wanted = missing.map((choice) => choice.join(' or ')).join(', ')
  const noun = missing.length === 1 ? 'The column' : 'The columns'
  throw new ImportRefusal(
    `${noun} ${wanted} ${missing.length === 1 ? 'is' : 'are'} missing. The file has: ${shown.join(', ')}.`,
    report,
  )
}

const longestName = 60
const mostNames = 30

function shownName(cell: string, place: number): string {
  const name = cell.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  if (name === '') return `number ${place + 1}`
  return name.length > longestName ? `${name.slice(0, longestName)}…` : name
}

import {
  alcohol,
  boxCode,
  type CellKind,
  format,
  locationCode,
  lwin,
  oneLine,
  paragraphs,
  quantity,
  recordId,
  vintage,
} from './cell-values.ts'
import type { DecimalMarks, LineReader } from './line-reader.ts'

/** A line as it is laid down for the checks of the database, under the names of the columns there. */
export type StagedLine = {
  line: number
  is_bad: boolean
  wine_id: number | null
  lwin: string | null
  name: string | null
  color: string | null
  country: string | null
  region: string
  appellation: string
  ranking: string | null
  description: string | null
  vintage: number | null
  alcohol: string | null
  format_ml: number | null
  quantity: number | null
  box_code: string | null
  location_code: string | null
  detail: string | null
  stored_at: Date | null
}

const kinds = {
  name: oneLine(200),
  color: oneLine(50),
  country: oneLine(100),
  region: oneLine(100),
  appellation: oneLine(200),
  ranking: oneLine(200),
  description: paragraphs(5000),
  detail: paragraphs(1000),
}

const noStock = {
  wine_id: null,
  format_ml: null,
  quantity: null,
  box_code: null,
  location_code: null,
  detail: null,
  stored_at: null,
}

export function stageWine(line: number, reader: LineReader, marks: DecimalMarks): StagedLine {
  marks.note(reader.cell('alcohol'))
  const wine = {
    name: reader.need('name', kinds.name),
    color: reader.need('color', kinds.color),
    country: reader.need('country', kinds.country),
    ...optionalOfWine(reader),
    vintage: reader.read('vintage', vintage) ?? 0,
    alcohol: reader.need('alcohol', alcohol),
    lwin: reader.read('lwin', lwin),
  }
  return { line, ...noStock, ...wine, is_bad: reader.isBad }
}

/** A line of stock. `day` reads since when its bottles are there. */
export function stageStock(
  line: number,
  reader: LineReader,
  marks: DecimalMarks,
  day: CellKind<{ since: Date | null }>,
): StagedLine {
  marks.note(reader.cell('alcohol'))
  marks.note(reader.cell('format'))
  const values = {
    ...wineNamed(reader),
    format_ml: reader.need('format', format),
    quantity: reader.need('quantity', quantity),
    box_code: reader.read('box', boxCode) ?? (reader.cell('box') === '' ? '' : null),
    location_code: reader.need('location', locationCode),
    detail: reader.read('detail', kinds.detail),
    stored_at: reader.read('stored_at', day)?.since ?? null,
  }
  return { line, ...values, is_bad: reader.isBad }
}

/** The wine that a line of stock means. One that is named wrongly is not looked for. */
function wineNamed(reader: LineReader) {
  const wine = {
    wine_id: reader.read('wine_id', recordId),
    lwin: reader.read('lwin', lwin),
    name: reader.read('name', kinds.name),
    color: reader.read('color', kinds.color),
    country: reader.read('country', kinds.country),
    ...optionalOfWine(reader),
    vintage: reader.read('vintage', vintage),
    alcohol: reader.read('alcohol', alcohol),
  }
  if (reader.isWrong('wine_id', 'lwin', 'name', 'color', 'appellation', 'vintage'))
    return { ...wine, wine_id: null, lwin: null, name: null }
  if (wine.wine_id === null && wine.lwin === null && wine.name === null)
    reader.refuse('name', 'is empty: a line names its wine by its number, its LWIN or its name')
  return wine
}

const optionalOfWine = (reader: LineReader) => ({
  region: reader.read('region', kinds.region) ?? '',
  appellation: reader.read('appellation', kinds.appellation) ?? '',
  ranking: reader.read('ranking', kinds.ranking),
  description: reader.read('description', kinds.description),
})

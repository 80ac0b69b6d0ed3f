import Type, { type Static } from 'typebox'
import type { WineAndFormat, WineNote } from '../../core/cellar/wine-notes.ts'
import { PhpDate, phpDate } from '../shared/php-date.ts'

export type NoteField = 'comment' | 'price'
type NoteRecord = Record<string, unknown>

const shapeWith = (field: NoteField) =>
  Type.Unsafe<NoteRecord>(
    Type.Object({
      id: Type.Integer(),
      [field]: Type.String(),
      wine_id: Type.Integer(),
      wine: Type.String(),
      format: Type.Number({ description: 'Litres.' }),
      created_at: PhpDate,
      updated_at: PhpDate,
    }),
  )
export const noteShapes = { comment: shapeWith('comment'), price: shapeWith('price') }

export const fromNote = (field: NoteField, note: WineNote): NoteRecord => ({
  id: note.id,
  [field]: note.value,
  wine_id: note.wineId,
  wine: note.wineName,
  format: note.formatMl / 1000,
  created_at: phpDate(note.createdAt),
  updated_at: phpDate(note.updatedAt),
})

export const RemovedShape = Type.Object({ result: Type.Literal('success'), message: Type.String() })

export const fromRemoved = (
  field: NoteField,
  { wineId, formatMl }: WineAndFormat,
): Static<typeof RemovedShape> => ({
  result: 'success',
  message: `The ${field} of wine ${wineId} in format ${formatMl / 1000} was removed.`,
})

import Type from 'typebox'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import { formatLitres, litresToMl } from '../../core/catalogue/format.ts'
import { type NoteBook, type WineNote, wineComments, winePrices } from '../../core/cellar/wine-notes.ts'
import { notFound } from '../../core/problems.ts'
import { answerOnce } from '../shared/idempotency.ts'
import { shows } from '../shared/preview.ts'
import { FilledText, Id, Litres } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { Timestamp } from './common-shapes.ts'

type NoteKind = { path: string; field: 'comment' | 'price'; Value: Type.TSchema; book: NoteBook }
type NoteBody = { format: string; wine_id: number; comment?: string; price?: string }
type NoteRecord = Record<string, string | number>

const WineAndFormat = { format: Litres, wine_id: Id }
const Removed = Type.Object({ result: Type.Literal('success'), message: Type.String() })

const toWineAndFormat = ({ wine_id, format }: { wine_id: number; format: string }) => ({
  wineId: wine_id,
  formatMl: litresToMl(format),
})

/** Comments and prices are kept, read and removed in the same way: one of each per wine and format. */
function noteRoutes(app: TypedApp, { path, field, Value, book }: NoteKind): void {
  const Shape = Type.Unsafe<NoteRecord>(
    Type.Object({
      id: Type.Integer(),
      [field]: Type.String(),
      created_at: Timestamp,
      updated_at: Timestamp,
      format: Type.String(),
      wine: Type.String(),
      'wine-id': Type.Integer(),
    }),
  )
  const Body = Type.Unsafe<NoteBody>(
    Type.Object({ ...WineAndFormat, [field]: Value }, { additionalProperties: false }),
  )
  const fromNote = (note: WineNote): NoteRecord => ({
    id: note.id,
    [field]: note.value,
    created_at: parisTimestamp(note.createdAt),
    updated_at: parisTimestamp(note.updatedAt),
    format: formatLitres(note.formatMl),
    wine: note.wineName,
    'wine-id': note.wineId,
  })

  app.get(
    path,
    { schema: { summary: `Every wine ${field}`, response: { 200: Type.Array(Shape) } } },
    async (request) => {
      const notes = await book.list(request.deps.db, request.caller.accountId)
      return shows(request, field, notes).map(fromNote)
    },
  )

  app.get(
    `${path}/single`,
    {
      schema: {
        summary: `The ${field} of one wine and format`,
        querystring: Type.Object(WineAndFormat),
        response: { 200: Shape },
      },
    },
    async (request) => {
      const note = await book.find(request.deps.db, request.caller.accountId, toWineAndFormat(request.query))
      if (!note) throw notFound()
      return fromNote(shows(request, field, note))
    },
  )

  // Both store the note, whether there was one or not.
  for (const method of ['POST', 'PUT'] as const)
    app.route({
      method,
      url: path,
      schema: { summary: `Store a wine ${field}`, body: Body, response: { 200: Shape, 201: Shape } },
      handler: (request, reply) =>
        answerOnce(request, reply, async (within) => {
          const value = request.body[field] ?? ''
          const note = await book.store(within, request.caller, toWineAndFormat(request.body), value)
          return { status: note.isNew ? 201 : 200, body: fromNote(shows(request, field, note)) }
        }),
    })

  app.delete(
    path,
    {
      schema: {
        summary: `Remove a wine ${field}`,
        body: Type.Object(WineAndFormat, { additionalProperties: false }),
        response: { 200: Removed },
      },
    },
    async (request) => {
      const of = toWineAndFormat(request.body)
      await book.remove(request.deps, request.caller, of)
      shows(request, field === 'comment' ? 'removedComment' : 'removedPrice', of)
      const message = `The ${field} of wine ${request.body.wine_id} in format ${request.body.format} was removed.`
      return { result: 'success' as const, message }
    },
  )
}

export function wineNoteRoutes(app: TypedApp): void {
  noteRoutes(app, {
    path: '/wine-comments',
    field: 'comment',
    Value: FilledText(2000),
    book: wineComments,
  })
  const Price = Type.String({ format: 'price', examples: ['12.50'] })
  noteRoutes(app, { path: '/wine-prices', field: 'price', Value: Price, book: winePrices })
}

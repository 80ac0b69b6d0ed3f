import Type from 'typebox'
import { litresToMl } from '../../core/catalogue/format.ts'
import { type NoteBook, wineComments, winePrices } from '../../core/cellar/wine-notes.ts'
import { notFound } from '../../core/problems.ts'
import { answerOnce } from '../shared/idempotency.ts'
import { FilledText, Id, Litres } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { FormatNumber, numberToMl } from './format-number.ts'
import { fromNote, fromRemoved, type NoteField, noteShapes, RemovedShape } from './wine-note-shape.ts'

type NoteKind = { path: string; field: NoteField; Value: Type.TSchema; book: NoteBook }
type NoteBody = { format: number; wine_id: number; comment?: string; price?: string }

/** Comments and prices are kept, read and removed in the same way: one of each per wine and format. */
function noteRoutes(app: TypedApp, { path, field, Value, book }: NoteKind): void {
  const Shape = noteShapes[field]
  const Body = Type.Unsafe<NoteBody>(
    Type.Object({ wine_id: Id, format: FormatNumber, [field]: Value }, { additionalProperties: false }),
  )
  const inBody = ({ wine_id, format }: NoteBody) => ({ wineId: wine_id, formatMl: numberToMl(format) })

  app.get(
    path,
    { schema: { summary: `Every wine ${field}`, response: { 200: Type.Array(Shape) } } },
    async (request) =>
      (await book.list(request.deps.db, request.caller.accountId)).map((note) => fromNote(field, note)),
  )

  app.get(
    `${path}/single`,
    {
      schema: {
        summary: `The ${field} of one wine and format`,
        querystring: Type.Object({ wine_id: Id, format: Litres }),
        response: { 200: Shape },
      },
    },
    async (request) => {
      const { wine_id, format } = request.query
      const of = { wineId: wine_id, formatMl: litresToMl(format) }
      const note = await book.find(request.deps.db, request.caller.accountId, of)
      if (!note) throw notFound()
      return fromNote(field, note)
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
          const note = await book.store(within, request.caller, inBody(request.body), value)
          return { status: note.isNew ? 201 : 200, body: fromNote(field, note) }
        }),
    })

  app.delete(
    path,
    {
      schema: {
        summary: `Remove a wine ${field}`,
        body: Type.Object({ wine_id: Id, format: FormatNumber }, { additionalProperties: false }),
        response: { 200: RemovedShape },
      },
    },
    async (request) => {
      const of = inBody(request.body)
      await book.remove(request.deps, request.caller, of)
      return fromRemoved(field, of)
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

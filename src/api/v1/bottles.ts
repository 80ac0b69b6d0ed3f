import Type from 'typebox'
import { findBottle, listBottles } from '../../core/cellar/bottle-reads.ts'
import { readConsolidatedCellar } from '../../core/cellar/consolidated-cellar.ts'
import { notFound } from '../../core/problems.ts'
import { pagedQuery, sendPage } from '../shared/paging.ts'
import { shows } from '../shared/preview.ts'
import { IdParams } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { BottleShape, ConsolidatedShape, fromBottle, fromCellarEntry } from './bottle-shape.ts'

const BottleQuery = pagedQuery({
  future: Type.Optional(
    Type.Unsafe<'0' | '1' | 'true' | 'false'>({ type: 'string', enum: ['0', '1', 'true', 'false'] }),
  ),
})
// A GET may come without a body, which a schema sees as null.
const BottleFilter = Type.Unsafe<{ future?: boolean | 0 | 1 | null } | null>({
  type: ['object', 'null'],
  properties: { future: { enum: [true, false, 0, 1, null] } },
  additionalProperties: false,
})

export function bottleRoutes(app: TypedApp): void {
  app.get(
    '/bottles',
    {
      schema: {
        summary: 'Bottles in stock, or to come',
        querystring: BottleQuery,
        body: BottleFilter,
        response: { 200: Type.Array(BottleShape) },
      },
    },
    async (request, reply) => {
      const future = request.body?.future ?? ['1', 'true'].includes(request.query.future ?? '')
      const page = await listBottles(
        request.deps.db,
        request.caller.accountId,
        future ? 'future' : 'stock',
        request.query,
      )
      const bottles = sendPage(request, reply, page, future ? { future: '1' } : {})
      return shows(request, future ? 'futureBottle' : 'freeBottle', bottles).map(fromBottle)
    },
  )

  app.get(
    '/bottles/consolidated',
    {
      schema: { summary: 'The cellar by wine and format', response: { 200: Type.Array(ConsolidatedShape) } },
    },
    async (request) => {
      const entries = await readConsolidatedCellar(request.deps.db, request.caller.accountId)
      return shows(request, 'cellarEntry', entries).map(fromCellarEntry)
    },
  )

  app.get(
    '/bottles/:id',
    { schema: { summary: 'One bottle', params: IdParams, response: { 200: BottleShape } } },
    async (request) => {
      const bottle = await findBottle(request.deps.db, request.caller.accountId, request.params.id)
      if (!bottle) throw notFound()
      return fromBottle(shows(request, 'bottle', bottle))
    },
  )
}

import Type from 'typebox'
import { notFound } from '../../core/problems.ts'
import { findPutaway, listPutaways } from '../../core/putaways/putaway-reads.ts'
import { PageQuery, sendPage } from '../shared/paging.ts'
import { shows } from '../shared/preview.ts'
import { IdParams } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { fromPutaway, PutawayShape } from './putaway-shape.ts'

export function putawayRoutes(app: TypedApp): void {
  app.get(
    '/putaways',
    {
      schema: {
        summary: 'Bottles put into a warehouse',
        querystring: PageQuery,
        response: { 200: Type.Array(PutawayShape) },
      },
    },
    async (request, reply) => {
      const page = await listPutaways(request.deps.db, request.caller.accountId, request.query)
      return shows(request, 'putaway', sendPage(request, reply, page)).map(fromPutaway)
    },
  )

  app.get(
    '/putaways/:id',
    { schema: { summary: 'One putaway', params: IdParams, response: { 200: PutawayShape } } },
    async (request) => {
      const putaway = await findPutaway(request.deps.db, request.caller.accountId, request.params.id)
      if (!putaway) throw notFound()
      return fromPutaway(shows(request, 'putaway', putaway))
    },
  )
}

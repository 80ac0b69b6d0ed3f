import Type from 'typebox'
import { notFound } from '../../core/problems.ts'
import { getPutawayFile } from '../../core/putaways/putaway-files.ts'
import { findPutaway, listPutaways } from '../../core/putaways/putaway-reads.ts'
import { linksFor } from '../shared/links.ts'
import { PageQuery, sendPage } from '../shared/paging.ts'
import { Id, IdParams } from '../shared/schemas.ts'
import { downloadAnswers, sendFile } from '../shared/send-file.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { fromPutaway, PutawayShape } from './putaway-shape.ts'

export function putawayRoutes(app: TypedApp): void {
  app.get(
    '/putaways',
    {
      schema: {
        summary: 'Bottles put into a warehouse, newest first',
        querystring: PageQuery,
        response: { 200: Type.Array(PutawayShape) },
      },
    },
    async (request, reply) => {
      const page = await listPutaways(request.deps.db, request.caller.accountId, request.query)
      const links = linksFor(request)
      return sendPage(request, reply, page).map((putaway) => fromPutaway(putaway, links))
    },
  )

  app.get(
    '/putaways/:id',
    { schema: { summary: 'One putaway', params: IdParams, response: { 200: PutawayShape } } },
    async (request) => {
      const putaway = await findPutaway(request.deps.db, request.caller.accountId, request.params.id)
      if (!putaway) throw notFound()
      return fromPutaway(putaway, linksFor(request))
    },
  )

  app.get(
    '/putaways/:id/attachments/:file_id',
    {
      schema: {
        summary: 'A file of a putaway, to be saved',
        params: Type.Object({ id: Id, file_id: Id }),
        response: downloadAnswers,
      },
    },
    async (request, reply) => {
      const { id, file_id } = request.params
      const file = await getPutawayFile(request.deps.db, request.caller.accountId, id, file_id)
      return sendFile(request.deps, request, reply, file)
    },
  )
}

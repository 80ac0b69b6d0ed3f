import Type, { type Static } from 'typebox'
import type { Deps } from '../../core/deps.ts'
import { notFound } from '../../core/problems.ts'
import { getPutawayFile } from '../../core/putaways/putaway-files.ts'
import { findPutaway, listPutaways, type Putaway } from '../../core/putaways/putaway-reads.ts'
import { putawayStatuses } from '../shared/enums.ts'
import { type Links, linksFor } from '../shared/links.ts'
import { PageQuery, sendPage } from '../shared/paging.ts'
import { PhpDate, phpDate } from '../shared/php-date.ts'
import { Id, IdParams, OrNull } from '../shared/schemas.ts'
import { downloadAnswers, sendFile } from '../shared/send-file.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { EnumShape, FileShape, fromLine, fromWarehouse, LineShape, WarehouseShape } from './common-shapes.ts'

const PutawayShape = Type.Object({
  id: Type.Integer(),
  status: EnumShape,
  expeditor: Type.String(), // Wire spelling.
  reference: Type.String(),
  warehouse: WarehouseShape,
  validated_at: OrNull(PhpDate),
  attachments: Type.Array(FileShape),
  content: Type.Array(LineShape),
})

const fromPutaway = (putaway: Putaway, { baseUrl }: Links): Static<typeof PutawayShape> => ({
  id: putaway.id,
  status: putawayStatuses[putaway.status],
  expeditor: putaway.shipper,
  reference: putaway.reference,
  warehouse: fromWarehouse(putaway.warehouse),
  validated_at: putaway.validatedAt && phpDate(putaway.validatedAt),
  attachments: putaway.files.map(({ id, name }) => ({
    id,
    name,
    url: `${baseUrl}/api/v2/putaways/${putaway.id}/attachments/${id}`,
  })),
  content: putaway.lines.map(fromLine),
})

export function putawayRoutes(app: TypedApp, deps: Deps): void {
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
      const page = await listPutaways(deps.db, request.caller.accountId, request.query)
      const links = linksFor(deps, request)
      return sendPage(request, reply, page).map((putaway) => fromPutaway(putaway, links))
    },
  )

  app.get(
    '/putaways/:id',
    { schema: { summary: 'One putaway', params: IdParams, response: { 200: PutawayShape } } },
    async (request) => {
      const putaway = await findPutaway(deps.db, request.caller.accountId, request.params.id)
      if (!putaway) throw notFound()
      return fromPutaway(putaway, linksFor(deps, request))
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
      const file = await getPutawayFile(deps.db, request.caller.accountId, id, file_id)
      return sendFile(deps, request, reply, file)
    },
  )
}

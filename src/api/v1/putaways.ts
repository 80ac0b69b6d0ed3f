import Type, { type Static } from 'typebox'
import type { Deps } from '../../core/deps.ts'
import { notFound } from '../../core/problems.ts'
import { findPutaway, listPutaways, type Putaway } from '../../core/putaways/putaway-reads.ts'
import { putawayStatuses } from '../shared/enums.ts'
import { PageQuery, sendPage } from '../shared/paging.ts'
import { PhpDate, phpDate } from '../shared/php-date.ts'
import { IdParams, OrNull } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { ContentLineShape, fromContentLine, fromWarehouse, WarehouseShape } from './common-shapes.ts'

const PutawayShape = Type.Object({
  id: Type.Integer(),
  status: Type.Integer(),
  expeditor: Type.String(), // Wire spelling.
  reference: Type.String(),
  warehouse: WarehouseShape,
  validatedAt: OrNull(PhpDate),
  content: Type.Array(ContentLineShape),
})

const fromPutaway = (putaway: Putaway): Static<typeof PutawayShape> => ({
  id: putaway.id,
  status: putawayStatuses[putaway.status].value,
  expeditor: putaway.shipper,
  reference: putaway.reference,
  warehouse: fromWarehouse(putaway.warehouse),
  validatedAt: putaway.validatedAt && phpDate(putaway.validatedAt),
  content: putaway.lines.map(fromContentLine),
})

export function putawayRoutes(app: TypedApp, deps: Deps): void {
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
      const page = await listPutaways(deps.db, request.caller.accountId, request.query)
      return sendPage(request, reply, page).map(fromPutaway)
    },
  )

  app.get(
    '/putaways/:id',
    { schema: { summary: 'One putaway', params: IdParams, response: { 200: PutawayShape } } },
    async (request) => {
      const putaway = await findPutaway(deps.db, request.caller.accountId, request.params.id)
      if (!putaway) throw notFound()
      return fromPutaway(putaway)
    },
  )
}

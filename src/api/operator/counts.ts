import Type from 'typebox'
import type { Deps } from '../../core/deps.ts'
import { countStates, getCount, listCounts } from '../../core/stock/count-reads.ts'
import { enterCount } from '../../core/stock/enter-count.ts'
import { cancelCount, openCount } from '../../core/stock/open-count.ts'
import { compareWithStock, postCount } from '../../core/stock/post-count.ts'
import { pagedQuery, sendPage } from '../shared/paging.ts'
import { Id, IdParams } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { readBy, writtenBy } from './auth.ts'
import {
  ComparisonShape,
  CountHeadShape,
  CountShape,
  fromComparison,
  fromCount,
  fromCountHead,
  OpenBody,
  PostBody,
  SeenBody,
  toSeen,
} from './counts-shape.ts'

const CountQuery = pagedQuery({
  warehouse_id: Type.Optional(Id),
  state: Type.Optional(Type.Enum([...countStates])),
})

export function countRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/counts',
    {
      config: readBy(),
      schema: {
        summary: 'Counts, newest first',
        querystring: CountQuery,
        response: { 200: Type.Array(CountHeadShape) },
      },
    },
    async (request, reply) => {
      const { warehouse_id, state } = request.query
      const filter = { ...(warehouse_id && { warehouseId: warehouse_id }), ...(state && { state }) }
      return sendPage(request, reply, await listCounts(deps.db, filter, request.query)).map(fromCountHead)
    },
  )

  app.get(
    '/counts/:id',
    {
      config: readBy(),
      schema: {
        summary: 'What was entered; once posted, what it came to',
        params: IdParams,
        response: { 200: CountShape },
      },
    },
    async ({ params }) => fromCount(await getCount(deps.db, params.id)),
  )

  app.post(
    '/counts',
    {
      config: writtenBy('count.open', 'warehouse'),
      schema: { summary: 'Begin to count a location', body: OpenBody, response: { 201: CountShape } },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { warehouse_id, location } = request.body
        const count = await openCount(within, request.staff, { warehouseId: warehouse_id, location })
        return { status: 201, body: fromCount(count), subjectId: count.id }
      }),
  )

  app.put(
    '/counts/:id/lines',
    {
      config: writtenBy('count.enter', 'warehouse'),
      schema: {
        summary: 'Enter everything that lies at the location now',
        params: IdParams,
        body: SeenBody,
        response: { 200: CountShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const count = await enterCount(within, request.staff, request.params.id, toSeen(request.body))
        return { status: 200, body: fromCount(count) }
      }),
  )

  app.post(
    '/counts/:id/compare',
    {
      config: writtenBy('count.compare', 'warehouse'),
      schema: {
        summary: 'What posting would change; for an admin and for who entered the count',
        params: IdParams,
        response: { 200: ComparisonShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const comparison = await compareWithStock(within, request.staff, request.params.id)
        return { status: 200, body: fromComparison(comparison) }
      }),
  )

  app.post(
    '/counts/:id/post',
    {
      config: writtenBy('count.post', 'warehouse'),
      schema: {
        summary: 'Make the stock what was seen',
        params: IdParams,
        body: PostBody,
        response: { 200: CountShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const count = await postCount(within, request.staff, request.params.id, request.body.reason)
        const { lost, found, moved } = fromCountHead(count)
        return {
          status: 200,
          body: fromCount(count),
          detail: { reason: request.body.reason, lost, found, moved },
        }
      }),
  )

  app.post(
    '/counts/:id/cancel',
    {
      config: writtenBy('count.cancel', 'warehouse'),
      schema: {
        summary: 'Give a count up',
        params: IdParams,
        response: { 200: CountShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => ({
        status: 200,
        body: fromCount(await cancelCount(within, request.staff, request.params.id)),
      })),
  )
}

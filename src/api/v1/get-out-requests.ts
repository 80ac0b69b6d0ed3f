import Type from 'typebox'
import { createOrder } from '../../core/orders/create-order.ts'
import { deleteOrder } from '../../core/orders/delete-order.ts'
import { editOrder } from '../../core/orders/edit-order.ts'
import { findOrder, listOrders } from '../../core/orders/order-reads.ts'
import { readScheduleSteps } from '../../core/orders/order-writes.ts'
import { notFound } from '../../core/problems.ts'
import { ExplainQuery, wantsExplanation } from '../shared/explain.ts'
import { answerOnce } from '../shared/idempotency.ts'
import { linksFor } from '../shared/links.ts'
import { PageQuery, sendPage } from '../shared/paging.ts'
import { shows } from '../shared/preview.ts'
import { IdParams } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { CreateBody, EditBody, toNewOrder, toOrderChange } from './get-out-request-body.ts'
import { fromOrder, fromWrittenOrder, GetOutRequestShape } from './get-out-request-shape.ts'

export function getOutRequestRoutes(app: TypedApp): void {
  app.get(
    '/get-out-requests',
    {
      schema: {
        summary: 'Orders out of the cellar',
        querystring: PageQuery,
        response: { 200: Type.Array(GetOutRequestShape) },
      },
    },
    async (request, reply) => {
      const page = await listOrders(request.deps.db, request.caller.accountId, request.query)
      const links = linksFor(request)
      return shows(request, 'order', sendPage(request, reply, page)).map((order) => fromOrder(order, links))
    },
  )

  app.get(
    '/get-out-requests/:id',
    {
      schema: {
        summary: 'One order',
        params: IdParams,
        querystring: ExplainQuery,
        response: { 200: GetOutRequestShape },
      },
    },
    async (request) => {
      const { accountId } = request.caller
      const order = await findOrder(request.deps.db, accountId, request.params.id)
      if (!order) throw notFound()
      const explained = wantsExplanation(request)
      const steps = explained ? await readScheduleSteps(request.deps.db, accountId, order.id) : []
      const read = shows(request, 'writtenOrder', { order, shortages: [], steps })
      return fromWrittenOrder(read, linksFor(request), explained)
    },
  )

  app.post(
    '/get-out-requests',
    {
      schema: {
        summary: 'Order bottles out of the cellar',
        querystring: ExplainQuery,
        body: CreateBody,
        response: { 201: GetOutRequestShape },
      },
    },
    (request, reply) =>
      answerOnce(request, reply, async (within) => {
        const written = await createOrder(within, request.caller, toNewOrder(request.body))
        shows(request, 'writtenOrder', written)
        return {
          status: 201,
          body: fromWrittenOrder(written, linksFor(request), wantsExplanation(request)),
        }
      }),
  )

  app.put(
    '/get-out-requests/:id',
    {
      schema: {
        summary: 'Change an order that is not in preparation',
        params: IdParams,
        querystring: ExplainQuery,
        body: EditBody,
        response: { 200: GetOutRequestShape },
      },
    },
    async (request) => {
      const written = await editOrder(
        request.deps,
        request.caller,
        request.params.id,
        toOrderChange(request.body),
      )
      shows(request, 'writtenOrder', written)
      return fromWrittenOrder(written, linksFor(request), wantsExplanation(request))
    },
  )

  app.delete(
    '/get-out-requests/:id',
    {
      schema: {
        summary: 'Delete an order that is not in preparation',
        params: IdParams,
        response: { 200: GetOutRequestShape },
      },
    },
    async (request) => {
      const deleted = await deleteOrder(request.deps, request.caller, request.params.id)
      return fromOrder(shows(request, 'order', deleted), linksFor(request))
    },
  )
}

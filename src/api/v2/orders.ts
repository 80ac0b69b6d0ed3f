import Type from 'typebox'
import { createOrder } from '../../core/orders/create-order.ts'
import { deleteOrder } from '../../core/orders/delete-order.ts'
import { findOrder, listOrders } from '../../core/orders/order-reads.ts'
import { readScheduleSteps } from '../../core/orders/order-writes.ts'
import { offerHours, quoteDelivery } from '../../core/orders/quote-order.ts'
import { notFound } from '../../core/problems.ts'
import { sendNotFound } from '../shared/answer-errors.ts'
import { ExplainQuery, wantsExplanation } from '../shared/explain.ts'
import { answerOnce } from '../shared/idempotency.ts'
import { linksFor } from '../shared/links.ts'
import { PageQuery, sendPage } from '../shared/paging.ts'
import { IdParams } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { CostShape, fromCost } from './cost-shape.ts'
import { OrderBody, toNewOrder } from './order-body.ts'
import { fromOrder, fromWrittenOrder, OrderShape } from './order-shape.ts'

const SlotShape = Type.Object({ delivery_start: Type.String(), delivery_end: Type.String() })

export function orderRoutes(app: TypedApp): void {
  app.get(
    '/orders',
    {
      schema: {
        summary: 'Orders out of the cellar, newest first',
        querystring: PageQuery,
        response: { 200: Type.Array(OrderShape) },
      },
    },
    async (request, reply) => {
      const page = await listOrders(request.deps.db, request.caller.accountId, request.query)
      const links = linksFor(request)
      return sendPage(request, reply, page).map((order) => fromOrder(order, links))
    },
  )

  app.get(
    '/orders/:id',
    {
      schema: {
        summary: 'One order',
        params: IdParams,
        querystring: ExplainQuery,
        response: { 200: OrderShape },
      },
    },
    async (request) => {
      const { accountId } = request.caller
      const order = await findOrder(request.deps.db, accountId, request.params.id)
      if (!order) throw notFound()
      const answer = fromOrder(order, linksFor(request))
      if (!wantsExplanation(request)) return answer
      return { ...answer, explain: await readScheduleSteps(request.deps.db, accountId, order.id) }
    },
  )

  app.post(
    '/orders',
    {
      schema: {
        summary: 'Order bottles out of the cellar',
        querystring: ExplainQuery,
        body: OrderBody,
        response: { 201: OrderShape },
      },
    },
    (request, reply) =>
      answerOnce(request, reply, async (within) => {
        const written = await createOrder(within, request.caller, toNewOrder(request.body))
        const body = fromWrittenOrder(written, linksFor(request), wantsExplanation(request))
        return { status: 201, body }
      }),
  )

  app.delete(
    '/orders/:id',
    {
      schema: {
        summary: 'Delete an order that is not in preparation',
        params: IdParams,
        response: { 200: OrderShape },
      },
    },
    async (request) =>
      fromOrder(await deleteOrder(request.deps, request.caller, request.params.id), linksFor(request)),
  )

  app.post(
    '/orders/delivery-cost',
    {
      schema: {
        operationId: 'quoteDelivery',
        summary: 'What the delivery of an order would cost',
        querystring: ExplainQuery,
        body: OrderBody,
        response: { 200: CostShape },
      },
    },
    async (request, reply) => {
      const cost = await quoteDelivery(request.deps, toNewOrder(request.body))
      reply.code(200)
      return fromCost(cost, wantsExplanation(request))
    },
  )

  app.post(
    '/orders/time-slots',
    {
      schema: {
        operationId: 'listTimeSlots',
        summary: 'The hours that an order could ask for',
        body: OrderBody,
        response: { 200: Type.Array(SlotShape) },
      },
    },
    async (request) => {
      const slots = await offerHours(request.deps, request.caller, toNewOrder(request.body))
      return slots.map(({ start, end }) => ({ delivery_start: start, delivery_end: end }))
    },
  )

  // Both addresses are services and not ids of orders, so there is nothing to read or delete at them.
  for (const url of ['/orders/delivery-cost', '/orders/time-slots'])
    app.route({ method: ['GET', 'DELETE'], url, schema: { hide: true }, handler: sendNotFound })
}

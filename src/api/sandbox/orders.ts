import Type from 'typebox'
import { newestCount, readNewestOrders } from '../../core/sandbox/newest-records.ts'
import { linksFor } from '../shared/links.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { fromOrder, OrderShape } from '../v2/order-shape.ts'

const OrderQuery = Type.Object({
  open: Type.Optional(
    Type.Unsafe<'0' | '1' | 'true' | 'false'>({
      type: 'string',
      enum: ['0', '1', 'true', 'false'],
      description: '1 or true for orders with which something is still to happen.',
    }),
  ),
})

export function orderRoutes(app: TypedApp): void {
  app.get(
    '/orders',
    {
      schema: {
        summary: `The newest ${newestCount} orders, as version 2 shows them`,
        querystring: OrderQuery,
        response: { 200: Type.Array(OrderShape) },
      },
    },
    async (request) => {
      const which = ['1', 'true'].includes(request.query.open ?? '') ? 'open' : 'all'
      const orders = await readNewestOrders(request.deps.db, request.caller.accountId, which)
      const links = linksFor(request)
      return orders.map((order) => fromOrder(order, links))
    },
  )
}

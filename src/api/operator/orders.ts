import Type from 'typebox'
import type { Deps } from '../../core/deps.ts'
import { makeDeliverySlip } from '../../core/documents/make-delivery-slip.ts'
import { type LeafFilter, listLeafOrders } from '../../core/orders/leaf-order-reads.ts'
import { nextStatuses, type OrderStatus } from '../../core/orders/order.ts'
import { getOrderOwner } from '../../core/orders/order-owner.ts'
import { getOrderSheet } from '../../core/orders/order-sheet.ts'
import { placeOrder, removeOrder } from '../../core/preparation/place-order.ts'
import { pagedQuery, sendPage } from '../shared/paging.ts'
import { Day, Id, IdParams } from '../shared/schemas.ts'
import { downloadAnswers } from '../shared/send-file.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { readBy, writtenBy } from './auth.ts'
import { inNamesOfTheBody, OrderBody, toNewOrder } from './orders-body.ts'
import { orderPickRoutes } from './orders-picks.ts'
import { fromOrderSheet, fromShortLine, OrderSheetShape, PlacedOrderShape } from './orders-shape.ts'
import { orderStepRoutes } from './orders-steps.ts'
import { fromOrderSummary, OrderSummaryShape } from './orders-summary-shape.ts'
import { workListRoutes } from './orders-work-list.ts'

const Status = Type.Unsafe<OrderStatus>({ type: 'string', enum: Object.keys(nextStatuses) })
const TrueOrFalse = Type.Unsafe<'true' | 'false'>({ type: 'string', enum: ['true', 'false'] })

const OrderQuery = pagedQuery({
  account_id: Type.Optional(Id),
  warehouse_id: Type.Optional(Id),
  status: Type.Optional(Status),
  on_hold: Type.Optional(TrueOrFalse),
  reference: Type.Optional(Type.String({ format: 'line', maxLength: 200 })),
  preparation_date: Type.Optional(Day),
})

/** Orders of all owners, as the warehouses see them. */
export function orderRoutes(app: TypedApp, deps: Deps): void {
  const { trackingBaseUrl } = deps.settings

  app.get(
    '/orders',
    {
      config: readBy(),
      schema: {
        summary: 'Orders that the warehouses work on, newest first: of a split order its parts',
        querystring: OrderQuery,
        response: { 200: Type.Array(OrderSummaryShape) },
      },
    },
    async (request, reply) => {
      const { account_id, warehouse_id, status, on_hold, reference, preparation_date } = request.query
      const filter: LeafFilter = {
        ...(account_id && { accountId: account_id }),
        ...(warehouse_id && { warehouseId: warehouse_id }),
        ...(status && { status }),
        ...(on_hold && { isOnHold: on_hold === 'true' }),
        ...(reference !== undefined && { reference }),
        ...(preparation_date && { preparationDate: preparation_date }),
      }
      const page = await listLeafOrders(deps.db, filter, request.query)
      return sendPage(request, reply, page).map(fromOrderSummary)
    },
  )

  app.get(
    '/orders/:id',
    {
      config: readBy(),
      schema: {
        summary: 'One order with its bottles and where they lie',
        params: IdParams,
        response: { 200: OrderSheetShape },
      },
    },
    async (request) => fromOrderSheet(await getOrderSheet(deps.db, request.params.id), trackingBaseUrl),
  )

  app.get(
    '/orders/:id/delivery-slip',
    {
      config: readBy(),
      schema: {
        summary: 'The delivery slip of a packed order',
        params: IdParams,
        response: downloadAnswers,
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { accountId } = await getOrderOwner(deps.db, id)
      const { name, bytes } = await makeDeliverySlip(deps, accountId, id)
      // To be printed, so it opens in the browser; it is of our own making.
      reply.headers({
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${name}"`,
        'cache-control': 'private, no-store',
      })
      return reply.send(bytes)
    },
  )

  app.post(
    '/orders',
    {
      config: writtenBy('order.create', 'warehouse'),
      schema: {
        summary: 'Place an order for an account',
        body: OrderBody,
        response: { 201: PlacedOrderShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { account_id } = request.body
        const placed = placeOrder(within, request.staff, account_id, toNewOrder(request.body))
        const { order, shortages } = await placed.catch((error: unknown) => {
          throw inNamesOfTheBody(error)
        })
        const sheet = fromOrderSheet(await getOrderSheet(within.db, order.id), trackingBaseUrl)
        const body = { ...sheet, short: shortages.map(fromShortLine) }
        return { status: 201, body, accountId: account_id, subjectId: order.id }
      }),
  )

  app.delete(
    '/orders/:id',
    {
      config: writtenBy('order.delete', 'warehouse'),
      schema: {
        summary: 'Delete an order that nobody prepares yet; the answer is the order as it was',
        params: IdParams,
        response: { 200: OrderSheetShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const sheet = await getOrderSheet(within.db, request.params.id)
        await removeOrder(within, request.staff, request.params.id)
        return { status: 200, body: fromOrderSheet(sheet, trackingBaseUrl), accountId: sheet.accountId }
      }),
  )

  orderStepRoutes(app, deps)
  orderPickRoutes(app, deps)
  workListRoutes(app, deps)
}

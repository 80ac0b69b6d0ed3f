import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Deps } from '../../core/deps.ts'
import { getOrderSheet } from '../../core/orders/order-sheet.ts'
import { holdOrder, releaseHold } from '../../core/preparation/hold-order.ts'
import { makeReady } from '../../core/preparation/make-ready.ts'
import { startPreparation, stopPreparation, takeOver } from '../../core/preparation/prepare-order.ts'
import { deliverOrder, shipOrder, withdrawOrder } from '../../core/preparation/send-order.ts'
import type { Staff } from '../../core/staff/staff.ts'
import { Day, FilledLine, FilledText, IdParams, NoBody, OrNull } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { writtenBy } from './auth.ts'
import { fromOrderSheet, OrderSheetShape } from './orders-shape.ts'

const closed = { additionalProperties: false }

const ReadyBody = OrNull(
  Type.Object(
    {
      parcels: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 10_000,
          description: 'One for six bottles unless said otherwise.',
        }),
      ),
      weight_grams: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
    },
    closed,
  ),
)
const ShipBody = Type.Object(
  {
    carrier: FilledLine(100),
    tracking_numbers: Type.Optional(
      Type.Array(Type.String({ pattern: '^[!-~]{1,100}$' }), { maxItems: 50, examples: [['CX123456789FR']] }),
    ),
  },
  closed,
)
const DeliverBody = OrNull(
  Type.Object(
    {
      delivered_on: Type.Optional(Day),
      remark: Type.Optional(FilledText(1000)),
    },
    closed,
  ),
)
const WithdrawBody = Type.Object({ collected_by: FilledLine(200) }, closed)
const HoldBody = Type.Object({ reason: FilledText(500) }, closed)

type Step = (within: Deps, staff: Staff, orderId: number) => Promise<void>

/** The steps of an order, from the shelf to the recipient. Each answers with the order as it is then. */
export function orderStepRoutes(app: TypedApp, deps: Deps): void {
  const { trackingBaseUrl } = deps.settings
  const take = (request: FastifyRequest<{ Params: { id: number } }>, reply: FastifyReply, step: Step) =>
    audited(deps, request, reply, async (within) => {
      const { id } = request.params
      await step(within, request.staff, id)
      const sheet = await getOrderSheet(within.db, id)
      return { status: 200, body: fromOrderSheet(sheet, trackingBaseUrl), accountId: sheet.accountId }
    })
  const route = <B extends Type.TSchema>(action: string, summary: string, body: B) => ({
    config: writtenBy(action, 'warehouse'),
    schema: { summary, params: IdParams, body, response: { 200: OrderSheetShape } },
  })

  app.post(
    '/orders/:id/start',
    route('order.start', 'Start the preparation, which is then yours', NoBody),
    (request, reply) => take(request, reply, startPreparation),
  )
  app.post(
    '/orders/:id/take-over',
    route('order.take-over', 'Go on with a preparation in the place of another', NoBody),
    (request, reply) => take(request, reply, takeOver),
  )
  app.post(
    '/orders/:id/stop',
    route('order.stop', 'Stop the preparation; picks are forgotten, bottles stay reserved', NoBody),
    (request, reply) => take(request, reply, stopPreparation),
  )
  app.post(
    '/orders/:id/ready',
    route('order.ready', 'All bottles are picked and packed', ReadyBody),
    (request, reply) => {
      const { parcels, weight_grams } = request.body ?? {}
      const packing = {
        ...(parcels !== undefined && { parcels }),
        ...(weight_grams !== undefined && { weightGrams: weight_grams }),
      }
      return take(request, reply, (...by) => makeReady(...by, packing))
    },
  )
  app.post(
    '/orders/:id/ship',
    route('order.ship', 'A delivery has left with its carrier', ShipBody),
    (request, reply) => {
      const { carrier, tracking_numbers: trackingNumbers = [] } = request.body
      return take(request, reply, (...by) => shipOrder(...by, { carrier, trackingNumbers }))
    },
  )
  app.post(
    '/orders/:id/deliver',
    route('order.deliver', 'A delivery has reached its recipient', DeliverBody),
    (request, reply) => {
      const { delivered_on, remark } = request.body ?? {}
      const delivery = {
        ...(delivered_on !== undefined && { deliveredOn: delivered_on }),
        ...(remark !== undefined && { remark }),
      }
      return take(request, reply, (...by) => deliverOrder(...by, delivery))
    },
  )
  app.post(
    '/orders/:id/withdraw',
    route('order.withdraw', 'A pick-up was collected at the counter', WithdrawBody),
    (request, reply) => take(request, reply, (...by) => withdrawOrder(...by, request.body.collected_by)),
  )
  app.post(
    '/orders/:id/hold',
    route('order.hold', 'Hold an order, which then goes no further', HoldBody),
    (request, reply) => take(request, reply, (...by) => holdOrder(...by, request.body.reason)),
  )
  app.delete('/orders/:id/hold', route('order.release', 'Release a hold', NoBody), (request, reply) =>
    take(request, reply, releaseHold),
  )
}

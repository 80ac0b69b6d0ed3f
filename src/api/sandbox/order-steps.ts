import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import type { Deps } from '../../core/deps.ts'
import type { Order } from '../../core/orders/order.ts'
import * as steps from '../../core/sandbox/order-steps.ts'
import { type ShortPick, shortPick } from '../../core/sandbox/short-pick.ts'
import { takeOrderStep } from '../../core/sandbox/take-order-step.ts'
import { answerOnce } from '../shared/idempotency.ts'
import { linksFor } from '../shared/links.ts'
import { Day, FilledLine, FilledText, IdParams, NoBody, OrNull, Text } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { fromOrder, OrderShape } from '../v2/order-shape.ts'
import { Reference, toLines } from './goods-body.ts'

const closed = { additionalProperties: false }

const ShortPickBody = OrNull(
  Type.Object(
    {
      content: Type.Optional(
        Type.Array(
          Type.Object(
            { reference: Reference, quantity: Type.Integer({ minimum: 1, maximum: 100_000 }) },
            closed,
          ),
          {
            minItems: 1,
            maxItems: 100,
            description: 'What is not there; one bottle of the first line unless said otherwise.',
          },
        ),
      ),
      reason: Type.Optional(
        Type.Unsafe<'missing' | 'broken'>({ type: 'string', enum: ['missing', 'broken'] }),
      ),
      comment: Type.Optional(Text(500)),
      replace: Type.Optional(
        Type.Boolean({
          description:
            'Whether equal bottles of the cellar take their place. False unless said otherwise: the order comes out short.',
        }),
      ),
    },
    closed,
  ),
)
const HoldBody = Type.Object({ reason: FilledText(500) }, closed)
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
    },
    closed,
  ),
)
const ShipBody = OrNull(
  Type.Object(
    {
      carrier: Type.Optional(FilledLine(100)),
      tracking_numbers: Type.Optional(
        Type.Array(Type.String({ pattern: '^[!-~]{1,100}$' }), {
          maxItems: 50,
          examples: [['CX123456789FR']],
        }),
      ),
    },
    closed,
  ),
)
const DeliverBody = OrNull(
  Type.Object({ delivered_on: Type.Optional(Day), remark: Type.Optional(FilledText(1000)) }, closed),
)
const WithdrawBody = OrNull(Type.Object({ collected_by: Type.Optional(FilledLine(200)) }, closed))

type OrderRequest = FastifyRequest<{ Params: { id: number } }>

/** What the warehouse does with an order. Each answers with the order as it is then. */
export function orderStepRoutes(app: TypedApp): void {
  const answer = (request: OrderRequest, reply: FastifyReply, work: (within: Deps) => Promise<Order>) =>
    answerOnce(request, reply, async (within) => ({
      status: 200,
      body: fromOrder(await work(within), linksFor(request)),
    }))
  const take = (request: OrderRequest, reply: FastifyReply, step: steps.OrderStep) =>
    answer(request, reply, (within) =>
      takeOrderStep(within, request.caller.accountId, request.params.id, step),
    )
  const route = <B extends Type.TSchema>(summary: string, body: B, description?: string) => ({
    schema: {
      ...{ summary, params: IdParams, body, response: { 200: OrderShape } },
      ...(description !== undefined && { description }),
    },
  })

  app.post(
    '/orders/:id/start',
    route(
      'Start the preparation',
      NoBody,
      'Of a split order all parts are started, as every step is taken with all parts that can take it. A part can also be named by its own id.',
    ),
    (request, reply) => take(request, reply, steps.start),
  )
  app.post(
    '/orders/:id/stop',
    route('Stop the preparation; the order is new again', NoBody),
    (request, reply) => take(request, reply, steps.stop),
  )
  app.post('/orders/:id/pick', route('Pick all that is left', NoBody), (request, reply) =>
    take(request, reply, steps.pick),
  )
  app.post(
    '/orders/:id/short-pick',
    route(
      'Bottles of an order in preparation are missing or broken',
      ShortPickBody,
      'An order of which nothing is left is deleted, and answered as it was.',
    ),
    (request, reply) => {
      const loss = toShortPick(request.body)
      return answer(request, reply, (within) =>
        shortPick(within, request.caller.accountId, request.params.id, loss),
      )
    },
  )
  app.post(
    '/orders/:id/hold',
    route('Hold an order, which then goes no further', HoldBody),
    (request, reply) => take(request, reply, steps.hold(request.body.reason)),
  )
  app.post('/orders/:id/release', route('Release a hold', NoBody), (request, reply) =>
    take(request, reply, steps.release),
  )
  app.post(
    '/orders/:id/ready',
    route('All bottles are picked and packed', ReadyBody, 'What is not picked yet is picked first.'),
    (request, reply) => {
      const { parcels } = request.body ?? {}
      return take(request, reply, steps.ready(parcels === undefined ? {} : { parcels }))
    },
  )
  app.post(
    '/orders/:id/ship',
    route(
      'A delivery leaves with its carrier',
      ShipBody,
      'Without numbers one is made up. Of a split order the first part gets those that are given.',
    ),
    (request, reply) => {
      const { carrier, tracking_numbers: trackingNumbers } = request.body ?? {}
      const shipment = {
        ...(carrier !== undefined && { carrier }),
        ...(trackingNumbers && { trackingNumbers }),
      }
      return take(request, reply, steps.ship(shipment))
    },
  )
  app.post(
    '/orders/:id/deliver',
    route('A delivery reaches its recipient', DeliverBody),
    (request, reply) => {
      const { delivered_on: deliveredOn, remark } = request.body ?? {}
      const delivery = {
        ...(deliveredOn !== undefined && { deliveredOn }),
        ...(remark !== undefined && { remark }),
      }
      return take(request, reply, steps.deliver(delivery))
    },
  )
  app.post(
    '/orders/:id/withdraw',
    route('A pick-up is collected at the counter', WithdrawBody),
    (request, reply) => take(request, reply, steps.withdraw(request.body?.collected_by)),
  )
}

function toShortPick(body: Static<typeof ShortPickBody>): ShortPick {
  const { content, reason = 'missing', comment = '', replace = false } = body ?? {}
  const lines =
    content?.length && toLines(content).map(({ body: { quantity }, ...goods }) => ({ ...goods, quantity }))
  return { lines: lines || null, reason, comment, isReplaceable: replace }
}

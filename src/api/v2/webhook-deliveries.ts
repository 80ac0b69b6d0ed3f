import Type from 'typebox'
import { parseDay } from '../../core/calendar/paris-time.ts'
import { invalidField } from '../../core/problems.ts'
import {
  type DeliveryState,
  getDeliveredEvent,
  getDelivery,
  listDeliveries,
} from '../../core/webhooks/delivery-reads.ts'
import { resendDelivery, resendFailed } from '../../core/webhooks/resend-deliveries.ts'
import { sendTestEvent } from '../../core/webhooks/send-test-event.ts'
import { answerOnce } from '../shared/idempotency.ts'
import { pagedQuery, sendPage } from '../shared/paging.ts'
import { Id, IdParams } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { fromEvent } from './event-shape.ts'
import { DeliveryDetailShape, DeliveryShape, fromDelivery, fromDeliveryDetail } from './webhook-shape.ts'
import { ownerOf } from './webhooks.ts'

const DeliveryQuery = pagedQuery({
  state: Type.Optional(
    Type.Unsafe<DeliveryState>({ type: 'string', enum: ['pending', 'delivered', 'failed', 'cancelled'] }),
  ),
})
const DeliveryParams = Type.Object({ id: Id, delivery_id: Id })
const SinceBody = Type.Object(
  {
    since: Type.String({
      maxLength: 40,
      examples: ['2026-11-16T09:30:00+01:00'],
      description: 'Events from this moment on: ISO 8601 with an offset.',
    }),
  },
  { additionalProperties: false },
)

const isoMoment = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/

function toMoment(text: string): Date {
  const [, day = ''] = isoMoment.exec(text) ?? []
  const moment = new Date(text)
  if (parseDay(day) === undefined || Number.isNaN(moment.getTime()))
    throw invalidField('since', 'must be a moment such as 2026-11-16T09:30:00+01:00')
  return moment
}

export function webhookDeliveryRoutes(app: TypedApp): void {
  app.get(
    '/webhooks/:id/deliveries',
    {
      schema: {
        summary: 'What was sent to a webhook in the last 30 days and what will be, newest first',
        params: IdParams,
        querystring: DeliveryQuery,
        response: { 200: Type.Array(DeliveryShape) },
      },
    },
    async (request, reply) => {
      const { query, params } = request
      const page = await listDeliveries(request.deps.db, ownerOf(request), params.id, query, query.state)
      return sendPage(request, reply, page).map(fromDelivery)
    },
  )

  app.get(
    '/webhooks/:id/deliveries/:delivery_id',
    {
      schema: {
        summary: 'One delivery with each of its requests and what was answered',
        params: DeliveryParams,
        response: { 200: DeliveryDetailShape },
      },
    },
    async (request) => {
      const { id, delivery_id } = request.params
      const owner = ownerOf(request)
      const delivery = await getDelivery(request.deps.db, owner, id, delivery_id)
      const event = await getDeliveredEvent(request.deps.db, owner, id, delivery_id)
      // Written as the worker writes it, whichever way this caller came in.
      return fromDeliveryDetail(delivery, fromEvent(event, request.deps.settings))
    },
  )

  app.post(
    '/webhooks/:id/test',
    {
      schema: {
        summary: 'Send a test event to a webhook',
        params: IdParams,
        response: { 201: DeliveryShape },
      },
    },
    (request, reply) =>
      answerOnce(request, reply, async (within) => ({
        status: 201,
        body: fromDelivery(await sendTestEvent(within, ownerOf(request), request.params.id)),
      })),
  )

  app.post(
    '/webhooks/:id/deliveries/:delivery_id/resend',
    {
      schema: {
        summary: 'Send a delivery again, whatever became of it',
        params: DeliveryParams,
        response: { 200: DeliveryShape },
      },
    },
    (request, reply) =>
      answerOnce(request, reply, async (within) => {
        const { id, delivery_id } = request.params
        const again = await resendDelivery(within, ownerOf(request), id, delivery_id)
        return { status: 200, body: fromDelivery(again) }
      }),
  )

  app.post(
    '/webhooks/:id/resend-failed',
    {
      schema: {
        operationId: 'resendFailedDeliveries',
        summary: 'Send all deliveries again that were given up',
        params: IdParams,
        body: SinceBody,
        response: { 200: Type.Object({ resent: Type.Integer() }) },
      },
    },
    (request, reply) =>
      answerOnce(request, reply, async (within) => {
        const since = toMoment(request.body.since)
        return {
          status: 200,
          body: { resent: await resendFailed(within, ownerOf(request), request.params.id, since) },
        }
      }),
  )
}

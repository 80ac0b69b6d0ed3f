import Type, { type Static } from 'typebox'
import type { Attempt, Delivery, DeliveryState } from '../../core/webhooks/delivery-reads.ts'
import type { Endpoint, EndpointState } from '../../core/webhooks/endpoint-reads.ts'
import { type EventType, eventTypes } from '../../core/webhooks/event-types.ts'
import { messageIdOf } from '../../core/webhooks/sign-message.ts'
import { eventIdOf } from '../shared/event-envelope.ts'
import { PhpDate, phpDate } from '../shared/php-date.ts'
import { OrNull } from '../shared/schemas.ts'
import { NullableText } from './common-shapes.ts'

const EventTypes = Type.Array(Type.Unsafe<EventType>({ type: 'string', enum: eventTypes }), {
  uniqueItems: true,
  description:
    'Which events it is told of; none named is all of them. GET /enums?label=event_type lists them.',
})
const State = Type.Unsafe<EndpointState>({
  type: 'string',
  enum: ['active', 'paused', 'gone'],
  description: 'paused: events wait. gone: its receiver answered 410, and it is told of nothing.',
})

export const WebhookShape = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  url: Type.String(),
  event_types: EventTypes,
  state: State,
  failing_since: OrNull(PhpDate),
  created_at: PhpDate,
  updated_at: PhpDate,
})
export const WebhookWithSecretShape = Type.Object({
  ...WebhookShape.properties,
  secret: Type.Optional(
    Type.String({
      description:
        'Verifies what is sent (Standard Webhooks). It is told once; a repeat with the same Idempotency-Key is answered without it.',
    }),
  ),
})

export const fromEndpoint = (endpoint: Endpoint): Static<typeof WebhookShape> => ({
  id: endpoint.id,
  name: endpoint.name,
  url: endpoint.url,
  event_types: endpoint.eventTypes,
  state: endpoint.state,
  failing_since: endpoint.failingSince && phpDate(endpoint.failingSince),
  created_at: phpDate(endpoint.createdAt),
  updated_at: phpDate(endpoint.updatedAt),
})

const Name = Type.String({ format: 'line', pattern: '\\S', maxLength: 100 })
const Address = Type.String({ format: 'line', minLength: 1, maxLength: 2000 })

export const NewWebhookBody = Type.Object(
  { name: Name, url: Address, event_types: Type.Optional(EventTypes) },
  { additionalProperties: false },
)
/** The whole record. What the service alone decides may stand in it, and is passed over. */
export const WebhookBody = Type.Object(
  {
    id: Type.Optional(Type.Integer()),
    name: Name,
    url: Address,
    event_types: EventTypes,
    state: Type.Optional(State),
    failing_since: Type.Optional(OrNull(PhpDate)),
    created_at: Type.Optional(PhpDate),
    updated_at: Type.Optional(PhpDate),
  },
  { additionalProperties: false },
)

const AttemptShape = Type.Object({
  created_at: PhpDate,
  duration_ms: Type.Integer(),
  url: Type.String(),
  status: OrNull(Type.Integer({ description: 'Of the answer; null when there was none.' })),
  error: NullableText,
})
const deliveryFields = {
  id: Type.Integer(),
  webhook_id: Type.String({ description: 'The header of the same name, over all attempts.' }),
  event_id: Type.String(),
  event_type: Type.String({ examples: ['order.create'] }),
  state: Type.Unsafe<DeliveryState>({
    type: 'string',
    enum: ['pending', 'delivered', 'failed', 'cancelled'],
  }),
  attempt_count: Type.Integer({ description: 'Since it was first sent, or sent again.' }),
  next_attempt_at: OrNull(PhpDate),
  created_at: PhpDate,
  settled_at: OrNull(PhpDate),
}
export const DeliveryShape = Type.Object({ ...deliveryFields, last_attempt: OrNull(AttemptShape) })

const Headers = Type.Record(Type.String(), Type.String())
const Exchange = Type.Object({
  ...AttemptShape.properties,
  request_headers: Headers,
  response_headers: OrNull(Headers),
  response_body: OrNull(Type.String({ description: 'Its first 4096 characters.' })),
})
export const DeliveryDetailShape = Type.Object({
  ...deliveryFields,
  request_body: Type.String({ description: 'To the byte, as it was signed.' }),
  attempts: Type.Array(Exchange),
})

const fromAttempt = (attempt: Attempt): Static<typeof AttemptShape> => ({
  created_at: phpDate(attempt.createdAt),
  duration_ms: attempt.durationMs,
  url: attempt.url,
  status: attempt.status,
  error: attempt.error,
})

const deliveryRecord = (delivery: Delivery) => ({
  id: delivery.id,
  webhook_id: messageIdOf(delivery.id),
  event_id: eventIdOf(delivery.eventId),
  event_type: `${delivery.subject}.${delivery.change}`,
  state: delivery.state,
  attempt_count: delivery.attemptCount,
  next_attempt_at: delivery.state === 'pending' ? phpDate(delivery.dueAt) : null,
  created_at: phpDate(delivery.createdAt),
  settled_at: delivery.settledAt && phpDate(delivery.settledAt),
})

export const fromDelivery = (delivery: Delivery): Static<typeof DeliveryShape> => ({
  ...deliveryRecord(delivery),
  last_attempt: delivery.lastAttempt && fromAttempt(delivery.lastAttempt),
})

/** Signatures are not kept, and nobody but the receiver has a use for them. */
const requestHeaders = (id: number, { signedAt }: Attempt) => ({
  'content-type': 'application/json',
  'webhook-id': messageIdOf(id),
  'webhook-timestamp': String(signedAt),
})

export const fromDeliveryDetail = (
  delivery: Delivery & { attempts: Attempt[] },
  body: unknown,
): Static<typeof DeliveryDetailShape> => ({
  ...deliveryRecord(delivery),
  request_body: JSON.stringify(body),
  attempts: delivery.attempts.map((attempt) => ({
    ...fromAttempt(attempt),
    request_headers: requestHeaders(delivery.id, attempt),
    response_headers: attempt.responseHeaders,
    response_body: attempt.responseBody,
  })),
})

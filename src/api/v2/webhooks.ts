import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import {
  deleteEndpoint,
  pauseEndpoint,
  replaceEndpoint,
  resumeEndpoint,
  rotateSecret,
} from '../../core/webhooks/change-endpoint.ts'
import { createEndpoint } from '../../core/webhooks/create-endpoint.ts'
import {
  type Endpoint,
  type EndpointOwner,
  getEndpoint,
  listEndpoints,
} from '../../core/webhooks/endpoint-reads.ts'
import { answerOnce } from '../shared/idempotency.ts'
import { PageQuery, sendPage } from '../shared/paging.ts'
import { IdParams } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import {
  fromEndpoint,
  NewWebhookBody,
  WebhookBody,
  WebhookShape,
  WebhookWithSecretShape,
} from './webhook-shape.ts'

/** Addresses that belong to the account and to no key; those of keys speak v1. */
export const ownerOf = ({ caller }: FastifyRequest): EndpointOwner => ({
  accountId: caller.accountId,
  accessKeyId: null,
})

const withSecret = ({ endpoint, secret }: { endpoint: Endpoint; secret: string }) => {
  const forRepeats = fromEndpoint(endpoint)
  return { body: { ...forRepeats, secret }, forRepeats }
}

export function webhookRoutes(app: TypedApp): void {
  app.get(
    '/webhooks',
    {
      schema: {
        summary: 'Addresses that are told of events, newest first',
        querystring: PageQuery,
        response: { 200: Type.Array(WebhookShape) },
      },
    },
    async (request, reply) => {
      const page = await listEndpoints(request.deps.db, ownerOf(request), request.query)
      return sendPage(request, reply, page).map(fromEndpoint)
    },
  )

  app.get(
    '/webhooks/:id',
    { schema: { summary: 'One webhook', params: IdParams, response: { 200: WebhookShape } } },
    async (request) => fromEndpoint(await getEndpoint(request.deps.db, ownerOf(request), request.params.id)),
  )

  app.post(
    '/webhooks',
    {
      schema: {
        summary: 'Add an address that is told of events',
        description: 'The answer holds its secret, which is told this once. An account has at most 20.',
        body: NewWebhookBody,
        response: { 201: WebhookWithSecretShape },
      },
    },
    (request, reply) =>
      answerOnce(request, reply, async (within) => {
        const { name, url, event_types: eventTypes = [] } = request.body
        const made = await createEndpoint(within, ownerOf(request), { name, url, eventTypes })
        return { status: 201, ...withSecret(made) }
      }),
  )

  app.put(
    '/webhooks/:id',
    {
      schema: {
        summary: 'Replace a webhook by the one in the body',
        description:
          'It keeps its secret. What is on its way goes to the new address from the next attempt on.',
        params: IdParams,
        body: WebhookBody,
        response: { 200: WebhookShape },
      },
    },
    async (request) => {
      const { name, url, event_types: eventTypes, state } = request.body
      const fields = { name, url, eventTypes, ...(state && { state }) }
      return fromEndpoint(await replaceEndpoint(request.deps, ownerOf(request), request.params.id, fields))
    },
  )

  app.delete(
    '/webhooks/:id',
    {
      schema: {
        summary: 'Remove a webhook, and whatever was on its way to it',
        params: IdParams,
        response: { 200: WebhookShape },
      },
    },
    async (request) => fromEndpoint(await deleteEndpoint(request.deps, ownerOf(request), request.params.id)),
  )

  for (const [verb, summary, change] of [
    ['pause', 'Let events wait until the webhook is resumed', pauseEndpoint],
    ['resume', 'Send to a webhook again, what has waited first', resumeEndpoint],
  ] as const)
    app.post(
      `/webhooks/:id/${verb}`,
      { schema: { summary, params: IdParams, response: { 200: WebhookShape } } },
      (request, reply) => {
        const { id } = request.params as { id: number }
        return answerOnce(request, reply, async (within) => ({
          status: 200,
          body: fromEndpoint(await change(within, ownerOf(request), id)),
        }))
      },
    )

  app.post(
    '/webhooks/:id/rotate-secret',
    {
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Give a webhook a new secret',
        description: 'For 24 hours messages are signed with the former secret as well.',
        params: IdParams,
        response: { 200: WebhookWithSecretShape },
      },
    },
    (request, reply) =>
      answerOnce(request, reply, async (within) => ({
        status: 200,
        ...withSecret(await rotateSecret(within, ownerOf(request), request.params.id)),
      })),
  )
}

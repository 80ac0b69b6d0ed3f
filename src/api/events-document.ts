import type { TSchema } from 'typebox'
import type { ApiDocument } from './shared/api-document.ts'
import { eventShapes as version1 } from './v1/event-shape.ts'
import { eventShapes as version2 } from './v2/event-shape.ts'

type Version = 'v1' | 'v2'
const shapes: Record<Version, Record<string, TSchema>> = { v1: version1, v2: version2 }
const reference = (path: string) => ({ $ref: `#/${path}` })

const titles: Record<string, string> = {
  order: 'An order was made, changed or deleted',
  getoutrequest: 'A get out request was made, changed or deleted',
  putaway: 'A putaway was announced, changed or removed',
  invoice: 'An invoice was issued, changed or removed',
  stock: 'What is free of a wine in a format has changed',
  test: 'A test that the owner asked for',
}

const messageHeaders = {
  type: 'object',
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  properties: {
    'webhook-id': {
      type: 'string',
      description: 'The same over all attempts to send this message, so that a repeat can be told.',
      examples: ['msg_512'],
    },
    'webhook-timestamp': {
      type: 'string',
      description: 'Seconds since 1970 at which this attempt was signed.',
      examples: ['1794818400'],
    },
    'webhook-signature': {
      type: 'string',
      description:
        'v1, and the HMAC-SHA256 of id.timestamp.body in base64, by the scheme of Standard Webhooks; for a day after the secret was replaced one for each of both, separated by a space.',
    },
  },
}

const nameOf = (version: Version, type: string) => `${version}-${type}`

const messagesOf = (version: Version) =>
  Object.entries(shapes[version]).map(([type, payload]) => [
    nameOf(version, type),
    {
      name: nameOf(version, type),
      title: titles[type] ?? type,
      summary: titles[type] ?? type,
      contentType: 'application/json',
      headers: reference('components/schemas/messageHeaders'),
      payload,
    },
  ])

const channel = (version: Version, types: readonly string[], more: object) => ({
  ...more,
  messages: Object.fromEntries(
    types.map((type) => [type, reference(`components/messages/${nameOf(version, type)}`)]),
  ),
})
const operation = (name: string, types: readonly string[], more: object) => ({
  action: 'send',
  channel: reference(`channels/${name}`),
  ...more,
  messages: types.map((type) => reference(`channels/${name}/messages/${type}`)),
})

const [typesOfV1, typesOfV2] = [Object.keys(version1), Object.keys(version2)]
const streamed = typesOfV2.filter((type) => type !== 'test')

/** What the service sends by itself, as AsyncAPI: messages to webhooks of both versions, and the stream of events. */
export const eventsDocument = {
  asyncapi: '3.0.0',
  id: 'urn:caveau:events',
  info: {
    title: 'Caveau events',
    version: '2',
    description:
      'What the service tells of orders, putaways, invoices and stock. Any answer with a status of 2xx within 15 seconds takes a message; otherwise it is sent again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h. Messages about one record arrive in order. The status 410 switches a webhook off.',
    contact: { name: 'Caveau', url: 'https://caveau.example' },
    license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    tags: [{ name: 'events', description: 'What became of records.' }],
  },
  defaultContentType: 'application/json',
  servers: {
    service: {
      host: 'caveau.example',
      protocol: 'https',
      description: 'The service itself, for the stream.',
    },
  },
  channels: {
    webhooks: channel('v2', typesOfV2, {
      address: null,
      title: 'Webhooks',
      description: 'A POST to each address of /api/v2/webhooks.',
    }),
    keyWebhooks: channel('v1', typesOfV1, {
      address: null,
      title: 'Webhooks of access keys',
      description: 'A POST to each address that belongs to an access key of v1.',
    }),
    stream: channel('v2', streamed, {
      address: '/api/v2/events/stream',
      servers: [reference('servers/service')],
      title: 'Stream of events',
      description:
        'Server-sent events: the id of each is a cursor for Last-Event-ID or ?cursor=, its event is the type such as order.create, and its data the payload. Without a cursor it begins with what happens next. The headers of the messages are for webhooks only.',
    }),
  },
  operations: {
    sendToWebhooks: operation('webhooks', typesOfV2, {
      summary: 'Tell webhooks',
      description: 'Each that is active and asked for the type of the event, or for all of them.',
    }),
    sendToKeyWebhooks: operation('keyWebhooks', typesOfV1, {
      summary: 'Tell webhooks of access keys',
      description: 'Each that is active and asked for the type of the event, or for all of them.',
    }),
    streamEvents: operation('stream', streamed, {
      summary: 'Tell whoever listens',
      description: 'To every open stream of the account, at most five for a token.',
      security: [reference('components/securitySchemes/BearerToken')],
    }),
  },
  components: {
    messages: Object.fromEntries([...messagesOf('v2'), ...messagesOf('v1')]),
    schemas: { messageHeaders },
    securitySchemes: {
      BearerToken: { type: 'http', scheme: 'bearer' } satisfies ApiDocument['securitySchemes'][string],
    },
  },
}

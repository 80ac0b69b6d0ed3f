import { type ConnectionOptions, connect } from './connection.ts'
import type { paths } from './generated/v2.ts'
import { sandboxOf } from './sandbox.ts'

// What the package offers beside the client itself.
export type { CallOptions } from './call-options.ts'
export {
  CaveauError,
  CaveauNetworkError,
  type ErrorDetail,
  type ErrorName,
  isCaveauError,
  type KnownErrorName,
} from './errors.ts'
export type * as sandbox from './generated/sandbox.ts'
export type * as v1 from './generated/v1.ts'
export type * as v2 from './generated/v2.ts'
export type {
  Account,
  Address,
  EnumValue,
  Invoice,
  Line,
  NewAddress,
  NewOrder,
  Order,
  Putaway,
  Transaction,
  Warehouse,
  Webhook,
  WebhookDelivery,
  WineComment,
  WinePrice,
} from './generated/v2.ts'
export { createLegacyClient, type LegacyCaveauClient, type LegacyClientOptions } from './legacy-client.ts'
export type { Page } from './paging.ts'
export type { RetryPolicy } from './retry-policy.ts'
export {
  type LegacyWebhookEvent,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from './verify-webhook.ts'

export type ClientOptions = ConnectionOptions & {
  /** A bearer token of the account. */
  token: string
}
export type CaveauClient = ReturnType<typeof createClient>

/** The API of Caveau, version 2. */
export function createClient({ token, ...connection }: ClientOptions) {
  const headers = { Authorization: `Bearer ${token}` }
  const { http, call } = connect<paths>(connection, headers)
  return {
    /** Every route by its path, typed, for what has no method below; errors are returned and not thrown. */
    http,
    bottles: {
      list: call.plain('get', '/api/v2/bottles'),
    },
    orders: {
      ...call.paged('/api/v2/orders'),
      get: call.plain('get', '/api/v2/orders/{id}'),
      create: call.withBody('post', '/api/v2/orders'),
      delete: call.plain('delete', '/api/v2/orders/{id}'),
      deliveryCost: call.withBody('post', '/api/v2/orders/delivery-cost'),
      timeSlots: call.withBody('post', '/api/v2/orders/time-slots'),
      attach: call.upload('/api/v2/orders/{id}/attachments'),
      download: call.download('/api/v2/orders/{id}/attachments/{file_id}'),
      deliverySlip: call.download('/api/v2/orders/{id}/delivery-slip'),
    },
    putaways: {
      ...call.paged('/api/v2/putaways'),
      get: call.plain('get', '/api/v2/putaways/{id}'),
      download: call.download('/api/v2/putaways/{id}/attachments/{file_id}'),
    },
    invoices: {
      ...call.paged('/api/v2/invoices'),
      get: call.plain('get', '/api/v2/invoices/{id}'),
      pdf: call.download('/api/v2/invoices/{id}/pdf'),
    },
    transactions: call.paged('/api/v2/transactions'),
    addresses: {
      ...call.paged('/api/v2/addresses'),
      get: call.plain('get', '/api/v2/addresses/{id}'),
      create: call.withBody('post', '/api/v2/addresses'),
      update: call.withBody('put', '/api/v2/addresses/{id}'),
      delete: call.plain('delete', '/api/v2/addresses/{id}'),
    },
    account: {
      get: call.plain('get', '/api/v2/account'),
      update: call.withBody('put', '/api/v2/account'),
    },
    warehouses: {
      list: call.plain('get', '/api/v2/warehouses'),
    },
    wineComments: {
      list: call.plain('get', '/api/v2/wine-comments'),
      get: call.plain('get', '/api/v2/wine-comments/single'),
      create: call.withBody('post', '/api/v2/wine-comments'),
      update: call.withBody('put', '/api/v2/wine-comments'),
      delete: call.withBody('delete', '/api/v2/wine-comments'),
    },
    winePrices: {
      list: call.plain('get', '/api/v2/wine-prices'),
      get: call.plain('get', '/api/v2/wine-prices/single'),
      create: call.withBody('post', '/api/v2/wine-prices'),
      update: call.withBody('put', '/api/v2/wine-prices'),
      delete: call.withBody('delete', '/api/v2/wine-prices'),
    },
    webhooks: {
      ...call.paged('/api/v2/webhooks'),
      get: call.plain('get', '/api/v2/webhooks/{id}'),
      /** The answer holds the secret, once. */
      create: call.withBody('post', '/api/v2/webhooks'),
      update: call.withBody('put', '/api/v2/webhooks/{id}'),
      delete: call.plain('delete', '/api/v2/webhooks/{id}'),
      pause: call.plain('post', '/api/v2/webhooks/{id}/pause'),
      resume: call.plain('post', '/api/v2/webhooks/{id}/resume'),
      /** The answer holds the new secret, once; the old one goes on to sign for a day. */
      rotateSecret: call.plain('post', '/api/v2/webhooks/{id}/rotate-secret'),
      test: call.plain('post', '/api/v2/webhooks/{id}/test'),
      deliveries: call.paged('/api/v2/webhooks/{id}/deliveries'),
      delivery: call.plain('get', '/api/v2/webhooks/{id}/deliveries/{delivery_id}'),
      resend: call.plain('post', '/api/v2/webhooks/{id}/deliveries/{delivery_id}/resend'),
      resendFailed: call.withBody('post', '/api/v2/webhooks/{id}/resend-failed'),
    },
    events: {
      /** Those after a cursor, oldest first. */
      list: call.plain('get', '/api/v2/events'),
    },
    enums: {
      list: call.plain('get', '/api/v2/enums'),
    },
    /** Preproduction only. */
    sandbox: sandboxOf(connection, headers),
  }
}

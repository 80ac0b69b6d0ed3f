import { type ConnectionOptions, connect } from './connection.ts'
import type { paths } from './generated/v1.ts'

export type LegacyClientOptions = ConnectionOptions & {
  /** The two halves of a key of the account. */
  accessKey: string
  secretKey: string
}
export type LegacyCaveauClient = ReturnType<typeof createLegacyClient>

/** The API of Caveau, version 1, for what has not moved to version 2 yet. */
export function createLegacyClient({ accessKey, secretKey, ...connection }: LegacyClientOptions) {
  const { http, call } = connect<paths>(connection, { AccessKey: accessKey, SecretKey: secretKey })
  http.use({
    // Version 1 asks for it also where there is no body. A form has its own type by now.
    onRequest({ request }) {
      if (!request.headers.has('content-type')) request.headers.set('content-type', 'application/json')
    },
  })
  return {
    /** Every route by its path, typed, for what has no method below; errors are returned and not thrown. */
    http,
    bottles: {
      ...call.paged('/v1/bottles'),
      consolidated: call.plain('get', '/v1/bottles/consolidated'),
      get: call.plain('get', '/v1/bottles/{id}'),
    },
    getOutRequests: {
      ...call.paged('/v1/get-out-requests'),
      get: call.plain('get', '/v1/get-out-requests/{id}'),
      create: call.withBody('post', '/v1/get-out-requests'),
      update: call.withBody('put', '/v1/get-out-requests/{id}'),
      delete: call.plain('delete', '/v1/get-out-requests/{id}'),
      deliveryCost: call.plain('get', '/v1/get-out-requests/delivery-cost'),
      attach: call.upload('/v1/get-out-requests/{id}/files'),
      deliverySlip: call.download('/v1/get-out-requests/{id}/delivery-slip'),
    },
    putaways: {
      ...call.paged('/v1/putaways'),
      get: call.plain('get', '/v1/putaways/{id}'),
    },
    invoices: {
      ...call.paged('/v1/invoices'),
      get: call.plain('get', '/v1/invoices/{id}'),
    },
    transactions: call.paged('/v1/transactions'),
    addresses: {
      ...call.paged('/v1/addresses'),
      get: call.plain('get', '/v1/addresses/{id}'),
      create: call.withBody('post', '/v1/addresses'),
      update: call.withBody('put', '/v1/addresses/{id}'),
      delete: call.plain('delete', '/v1/addresses/{id}'),
    },
    users: {
      get: call.plain('get', '/v1/users'),
      update: call.withBody('put', '/v1/users'),
    },
    wineComments: {
      list: call.plain('get', '/v1/wine-comments'),
      get: call.plain('get', '/v1/wine-comments/single'),
      create: call.withBody('post', '/v1/wine-comments'),
      update: call.withBody('put', '/v1/wine-comments'),
      delete: call.withBody('delete', '/v1/wine-comments'),
    },
    winePrices: {
      list: call.plain('get', '/v1/wine-prices'),
      get: call.plain('get', '/v1/wine-prices/single'),
      create: call.withBody('post', '/v1/wine-prices'),
      update: call.withBody('put', '/v1/wine-prices'),
      delete: call.withBody('delete', '/v1/wine-prices'),
    },
  }
}

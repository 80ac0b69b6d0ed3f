import type { FastifyPluginAsync } from 'fastify'
import type { Deps } from '../../core/deps.ts'
import { sendNotFound } from '../shared/answer-errors.ts'
import { type ApiDocument, ownerErrors } from '../shared/api-document.ts'
import { allowOrigins, type Origins } from '../shared/cross-origin.ts'
import { addLinks } from '../shared/paging.ts'
import type { RateLimiter } from '../shared/rate-limit.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { addressRoutes } from './addresses.ts'
import { identifyCaller } from './auth.ts'
import { bottleRoutes } from './bottles.ts'
import { deliveryCostRoutes } from './delivery-cost.ts'
import { deliverySlipRoutes } from './delivery-slips.ts'
import { sendError } from './errors.ts'
import { getOutRequestRoutes } from './get-out-requests.ts'
import { invoiceRoutes } from './invoices.ts'
import { orderFileRoutes } from './order-files.ts'
import { putawayRoutes } from './putaways.ts'
import { transactionRoutes } from './transactions.ts'
import { userRoutes } from './users.ts'
import { wineNoteRoutes } from './wine-notes.ts'

export type V1Options = {
  deps: Deps
  limiter: RateLimiter | undefined
  exactHeaderNames: boolean
  corsOrigins: Origins
  /** Adds to answers what another version would have shown. */
  preview: ((app: TypedApp) => void) | undefined
}

export const v1Document: ApiDocument = {
  slug: 'v1',
  prefix: '/v1',
  title: 'Caveau API v1',
  version: '1',
  description:
    'Cellar stock, orders out of the cellar, putaways, invoices, movements, addresses and notes on wines: the older of two versions over the same records. Guide: [from v1 to v2](/docs/guides/v1-to-v2.md). In preproduction any call can carry the header `X-Preview-V2: 1`; the answer, or each record of a list, then has one member more, `preview_v2`: what v2 would have shown for the same record ([rehearsal](/docs/guides/v1-to-v2.md#rehearse-with-x-preview-v2)).',
  securitySchemes: {
    AccessKey: { type: 'apiKey', in: 'header', name: 'AccessKey' },
    SecretKey: { type: 'apiKey', in: 'header', name: 'SecretKey' },
  },
  security: [{ AccessKey: [], SecretKey: [] }],
  tags: {
    bottles: 'The bottles in stock and to come, one by one or counted.',
    'get-out-requests': 'Orders to take bottles out of the cellar.',
    putaways: 'Bottles put into a warehouse.',
    invoices: 'What the operator has billed.',
    transactions: 'Movements of bottles.',
    addresses: 'The address book.',
    users: 'The account and its settings.',
    'wine-comments': 'The comment of an owner on a wine and format, often a product reference.',
    'wine-prices': 'The price that an owner notes on a wine and format.',
  },
  errors: ownerErrors(['access_key_id_missing', 'secret_access_key_missing']),
}

// The day v2 was announced as the version to move to, in the notation of RFC 9745.
const deprecatedSince = `@${Date.UTC(2026, 10, 1) / 1000}`

/** The legacy contract: keys in two headers, its own spellings, JSON asked of every request. */
export const v1: FastifyPluginAsync<V1Options> = async (plugin, options) => {
  const { deps, limiter, exactHeaderNames, corsOrigins, preview } = options
  const app: TypedApp = plugin.withTypeProvider()
  await allowOrigins(app, corsOrigins)
  app.decorateRequest('caller')
  app.decorateRequest('deps')
  app.decorateRequest('preview')
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('deprecation', deprecatedSince)
    addLinks(reply, ['</api/v2>; rel="successor-version"'])
  })
  app.addHook('onRequest', identifyCaller({ deps, limiter, exactHeaderNames }))
  preview?.(app)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(sendNotFound)

  bottleRoutes(app)
  getOutRequestRoutes(app)
  deliveryCostRoutes(app)
  orderFileRoutes(app)
  deliverySlipRoutes(app)
  putawayRoutes(app)
  invoiceRoutes(app)
  transactionRoutes(app)
  addressRoutes(app)
  userRoutes(app)
  wineNoteRoutes(app)
}

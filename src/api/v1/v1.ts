import type { FastifyPluginAsync } from 'fastify'
import type { Deps } from '../../core/deps.ts'
import { sendNotFound } from '../shared/answer-errors.ts'
import type { ApiDocument } from '../shared/api-document.ts'
import { addLinks } from '../shared/paging.ts'
import type { RateLimiter } from '../shared/rate-limit.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { addressRoutes } from './addresses.ts'
import { identifyCaller } from './auth.ts'
import { bottleRoutes } from './bottles.ts'
import { deliveryCostRoutes } from './delivery-cost.ts'
import { sendError } from './errors.ts'
import { getOutRequestRoutes } from './get-out-requests.ts'
import { invoiceRoutes } from './invoices.ts'
import { orderFileRoutes } from './order-files.ts'
import { putawayRoutes } from './putaways.ts'
import { transactionRoutes } from './transactions.ts'
import { userRoutes } from './users.ts'
import { wineNoteRoutes } from './wine-notes.ts'

export type V1Options = { deps: Deps; limiter: RateLimiter | undefined; exactHeaderNames: boolean }

export const v1Document: ApiDocument = {
  slug: 'v1',
  title: 'Caveau API v1',
  version: '1',
  description:
    'Cellar stock, orders out of the cellar, putaways, invoices, movements, addresses and notes on wines.',
  securitySchemes: {
    AccessKey: { type: 'apiKey', in: 'header', name: 'AccessKey' },
    SecretKey: { type: 'apiKey', in: 'header', name: 'SecretKey' },
  },
  security: [{ AccessKey: [], SecretKey: [] }],
}

// The day v2 was announced as the version to move to, in the notation of RFC 9745.
const deprecatedSince = `@${Date.UTC(2026, 10, 1) / 1000}`

/** The legacy contract: keys in two headers, its own spellings, JSON asked of every request. */
export const v1: FastifyPluginAsync<V1Options> = async (plugin, { deps, limiter, exactHeaderNames }) => {
  const app: TypedApp = plugin.withTypeProvider()
  app.decorateRequest('caller')
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('deprecation', deprecatedSince)
    addLinks(reply, ['</api/v2>; rel="successor-version"'])
  })
  app.addHook('onRequest', identifyCaller({ deps, limiter, exactHeaderNames }))
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(sendNotFound)

  bottleRoutes(app, deps)
  getOutRequestRoutes(app, deps)
  deliveryCostRoutes(app, deps)
  orderFileRoutes(app, deps)
  putawayRoutes(app, deps)
  invoiceRoutes(app, deps)
  transactionRoutes(app, deps)
  addressRoutes(app, deps)
  userRoutes(app, deps)
  wineNoteRoutes(app, deps)
}

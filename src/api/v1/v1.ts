import type { FastifyPluginAsync } from 'fastify'
import type { Deps } from '../../core/deps.ts'
import { addLinks } from '../shared/paging.ts'
import type { RateLimiter } from '../shared/rate-limit.ts'
import { addressRoutes } from './addresses.ts'
import { identifyCaller } from './auth.ts'
import { bottleRoutes } from './bottles.ts'
import { deliveryCostRoutes } from './delivery-cost.ts'
import { sendError, sendNotFound } from './errors.ts'
import { getOutRequestRoutes } from './get-out-requests.ts'
import { invoiceRoutes } from './invoices.ts'
import { orderFileRoutes } from './order-files.ts'
import { putawayRoutes } from './putaways.ts'
import { transactionRoutes } from './transactions.ts'
import { userRoutes } from './users.ts'
import type { V1App } from './v1-app.ts'
import { wineNoteRoutes } from './wine-notes.ts'

export type V1Options = { deps: Deps; limiter: RateLimiter | undefined; exactHeaderNames: boolean }

// The day v2 was announced as the version to move to, in the notation of RFC 9745.
const deprecatedSince = `@${Date.UTC(2026, 10, 1) / 1000}`

/** The legacy contract: keys in two headers, its own spellings, JSON asked of every request. */
export const v1: FastifyPluginAsync<V1Options> = async (plugin, { deps, limiter, exactHeaderNames }) => {
  const app: V1App = plugin.withTypeProvider()
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

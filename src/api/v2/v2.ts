import type { FastifyPluginAsync } from 'fastify'
import type { Deps } from '../../core/deps.ts'
import { sendNotFound } from '../shared/answer-errors.ts'
import { type ApiDocument, ownerErrors } from '../shared/api-document.ts'
import { allowOrigins, type Origins } from '../shared/cross-origin.ts'
import type { RateLimiter } from '../shared/rate-limit.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { accountRoutes } from './account.ts'
import { addressRoutes } from './addresses.ts'
import { attachmentRoutes } from './attachments.ts'
import { identifyBearer } from './auth.ts'
import { bottleRoutes } from './bottles.ts'
import { enumRoutes } from './enums.ts'
import { sendError } from './errors.ts'
import { eventRoutes } from './events.ts'
import { invoiceRoutes } from './invoices.ts'
import { orderRoutes } from './orders.ts'
import { putawayRoutes } from './putaways.ts'
import { transactionRoutes } from './transactions.ts'
import { warehouseRoutes } from './warehouses.ts'
import { webhookDeliveryRoutes } from './webhook-deliveries.ts'
import { webhookRoutes } from './webhooks.ts'
import { wineNoteRoutes } from './wine-notes.ts'

export type V2Options = { deps: Deps; limiter: RateLimiter | undefined; corsOrigins: Origins }

export const v2Document: ApiDocument = {
  slug: 'v2',
  prefix: '/api/v2',
  title: 'Caveau API v2',
  version: '2',
  description:
    'The version to start with: cellar stock, orders out of the cellar, putaways, invoices, movements, addresses and notes on wines. Guides: [getting started](/docs/guides/getting-started.md), [events](/docs/guides/events.md), [from v1 to v2](/docs/guides/v1-to-v2.md).',
  securitySchemes: {
    BearerToken: { type: 'http', scheme: 'bearer', description: 'A token of the account, such as pre_bt_…' },
  },
  security: [{ BearerToken: [] }],
  tags: {
    bottles: 'The cellar: one row per wine, format and box.',
    orders: 'Orders to take bottles out of the cellar.',
    putaways: 'Bottles put into a warehouse.',
    invoices: 'What the operator has billed.',
    transactions: 'Movements of bottles.',
    addresses: 'The address book.',
    account: 'The account and its settings.',
    warehouses: 'Where the bottles are kept, and when goods are handed over.',
    'wine-comments': 'The comment of an owner on a wine and format, often a product reference.',
    'wine-prices': 'The price that an owner notes on a wine and format.',
    webhooks: 'Addresses that are told of events, and what was sent to them.',
    events: 'What became of records, for those who rather ask than be told.',
    enums: 'Every value of every enumeration.',
  },
  errors: ownerErrors([]),
}

/** The current contract: bearer tokens, dates and statuses as objects, one representation of bottles. */
export const v2: FastifyPluginAsync<V2Options> = async (plugin, { deps, limiter, corsOrigins }) => {
  const app: TypedApp = plugin.withTypeProvider()
  await allowOrigins(app, corsOrigins)
  app.decorateRequest('caller')
  app.decorateRequest('deps')
  app.addHook('onRequest', identifyBearer({ deps, limiter }))
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(sendNotFound)

  bottleRoutes(app)
  orderRoutes(app)
  attachmentRoutes(app)
  putawayRoutes(app)
  invoiceRoutes(app)
  transactionRoutes(app)
  addressRoutes(app)
  accountRoutes(app)
  warehouseRoutes(app)
  wineNoteRoutes(app)
  webhookRoutes(app)
  webhookDeliveryRoutes(app)
  eventRoutes(app, deps)
  enumRoutes(app)
}

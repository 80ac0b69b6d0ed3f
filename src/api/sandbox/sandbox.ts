import type { FastifyPluginAsync } from 'fastify'
import type { Deps } from '../../core/deps.ts'
import { sendNotFound } from '../shared/answer-errors.ts'
import { type ApiDocument, ownerErrors } from '../shared/api-document.ts'
import { allowOrigins, type Origins } from '../shared/cross-origin.ts'
import { identifyOwner } from '../shared/identify-owner.ts'
import type { RateLimiter } from '../shared/rate-limit.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { findTester } from './auth.ts'
import { bottleRoutes } from './bottles.ts'
import { clockRoutes } from './clock.ts'
import { sendError } from './errors.ts'
import { eventRoutes } from './events.ts'
import { invoiceRoutes } from './invoices.ts'
import { mailRoutes } from './mails.ts'
import { orderStepRoutes } from './order-steps.ts'
import { orderRoutes } from './orders.ts'
import { putawayRoutes } from './putaways.ts'
import { scenarioRoutes } from './scenarios.ts'
import { stateRoutes } from './state.ts'

export type SandboxOptions = { deps: Deps; limiter: RateLimiter | undefined; corsOrigins: Origins }

const owned = ownerErrors([])

export const sandboxDocument: ApiDocument = {
  slug: 'sandbox',
  prefix: '/sandbox',
  title: 'Caveau sandbox',
  version: '1',
  description:
    'Preproduction only: the clock of an account, the warehouse in its own hands, and cellars to begin with. In production every address here answers 404 `not_implemented`. Guide: [rehearse in the sandbox](/docs/guides/sandbox.md).',
  securitySchemes: {
    BearerToken: { type: 'http', scheme: 'bearer', description: 'A token of the account, such as pre_bt_…' },
    AccessKey: { type: 'apiKey', in: 'header', name: 'AccessKey' },
    SecretKey: { type: 'apiKey', in: 'header', name: 'SecretKey' },
  },
  security: [{ BearerToken: [] }, { AccessKey: [], SecretKey: [] }],
  tags: {
    sandbox: 'The sandbox of the account as it is.',
    clock: 'The time by which the account lives.',
    auto: 'Whether the warehouse works by itself.',
    orders: 'What the warehouse does with an order.',
    putaways: 'Bottles that come in.',
    bottles: 'Bottles that get lost or break.',
    invoices: 'What the office does with an invoice.',
    mails: 'What people of the account were written.',
    events: 'What became of records.',
    scenarios: 'Cellars to begin with.',
  },
  errors: {
    ...owned,
    '403': [...(owned['403'] ?? []), 'origin_invalid'],
    '409': [
      ...(owned['409'] ?? []),
      ...['step_not_possible', 'order_on_hold', 'taken_by_another', 'wrong_bottle', 'not_all_picked'],
      ...['not_enough_stock', 'in_use', 'clock_moves'],
    ],
  },
}

/** Preproduction only: an account's own time, and its own warehouse. */
export const sandbox: FastifyPluginAsync<SandboxOptions> = async (plugin, { deps, limiter, corsOrigins }) => {
  const app: TypedApp = plugin.withTypeProvider()
  await allowOrigins(app, corsOrigins)
  app.decorateRequest('caller')
  app.decorateRequest('deps')
  app.addHook('onRequest', identifyOwner({ deps, limiter }, findTester))
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(sendNotFound)

  stateRoutes(app)
  clockRoutes(app)
  orderRoutes(app)
  orderStepRoutes(app)
  putawayRoutes(app)
  bottleRoutes(app)
  invoiceRoutes(app)
  mailRoutes(app)
  eventRoutes(app)
  scenarioRoutes(app)
}

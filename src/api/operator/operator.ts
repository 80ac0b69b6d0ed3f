import cookie from '@fastify/cookie'
import type { FastifyPluginAsync, RouteOptions } from 'fastify'
import type { Deps } from '../../core/deps.ts'
import { sendNotFound } from '../shared/answer-errors.ts'
import { type ApiDocument, badRequests, failuresOfAll } from '../shared/api-document.ts'
import type { RateLimiter } from '../shared/rate-limit.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { accessRequestRoutes } from './access-requests.ts'
import { accountCredentialRoutes } from './account-credentials.ts'
import { accountRoutes } from './accounts.ts'
import { auditRoutes } from './audit.ts'
import { identifyStaff, sessionCookie } from './auth.ts'
import { billingRoutes } from './billing.ts'
import { billingRunRoutes } from './billing-runs.ts'
import { calendarRoutes } from './calendar.ts'
import { catalogueRoutes } from './catalogue.ts'
import { countRoutes } from './counts.ts'
import { sendError } from './errors.ts'
import { importRoutes } from './imports.ts'
import { invoiceRoutes } from './invoices.ts'
import { invoiceDraftRoutes } from './invoices-drafts.ts'
import { invoiceMoneyRoutes } from './invoices-money.ts'
import { mailRoutes } from './mails.ts'
import { operatorTags } from './operator-tags.ts'
import { orderRoutes } from './orders.ts'
import { ownPasswordRoutes } from './own-password.ts'
import { peopleRoutes } from './people.ts'
import { putawayRoutes } from './putaways.ts'
import { putawayFileRoutes } from './putaways-files.ts'
import { storageRateRoutes } from './rates-storage.ts'
import { serviceRateRoutes } from './rates-work.ts'
import { sessionRoutes } from './session.ts'
import { staffRoutes } from './staff.ts'
import { stockRoutes } from './stock.ts'
import { stockReadRoutes } from './stock-reads.ts'
import { tariffRoutes } from './tariffs.ts'
import { tokenRoutes } from './tokens.ts'

export type OperatorOptions = { deps: Deps; limiter: RateLimiter | undefined }

export const operatorDocument: ApiDocument = {
  slug: 'operator',
  prefix: '/operator',
  title: 'Caveau operator API',
  version: '1',
  description:
    "For the operator's console, scanners and ERP: accounts, catalogue, putaways, preparation of orders, stock, money, calendar and tariffs. Each route names the roles that may call it; an admin may call all. Every write is in the audit.",
  securitySchemes: {
    OperatorToken: { type: 'http', scheme: 'bearer', description: 'A token with a role, such as pre_ot_…' },
    Session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'Set by signing in.' },
  },
  security: [{ OperatorToken: [] }, { Session: [] }],
  tags: operatorTags,
  errors: {
    '400': [
      ...badRequests,
      'address_invalid',
      'delivery_date_invalid',
      'location_elsewhere',
      'import_refused',
      'file_type_invalid',
      'file_too_large',
    ],
    '401': ['credentials_invalid'],
    '403': ['role_insufficient', 'origin_invalid', 'https_required'],
    '404': ['not_found'],
    '409': [
      ...['idempotency_key_reused', 'step_not_possible', 'order_on_hold', 'taken_by_another', 'wrong_bottle'],
      ...['not_all_picked', 'not_enough_stock', 'already_exists', 'in_use', 'in_force', 'period_not_over'],
      ...['order_not_editable', 'reference_taken'],
    ],
    ...failuresOfAll,
  },
}

/** The operator's side: staff by session or token, roles on each route, an audit of every write. */
export const operator: FastifyPluginAsync<OperatorOptions> = async (plugin, { deps, limiter }) => {
  const app: TypedApp = plugin.withTypeProvider()
  app.decorateRequest('staff')
  await app.register(cookie)
  app.addHook('onRequest', identifyStaff({ deps, limiter }))
  app.addHook('onRoute', tellRoles)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(sendNotFound)

  sessionRoutes(app, deps)
  ownPasswordRoutes(app, deps)
  accessRequestRoutes(app, deps)
  accountRoutes(app, deps)
  peopleRoutes(app, deps)
  accountCredentialRoutes(app, deps)
  staffRoutes(app, deps)
  tokenRoutes(app, deps)
  catalogueRoutes(app, deps)
  putawayRoutes(app, deps)
  putawayFileRoutes(app, deps)
  orderRoutes(app, deps)
  importRoutes(app, deps)
  stockRoutes(app, deps)
  stockReadRoutes(app, deps)
  countRoutes(app, deps)
  calendarRoutes(app, deps)
  tariffRoutes(app, deps)
  billingRoutes(app, deps)
  storageRateRoutes(app, deps)
  serviceRateRoutes(app, deps)
  billingRunRoutes(app, deps)
  invoiceRoutes(app, deps)
  invoiceDraftRoutes(app, deps)
  invoiceMoneyRoutes(app, deps)
  auditRoutes(app, deps)
  mailRoutes(app, deps)
}

/** The document tells with each route who may call it. A route that says neither that nor its name in the audit is a mistake. */
function tellRoles({ method, url, schema, config }: RouteOptions): void {
  const isOpen = schema?.security?.length === 0
  if (!isOpen && !config?.roles) throw new Error(`${url} does not say who may call it`)
  if (!isOpen && method !== 'GET' && !config?.action) throw new Error(`${url} has no name in the audit`)
  if (schema && config?.roles)
    Object.assign(schema, {
      description: `For ${['admin', ...config.roles.filter((role) => role !== 'admin')].join(', ')}.`,
    })
}

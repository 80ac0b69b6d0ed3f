import cookie from '@fastify/cookie'
import type { FastifyPluginAsync, RouteOptions } from 'fastify'
import type { Deps } from '../../core/deps.ts'
import { sendNotFound } from '../shared/answer-errors.ts'
import type { ApiDocument } from '../shared/api-document.ts'
import type { RateLimiter } from '../shared/rate-limit.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { auditRoutes } from './audit.ts'
import { identifyStaff, sessionCookie } from './auth.ts'
import { sendError } from './errors.ts'
import { mailRoutes } from './mails.ts'
import { sessionRoutes } from './session.ts'

export type OperatorOptions = { deps: Deps; limiter: RateLimiter | undefined }

export const operatorDocument: ApiDocument = {
  slug: 'operator',
  title: 'Caveau operator API',
  version: '1',
  description:
    "For the operator's console, scanners and ERP: accounts, catalogue, putaways, preparation of orders, stock, money, calendar and tariffs. Each route names the roles that may call it; an admin may call all. Every write is in the audit.",
  securitySchemes: {
    OperatorToken: { type: 'http', scheme: 'bearer', description: 'A token with a role, such as pre_ot_…' },
    Session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'Set by signing in.' },
  },
  security: [{ OperatorToken: [] }, { Session: [] }],
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

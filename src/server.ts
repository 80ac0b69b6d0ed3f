import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import Fastify, {
  errorCodes,
  type FastifyInstance,
  type FastifyReply,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import { dashboard } from './api/dashboard/dashboard.ts'
import { docs } from './api/docs.ts'
import { guideRoutes } from './api/guides.ts'
import { healthRoutes } from './api/health.ts'
import { operator, operatorDocument } from './api/operator/operator.ts'
import { previewV2 } from './api/preview/preview-v2.ts'
import { sandbox, sandboxDocument } from './api/sandbox/sandbox.ts'
import { sandboxOff } from './api/sandbox/sandbox-off.ts'
import { sendNotFound } from './api/shared/answer-errors.ts'
import { cameInClear, environmentHeader, sendHttpsRequired } from './api/shared/environment-guard.ts'
import { failureBody, notFoundFailure } from './api/shared/failures.ts'
import { validatorCompiler } from './api/shared/field-formats.ts'
import { RateLimiter } from './api/shared/rate-limit.ts'
import { refuseMalformed } from './api/shared/refuse-malformed.ts'
import { sendError } from './api/v1/errors.ts'
import { v1, v1Document } from './api/v1/v1.ts'
import { v2, v2Document } from './api/v2/v2.ts'
import { webPages } from './api/web-pages.ts'
import type { Settings } from './config.ts'
import type { Deps } from './core/deps.ts'

export type Service = {
  settings: Settings
  deps: Deps
  pool: pg.Pool
  log: Logger
  /** Whether the documents are those that are published, which are the same for both environments. */
  publishesDocuments?: boolean
}

/** The whole HTTP side of one process, not yet listening. */
export async function buildServer(service: Service): Promise<FastifyInstance> {
  const { settings, deps, pool, log, publishesDocuments } = service
  const app = Fastify(frameworkOptions(settings, log))
  // A whole request may be a slow upload; its headers have no reason to be slow.
  app.server.headersTimeout = 15_000
  app.setValidatorCompiler(validatorCompiler)
  acceptBodiesOnGet(app)
  const isProduction = settings.env === 'production'
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, [environmentHeader]: settings.env })
    if (isProduction && cameInClear(request)) return sendHttpsRequired(reply)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, ip } = request
    const url = withoutCredentials(request.url)
    request.log.info(
      { method, url, ip, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    )
  })
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(sendNotFound)
  await app.register(helmet, {
    hsts: isProduction,
    // Preproduction speaks plain HTTP, and its pages must not be told to fetch their parts over HTTPS.
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: isProduction ? [] : null } },
  })
  // After those that write headers, which belong on this answer too.
  app.addHook('onRequest', async (request, reply) => {
    // Each version answers its own, and so does the sandbox; outside of them there is nobody to ask for keys.
    if (request.is404 && !/^\/((v1|api\/v2)\/|sandbox(\/|\?|$))/.test(request.url))
      return sendNotFound(request, reply)
  })
  healthRoutes(app, { pool, env: settings.env })
  guideRoutes(app)
  await app.register(webPages, { env: settings.env })

  const limiter = settings.rateLimit === 'off' ? undefined : new RateLimiter(settings.rateLimit)
  const { exactHeaderNames, corsOrigins } = settings
  await app.register(dashboard, { prefix: '/dashboard', deps, limiter })
  // The one of preproduction is mounted below, among those that have a document.
  if (isProduction) await app.register(sandboxOff, { prefix: '/sandbox' })
  await app.register(docs, {
    env: publishesDocuments ? undefined : settings.env,
    documents: [
      {
        ...v1Document,
        mount: (scope) =>
          scope.register(v1, {
            prefix: '/v1',
            deps,
            limiter,
            exactHeaderNames,
            corsOrigins,
            preview: isProduction ? undefined : previewV2,
          }),
      },
      {
        ...v2Document,
        mount: (scope) => scope.register(v2, { prefix: '/api/v2', deps, limiter, corsOrigins }),
      },
      {
        ...operatorDocument,
        mount: (scope) => scope.register(operator, { prefix: '/operator', deps, limiter }),
      },
      ...(isProduction
        ? []
        : [
            {
              ...sandboxDocument,
              mount: (scope: FastifyInstance) =>
                scope.register(sandbox, { prefix: '/sandbox', deps, limiter, corsOrigins }),
            },
          ]),
    ],
  })
  return app
}

function frameworkOptions(settings: Settings, log: Logger): FastifyServerOptions {
  const options: FastifyServerOptions = {
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestId,
    bodyLimit: settings.bodyLimitBytes,
    requestTimeout: settings.requestTimeoutMs,
    keepAliveTimeout: 72_000,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
    clientErrorHandler: refuseMalformed(settings.env),
    // An address that cannot even be read leads nowhere.
    frameworkErrors: (_error, request, reply) => {
      const response = reply as unknown as FastifyReply
      response.headers({ 'x-request-id': request.id, [environmentHeader]: settings.env })
      return response.code(404).send(failureBody(notFoundFailure))
    },
  }
  if (settings.trustedProxies) options.trustProxy = [...settings.trustedProxies]
  return settings.tls ? Object.assign(options, { https: settings.tls }) : options
}

/** Somebody will put a key into the address one day; it must not end up in a log. */
const withoutCredentials = (url: string) => url.replaceAll(/(pre|live)_([a-z]{2})_[\w-]+/g, '$1_$2_…')

/** A caller's own id is kept when it is harmless, so that both sides' logs can be laid beside each other. */
function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID()
}

/** JSON is UTF-8; other bytes would be stored as something that nobody wrote. */
function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * The contract reads `future` from the body of a GET, and asks a JSON content type of every request, with a body or without.
 * Other content is for the version's own check to refuse, so here it only must not break the order of the checks.
 */
function acceptBodiesOnGet(app: FastifyInstance): void {
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true })
  // A name such as __proto__ is for the schemas to refuse, which say where it stood.
  const parseJson = app.getDefaultJsonParser('ignore', 'ignore')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    const text = decodeUtf8(body as Buffer)
    if (text === undefined) return done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY())
    return parseJson(request, text, done)
  })
  app.addContentTypeParser('*', (request, payload, done) => {
    if (request.method === 'GET') payload.resume()
    const refused =
      request.method === 'GET' ? null : Object.assign(new Error(), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' })
    done(refused, undefined)
  })
}

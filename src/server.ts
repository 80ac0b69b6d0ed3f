import { randomUUID } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
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
import { sendNotFound } from './api/shared/answer-errors.ts'
import { type Failure, failureBody, notFoundFailure } from './api/shared/failures.ts'
import { validatorCompiler } from './api/shared/field-formats.ts'
import { RateLimiter } from './api/shared/rate-limit.ts'
import { sendError } from './api/v1/errors.ts'
import { v1, v1Document } from './api/v1/v1.ts'
import { v2, v2Document } from './api/v2/v2.ts'
import type { Settings } from './config.ts'
import type { Deps } from './core/deps.ts'

export type Service = { settings: Settings; deps: Deps; pool: pg.Pool; log: Logger }

/** The whole HTTP side of one process, not yet listening. */
export async function buildServer({ settings, deps, pool, log }: Service): Promise<FastifyInstance> {
  const app = Fastify(frameworkOptions(settings, log))
  // A whole request may be a slow upload; its headers have no reason to be slow.
  app.server.headersTimeout = 15_000
  app.setValidatorCompiler(validatorCompiler)
  acceptBodiesOnGet(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // Each version answers its own; outside of them there is nobody to ask for keys.
    if (request.is404 && !/^\/(v1|api\/v2)\//.test(request.url)) return sendNotFound(request, reply)
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
  await app.register(helmet, { hsts: settings.env === 'production' })
  healthRoutes(app, { pool, env: settings.env })
  guideRoutes(app)

  const limiter = settings.rateLimit === 'off' ? undefined : new RateLimiter(settings.rateLimit)
  const { exactHeaderNames, corsOrigins } = settings
  await app.register(dashboard, { prefix: '/dashboard', deps, limiter })
  await app.register(docs, {
    documents: [
      {
        ...v1Document,
        mount: (scope) => scope.register(v1, { prefix: '/v1', deps, limiter, exactHeaderNames, corsOrigins }),
      },
      {
        ...v2Document,
        mount: (scope) => scope.register(v2, { prefix: '/api/v2', deps, limiter, corsOrigins }),
      },
      {
        ...operatorDocument,
        mount: (scope) => scope.register(operator, { prefix: '/operator', deps, limiter }),
      },
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
    clientErrorHandler: refuseMalformed,
    // An address that cannot even be read leads nowhere.
    frameworkErrors: (_error, request, reply) => {
      const response = reply as unknown as FastifyReply
      return response.header('x-request-id', request.id).code(404).send(failureBody(notFoundFailure))
    },
  }
  if (settings.trustedProxies)
    options.trustProxy = settings.trustedProxies.split(',').map((each) => each.trim())
  return settings.tls ? Object.assign(options, { https: settings.tls }) : options
}

const malformed = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    name: 'request_malformed',
    message: 'The headers of the request are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    name: 'request_timeout',
    message: 'The request took too long to arrive.',
  },
  other: { status: 400, name: 'request_malformed', message: 'The request is not valid HTTP.' },
} as const satisfies Record<string, Failure>

/** What Node's parser cannot read never becomes a request, so the answer is written by hand. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { code = 'other' } = error
  const failure = code in malformed ? malformed[code as keyof typeof malformed] : malformed.other
  const body = JSON.stringify(failureBody(failure))
  const head = [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    `X-Request-Id: ${randomUUID()}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Somebody will put a key into the address one day; it must not end up in a log. */
const withoutCredentials = (url: string) =>
  url.replaceAll(/(pre|live)_(ak|sk|bt|ot|ss|iv)_[\w-]+/g, '$1_$2_…')

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

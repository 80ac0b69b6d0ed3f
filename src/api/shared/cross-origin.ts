import cors from '@fastify/cors'
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../../config.ts'
import { sendNotFound } from './answer-errors.ts'
import type { TypedApp } from './typed-app.ts'

/** Exact origins, a star for all, or none. */
export type Origins = Settings['corsOrigins']

const methods = ['GET', 'POST', 'PUT', 'DELETE']
const allowedHeaders = [
  ...['Authorization', 'AccessKey', 'SecretKey'],
  ...['Content-Type', 'Idempotency-Key', 'Last-Event-ID', 'X-Request-Id', 'X-Preview-V2'],
]
const exposedHeaders = [
  ...['X-Request-Id', 'X-Total-Count', 'Link', 'Idempotent-Replayed'],
  ...['Retry-After', 'RateLimit', 'RateLimit-Policy', 'X-Caveau-Environment'],
]
const maxAgeSeconds = 7200

/**
 * Lets pages of these origins call the API from a browser. It comes before anybody asks for keys: a browser sends none when it
 * asks whether it may, and a page shall be able to read a refusal as well. No cookie is ever taken along.
 */
export async function allowOrigins(app: TypedApp, origins: Origins): Promise<void> {
  if (!origins) return
  // Whoever is not a page that may call finds no OPTIONS here, as if nobody might.
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'OPTIONS' && !asksForLeave(request, origins)) return sendNotFound(request, reply)
  })
  await app.register(cors, {
    origin: origins === '*' ? '*' : [...origins],
    credentials: false,
    methods,
    allowedHeaders,
    exposedHeaders,
    maxAge: maxAgeSeconds,
  })
}

const asksForLeave = ({ headers }: FastifyRequest, origins: NonNullable<Origins>): boolean =>
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined &&
  (origins === '*' || origins.includes(headers.origin))

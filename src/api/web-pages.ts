import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { Environment } from '../config.ts'

type PageOptions = { env: Environment; folder?: string }

const builtPages = fileURLToPath(new URL('../../dashboard/dist/', import.meta.url))
const aYearMs = 365 * 24 * 3_600_000

/** The pages of owners (/app/) and of the operator (/console/), as `npm run build -w dashboard` leaves them. */
export const webPages: FastifyPluginAsync<PageOptions> = async (app, { env, folder = builtPages }) => {
  await app.register(fastifyStatic, {
    root: join(folder, 'app/assets'),
    prefix: '/app/assets/',
    index: false,
    // The name of a file has a digest of its content in it.
    immutable: true,
    maxAge: aYearMs,
    suppressWarning: true,
  })
  app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/app/'))
  for (const part of ['app', 'console']) {
    // Which page it is, and that there is none, is for the script in it to say.
    const send = async (_request: unknown, reply: FastifyReply) =>
      sendPage(reply, env, join(folder, part, 'index.html'))
    app.get(`/${part}`, { schema: { hide: true } }, send)
    app.get(`/${part}/*`, { schema: { hide: true } }, send)
  }
}

/** Read anew each time, so that pages that were built again are there without a restart. */
async function sendPage(reply: FastifyReply, env: Environment, file: string) {
  const page = await readFile(file, 'utf8').catch(() => undefined)
  if (page === undefined)
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send('The pages are not built. Build them with: npm run build -w dashboard\n')
  const nonce = randomBytes(16).toString('base64')
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('content-security-policy', policyOf(nonce))
    .send(page.replaceAll('__NONCE__', nonce).replaceAll('__ENVIRONMENT__', env))
}

/** Nothing but what this service serves itself; the kit of the pages writes style sheets at run time, and names the nonce. */
const policyOf = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

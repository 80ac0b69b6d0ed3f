import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Deps } from '../../core/deps.ts'
import { readPresentCursor, requireCursor } from '../../core/events/cursor.ts'
import { Refusal } from '../../core/problems.ts'
import { WireRefusal } from '../shared/answer-errors.ts'
import { linksFor } from '../shared/links.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { findCaller } from './auth.ts'
import { EventFeeds, type Listener } from './event-feeds.ts'
import { fromEvent } from './event-shape.ts'

const heartbeatMs = 15_000
const mostStreams = 5
/** Who reads nothing for so long is cut off; it comes back with the last cursor that it has seen. */
const patienceMs = 30_000

const StreamQuery = Type.Object({
  cursor: Type.Optional(Type.String({ pattern: '^\\d{1,20}-\\d{1,19}$' })),
})

/**
 * Events as they happen, as server-sent events. The answer never ends by itself, so the document of the API, whose answers are
 * whole, leaves it to the document of events.
 */
export function eventStreamRoute(app: TypedApp, deps: Deps): void {
  const feeds = new EventFeeds(deps, () => app.server.listening)
  const streams = new Map<string, number>()
  app.addHook('preClose', async () => feeds.close())

  const route = { schema: { hide: true, querystring: StreamQuery }, config: { takesSession: true } }
  app.get('/events/stream', route, async (request, reply) => {
    const resumed = lastSeen(request)
    const cursor = resumed ?? (await readPresentCursor(deps.db))
    const { authorization, cookie } = request.headers
    const token = createHash('sha256')
      .update(String(authorization ?? cookie))
      .digest('base64')
    takePlace(streams, token)
    const links = linksFor(request)
    const listener = openStream(deps, request, reply, {
      cursor,
      write: (event) =>
        `id: ${event.cursor}\nevent: ${event.subject}.${event.change}\ndata: ${JSON.stringify(fromEvent(event, links))}\n\n`,
      onClose: () => {
        leavePlace(streams, token)
        feeds.remove(request.caller.accountId, listener)
      },
    })
    feeds.add(request.caller.accountId, listener)
  })
}

function lastSeen(request: FastifyRequest<{ Querystring: { cursor?: string } }>): string | undefined {
  const header = request.headers['last-event-id']
  if (typeof header === 'string' && header !== '') return requireCursor('Last-Event-ID', header)
  const { cursor } = request.query
  return cursor === undefined ? undefined : requireCursor('cursor', cursor)
}

function takePlace(streams: Map<string, number>, token: string): void {
  const open = streams.get(token) ?? 0
  if (open >= mostStreams)
    throw new WireRefusal({
      status: 429,
      name: 'rate_limited',
      message: `A token has at most ${mostStreams} streams at a time. Close one first.`,
    })
  streams.set(token, open + 1)
}

function leavePlace(streams: Map<string, number>, token: string): void {
  const open = streams.get(token) ?? 0
  if (open > 1) streams.set(token, open - 1)
  else streams.delete(token)
}

type Stream = {
  cursor: string
  write: (event: Parameters<Listener['tell']>[0]) => string
  onClose: () => void
}

/** From here on the answer is written by hand, until the reader leaves, falls behind, or may not read any more. */
function openStream(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { cursor, write, onClose }: Stream,
): Listener {
  reply.hijack()
  const { raw } = reply
  const headers = reply.getHeaders() as Record<string, string>
  raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  raw.write(': connected\n\n')
  const heartbeat = setInterval(async () => {
    if (!raw.writableNeedDrain) raw.write(': still here\n\n')
    if (!(await mayRead(deps, request))) raw.end()
  }, heartbeatMs)
  raw.once('close', () => {
    clearInterval(heartbeat)
    onClose()
  })
  const listener: Listener = {
    cursor,
    tell: (event) => {
      listener.cursor = event.cursor
      raw.write(write(event))
    },
    hasUnread: () => raw.writableNeedDrain,
    whenRead: () => untilRead(raw),
    end: () => raw.end(),
  }
  return listener
}

/** Until the reader has taken what was written, or is gone. */
function untilRead(raw: ServerResponse): Promise<void> {
  if (!raw.writableNeedDrain || raw.destroyed) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const cutOff = setTimeout(() => raw.destroy(), patienceMs)
  raw.once('drain', resolve)
  raw.once('close', resolve)
  return promise.finally(() => {
    clearTimeout(cutOff)
    raw.off('drain', resolve)
    raw.off('close', resolve)
  })
}

/** A token may be revoked, or a session end, while its stream is open. When nobody can say, the stream goes on. */
async function mayRead(deps: Deps, request: FastifyRequest): Promise<boolean> {
  try {
    return (await findCaller(deps, request)).caller.accountId === request.caller.accountId
  } catch (error) {
    request.log.debug({ err: error }, 'a stream of events was asked for its token again')
    return !(error instanceof Refusal)
  }
}

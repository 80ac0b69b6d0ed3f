import { Agent, type Dispatcher } from 'undici'
import { faultInTarget, type WebhookTargets } from '../../core/webhooks/check-target.ts'
import { guardedConnector, type Resolve, usualResolve } from './guarded-connection.ts'
import { inWords } from './transport-faults.ts'

export type Outgoing = { url: string; headers: Record<string, string>; body: string }
/** What came back, or why nothing did. */
export type Answer =
  | {
      status: number
      error: string | null
      responseHeaders: Record<string, string>
      responseBody: string
    }
  | { status: null; error: string; responseHeaders: null; responseBody: null }

const usualTimeoutMs = 15_000
/** Many receivers close a connection that was idle for 5 s, which is when the first repeat comes: it must not be sent into the void. */
const mostIdleMs = 2000
const mostBodyBytes = 64 * 1024
const mostKeptCharacters = 4096
const mostKeptHeaders = 30

type Choice = { targets: WebhookTargets; resolve?: Resolve; ca?: string; timeoutMs?: number }

/** Sends messages, one POST each, to where they may go. Connections are used again; nothing else is kept. */
export function openSender({
  targets,
  resolve = usualResolve(targets),
  ca,
  timeoutMs = usualTimeoutMs,
}: Choice) {
  const agent = new Agent({
    connect: guardedConnector({ targets, resolve, timeoutMs, ...(ca && { ca }) }),
    allowH2: false,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: mostIdleMs,
    keepAliveMaxTimeout: mostIdleMs,
  })

  /** Never throws for what a receiver does. `stopped` ends it early, with an error of its own. */
  async function send({ url, headers, body }: Outgoing, stopped: AbortSignal): Promise<Answer> {
    const fault = faultInTarget(url, targets)
    if (fault) return unanswered(`The address ${fault}.`)
    const overdue = AbortSignal.timeout(timeoutMs)
    try {
      const { origin, pathname, search } = new URL(url)
      const response = await agent.request({
        ...{ origin, path: `${pathname}${search}`, method: 'POST', headers, body },
        signal: AbortSignal.any([overdue, stopped]),
      })
      return await readAnswer(response)
    } catch (error) {
      stopped.throwIfAborted()
      return unanswered(
        overdue.aborted ? `No whole answer came within ${timeoutMs / 1000} s.` : inWords(error),
      )
    }
  }

  return { send, close: () => agent.destroy() }
}
export type Sender = ReturnType<typeof openSender>

/** For an attempt that never got as far as an answer. */
export const unanswered = (error: string): Answer => ({
  status: null,
  error: error.slice(0, 500),
  responseHeaders: null,
  responseBody: null,
})

async function readAnswer({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Answer> {
  // What is cut off complains, and nobody needs to hear it.
  body.on('error', () => {})
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostBodyBytes) break
    chunks.push(chunk)
  }
  const isRedirect = statusCode >= 300 && statusCode < 400
  return {
    status: statusCode,
    error:
      bytes > mostBodyBytes
        ? `The answer is longer than ${mostBodyBytes / 1024} KiB.`
        : isRedirect
          ? 'Redirects are not followed.'
          : null,
    responseHeaders: keptHeaders(headers),
    responseBody: keptText(Buffer.concat(chunks)),
  }
}

function keptHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const kept = Object.entries(headers)
    .filter(([name]) => name !== 'set-cookie')
    .slice(0, mostKeptHeaders)
    .map(([name, value]) => [name.slice(0, 100), storable(String(value)).slice(0, 300)])
  return Object.fromEntries(kept)
}

const keptText = (bytes: Buffer): string =>
  storable(bytes.subarray(0, mostKeptCharacters * 4).toString('utf8')).slice(0, mostKeptCharacters)

/** What PostgreSQL can keep: no NUL, and no half of a pair. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

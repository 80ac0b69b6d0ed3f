import { CaveauNetworkError, secondsOf } from './errors.ts'
import { isPassing, mayRepeat, pauseMs, type RetryPolicy } from './retry-policy.ts'

export type SendSettings = {
  fetch: (request: Request) => Promise<Response>
  /** How long one attempt may take, from the first byte sent to the last received. */
  timeoutMs: number
  retry: RetryPolicy
  /** The key of a POST; one is made up when none is given, and with null there is none. */
  idempotencyKey?: string | null | undefined
}

/** Sends a request until there is an answer to return, or a reason to stop trying. */
export async function send(request: Request, settings: SendSettings): Promise<Response> {
  const { retry, idempotencyKey } = settings
  const { signal, headers } = request
  if (request.method === 'POST' && idempotencyKey !== null && !headers.has('idempotency-key'))
    headers.set('idempotency-key', idempotencyKey ?? makeKey())
  const maxAttempts = mayRepeat(request) ? retry.maxAttempts : 1
  const start = performance.now()
  const leftMs = () => retry.maxTotalMs - (performance.now() - start)
  const copy = await copierOf(request)

  for (let attempt = 1; ; attempt += 1) {
    const timeoutMs = Math.max(0, Math.min(settings.timeoutMs, leftMs()))
    const outcome = await attemptOnce(copy, { ...settings, timeoutMs }, signal, attempt)
    const isFinal = outcome instanceof Response && !isPassing(outcome)
    const retryAfter = outcome instanceof Response ? secondsOf(outcome.headers.get('retry-after')) : undefined
    const pause = pauseMs(retry, attempt, retryAfter)
    if (isFinal || attempt >= maxAttempts || pause >= leftMs()) {
      if (outcome instanceof Response) return outcome
      throw outcome
    }
    await sleep(pause, signal)
  }
}

/** A UUID would do, but browsers make one only on pages over HTTPS. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A body can be read once, so it is kept, and every attempt sends the same bytes. */
async function copierOf(request: Request): Promise<(signal: AbortSignal) => Request> {
  const body = await request.arrayBuffer()
  return (signal) => new Request(request, body.byteLength > 0 ? { signal, body } : { signal })
}

/** One attempt, to the last byte of its answer: one that breaks off in the middle has failed, too. */
async function attemptOnce(
  copy: (signal: AbortSignal) => Request,
  { fetch, timeoutMs }: SendSettings,
  signal: AbortSignal,
  attempts: number,
): Promise<Response | CaveauNetworkError> {
  signal.throwIfAborted()
  const controller = new AbortController()
  const giveUp = () => controller.abort(signal.reason)
  let isTimeout = false
  const timer = setTimeout(() => {
    isTimeout = true
    controller.abort()
  }, timeoutMs)
  signal.addEventListener('abort', giveUp, { once: true })
  const attempt = copy(controller.signal)
  try {
    return await wholeOf(await fetch(attempt))
  } catch (cause) {
    signal.throwIfAborted()
    const { origin } = new URL(attempt.url)
    const message = isTimeout
      ? `The service at ${origin} did not answer within ${Math.round(timeoutMs)} ms.`
      : `The service at ${origin} cannot be reached: ${reasonOf(cause)}.`
    return new CaveauNetworkError(message, { cause, isTimeout, attempts })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
}

async function wholeOf(response: Response): Promise<Response> {
  const { status, statusText, headers } = response
  // An answer that the browser hides, such as a redirection, can be passed on but not copied.
  if (status === 0) return response
  const body = await response.arrayBuffer()
  return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers })
}

/** Node hides the reason one level down. */
function reasonOf(cause: unknown): string {
  const { message, cause: inner } = cause as { message?: string; cause?: { message?: string; code?: string } }
  return inner?.message || inner?.code || message || String(cause)
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}

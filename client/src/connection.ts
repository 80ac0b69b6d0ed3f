import createHttp, { type Client } from 'openapi-fetch'
import { callerFor } from './caller.ts'
import { changedPolicy, defaultRetryPolicy, type RetryPolicy } from './retry-policy.ts'
import { type SendSettings, send } from './send.ts'

/** What every client can be told. */
export type ConnectionOptions = {
  /** Where the service is, without the version: `https://caveau.example`. */
  baseUrl: string
  /** How long one attempt may take; 30 seconds unless told otherwise. */
  timeoutMs?: number | undefined
  /** How requests are repeated that failed for a passing reason. */
  retry?: Partial<RetryPolicy> | undefined
  /** Used in place of the global fetch. */
  fetch?: ((request: Request) => Promise<Response>) | undefined
}

/** The typed HTTP client of a version, and what makes methods out of its paths. Both send in the same way. */
export function connect<Paths extends object>(options: ConnectionOptions, headers: Record<string, string>) {
  const settings: SendSettings = {
    // Looked up at each call, and called as a function of nothing, which browsers insist on.
    fetch: options.fetch ?? ((request) => globalThis.fetch(request)),
    timeoutMs: options.timeoutMs ?? 30_000,
    retry: changedPolicy(defaultRetryPolicy, options.retry),
  }
  const http: Client<Paths> = createHttp<Paths>({
    baseUrl: options.baseUrl,
    headers,
    // Followed blindly, a redirection would take the credentials along and make a GET of a POST.
    redirect: 'manual',
    fetch: (request) => send(request, settings),
  })
  const call = callerFor<Paths>(http, (request, { timeoutMs, retry, idempotencyKey }) =>
    send(request, {
      fetch: settings.fetch,
      timeoutMs: timeoutMs ?? settings.timeoutMs,
      retry: changedPolicy(settings.retry, retry),
      idempotencyKey,
    }),
  )
  return { http, call }
}

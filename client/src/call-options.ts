import type { RetryPolicy } from './retry-policy.ts'

/** What can be said of a single call, beside its query. */
export type CallOptions = {
  /** Ends the call, be it under way or in a pause before the next attempt. */
  signal?: AbortSignal | undefined
  /** How long one attempt may take. */
  timeoutMs?: number | undefined
  /** How this call is repeated, where it differs from the client's policy. */
  retry?: Partial<RetryPolicy> | undefined
  /** The Idempotency-Key of a POST, when you keep your own. With null there is none, and the POST is not repeated. */
  idempotencyKey?: string | null | undefined
}

type Loose = CallOptions & Record<string, unknown>

/** Takes the object at the end of a call apart. */
export function splitOptions(given: object = {}) {
  const { signal, timeoutMs, retry, idempotencyKey, ...query } = given as Loose
  return { options: { signal, timeoutMs, retry, idempotencyKey }, query }
}

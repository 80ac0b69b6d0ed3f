/** How a request is repeated that failed for a passing reason. */
export type RetryPolicy = {
  /** How often a request is sent at most; 1 never repeats. */
  maxAttempts: number
  /** How long a call may take altogether, pauses included. */
  maxTotalMs: number
  /** The first pause; every further one is twice as long. */
  baseDelayMs: number
  /** No pause is longer, unless the service asks for it. */
  maxDelayMs: number
}

export const defaultRetryPolicy: RetryPolicy = {
  maxAttempts: 4,
  maxTotalMs: 60_000,
  baseDelayMs: 250,
  maxDelayMs: 8000,
}

/** A policy with some of its numbers changed; one that is undefined changes nothing. */
export const changedPolicy = (policy: RetryPolicy, changes: Partial<RetryPolicy> = {}): RetryPolicy => ({
  maxAttempts: changes.maxAttempts ?? policy.maxAttempts,
  maxTotalMs: changes.maxTotalMs ?? policy.maxTotalMs,
  baseDelayMs: changes.baseDelayMs ?? policy.baseDelayMs,
  maxDelayMs: changes.maxDelayMs ?? policy.maxDelayMs,
})

const passingStatuses = [429, 502, 503, 504]
export const isPassing = ({ status }: Response): boolean => passingStatuses.includes(status)

/** A repeat of these does what the first would have done; for a POST the service must be able to recognise it. */
export const mayRepeat = ({ method, headers }: Request): boolean =>
  ['GET', 'HEAD', 'PUT', 'DELETE'].includes(method) || headers.has('idempotency-key')

/** The pause after a failed attempt: half of it by chance, so that callers who failed together do not return together. */
export function pauseMs(
  { baseDelayMs, maxDelayMs }: RetryPolicy,
  attempt: number,
  retryAfter: number | undefined,
  chance: number = Math.random(),
): number {
  const longest = Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1))
  return Math.max((longest * (1 + chance)) / 2, (retryAfter ?? 0) * 1000)
}

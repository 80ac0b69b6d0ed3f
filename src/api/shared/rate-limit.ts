import type { FastifyReply } from 'fastify'
import type { RateLimit } from '../../setting-values.ts'
import type { Failure } from './failures.ts'

type Bucket = { tokens: number; filledAtMs: number }

const mostBuckets = 50_000

/**
 * A bucket of tokens for each credential: `burst` at once, refilled at `perSecond`. It lives in this process, since a shared
 * count would cost every request a write; behind N processes a caller may get N times as much.
 */
export class RateLimiter {
  readonly #limit: Exclude<RateLimit, 'off'>
  readonly #nowMs: () => number
  readonly #buckets = new Map<string, Bucket>()

  constructor(limit: Exclude<RateLimit, 'off'>, nowMs: () => number = () => performance.now()) {
    this.#limit = limit
    this.#nowMs = nowMs
  }

  /** Takes a token for `key`, tells the caller in headers how many are left, and returns the refusal when there is none. */
  take(key: string, reply: FastifyReply): Failure | undefined {
    const { perSecond, burst } = this.#limit
    const bucket = this.#refilled(key)
    const allowed = bucket.tokens >= 1
    if (allowed) bucket.tokens -= 1
    const untilFullS = Math.ceil((burst - bucket.tokens) / perSecond)
    reply.header('ratelimit-policy', `"credential";q=${burst};w=${Math.ceil(burst / perSecond)}`)
    reply.header('ratelimit', `"credential";r=${Math.floor(bucket.tokens)};t=${untilFullS}`)
    if (allowed) return undefined
    const retryAfterS = Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond))
    reply.header('retry-after', retryAfterS)
    return {
      status: 429,
      name: 'rate_limited',
      message: `Too many requests: at most ${perSecond} a second. Try again in ${retryAfterS} s.`,
    }
  }

  /** For what turned out not to count. */
  giveBack(key: string): void {
    const bucket = this.#refilled(key)
    bucket.tokens = Math.min(this.#limit.burst, bucket.tokens + 1)
  }

  #refilled(key: string): Bucket {
    const { perSecond, burst } = this.#limit
    const nowMs = this.#nowMs()
    const known = this.#buckets.get(key)
    // Taken out and put back, so that the map's first key is always the one unused for longest.
    this.#buckets.delete(key)
    const tokens = known
      ? Math.min(burst, known.tokens + ((nowMs - known.filledAtMs) / 1000) * perSecond)
      : burst
    const bucket = { tokens, filledAtMs: nowMs }
    this.#buckets.set(key, bucket)
    if (this.#buckets.size > mostBuckets) this.#buckets.delete(this.#buckets.keys().next().value ?? '')
    return bucket
  }
}

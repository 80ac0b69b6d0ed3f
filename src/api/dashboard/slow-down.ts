import type { FastifyReply } from 'fastify'
import { WireRefusal } from '../shared/answer-errors.ts'
import { RateLimiter } from '../shared/rate-limit.ts'

type Pace = { burst: number; everySeconds: number }

/** Lets `burst` through at once for each key, and then one every so many seconds. */
export class SlowDown {
  readonly #limiter: RateLimiter
  constructor({ burst, everySeconds }: Pace) {
    this.#limiter = new RateLimiter({ burst, perSecond: 1 / everySeconds })
  }

  take(key: string, reply: FastifyReply): void {
    const failure = this.#limiter.take(key, reply)
    if (!failure) return
    const seconds = Number(reply.getHeader('retry-after'))
    throw new WireRefusal({ ...failure, message: `Too many attempts. Try again in ${seconds} s.` })
  }

  giveBack(key: string): void {
    this.#limiter.giveBack(key)
  }
}

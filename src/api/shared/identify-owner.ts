import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Deps } from '../../core/deps.ts'
import { Refusal, refuse } from '../../core/problems.ts'
import { type AccountClock, atTimeOn, findClock } from '../../core/sandbox/account-clock.ts'
import { sendNotFound, WireRefusal } from './answer-errors.ts'
import { readOwnerSession } from './owner-session.ts'
import type { RateLimiter } from './rate-limit.ts'

export type OwnerGuard = { deps: Deps; limiter: RateLimiter | undefined }
/** Who sent a request, the clock of the account, and what the request is counted as. */
export type KnownOwner = { caller: Caller; clock: AccountClock | null; countedAs: string }
type Identify = (deps: Deps, request: FastifyRequest) => Promise<KnownOwner>

/** Who calls first, then how often, then what they may do. A 404 asks for none of it. */
export const identifyOwner =
  ({ deps, limiter }: OwnerGuard, identify: Identify) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const takeToken = (key: string) => {
      const failure = limiter?.take(key, reply)
      if (failure) throw new WireRefusal(failure)
    }
    if (request.is404) {
      takeToken(`address ${request.ip}`)
      // Answered here, before anybody looks at the body.
      return sendNotFound(request, reply)
    }
    try {
      const { caller, clock, countedAs } = await identify(deps, request)
      takeToken(countedAs)
      request.caller = caller
      request.deps = atTimeOn(deps, clock)
    } catch (error) {
      // Those who cannot show a credential are counted by address, so that guessing is slow.
      if (error instanceof Refusal) {
        takeToken(`address ${request.ip}`)
        if (error.problem.code.startsWith('credentials_')) reply.header('www-authenticate', 'Bearer')
      }
      throw error
    }
    if (request.method !== 'GET' && request.caller.rights !== 'write')
      throw refuse({ code: 'rights_insufficient' })
  }

/** The token of a request, or undefined when it shows none. */
export function bearerOf({ headers }: FastifyRequest): string | undefined {
  const [, token] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  return token
}

/** Whoever is signed in at the owners' pages. */
export async function findBySession(deps: Deps, request: FastifyRequest): Promise<KnownOwner> {
  const caller = await readOwnerSession(deps, request)
  if (!caller) throw refuse({ code: 'credentials_invalid' })
  const clock = await findClock(deps.db, caller.accountId)
  return { caller, clock, countedAs: `session of ${caller.email}` }
}

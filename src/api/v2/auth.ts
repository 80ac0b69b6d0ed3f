import type { FastifyReply, FastifyRequest } from 'fastify'
import { authenticateBearer } from '../../core/accounts/authenticate-bearer.ts'
import type { Caller, Deps } from '../../core/deps.ts'
import { Refusal, refuse } from '../../core/problems.ts'
import { type AccountClock, atTimeOn, findClock } from '../../core/sandbox/account-clock.ts'
import { sendNotFound, WireRefusal } from '../shared/answer-errors.ts'
import { readOwnerSession } from '../shared/owner-session.ts'
import type { RateLimiter } from '../shared/rate-limit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on the one route that the owners' pages read as well, with their session. */
    takesSession?: boolean
  }
}

type Guard = { deps: Deps; limiter: RateLimiter | undefined }

/** Who calls: the token first, then how often, then what it may do. A 404 asks for none of it. */
export const identifyBearer =
  ({ deps, limiter }: Guard) =>
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
      const { caller, clock, countedAs } = await findCaller(deps, request)
      takeToken(countedAs)
      request.caller = caller
      request.deps = atTimeOn(deps, clock)
    } catch (error) {
      // Those who cannot show a token are counted by address, so that guessing is slow.
      if (error instanceof Refusal) {
        takeToken(`address ${request.ip}`)
        if (error.problem.code.startsWith('credentials_')) reply.header('www-authenticate', 'Bearer')
      }
      throw error
    }
    if (request.method !== 'GET' && request.caller.rights !== 'write')
      throw refuse({ code: 'rights_insufficient' })
    // Where there is no body and none is asked for, nobody looks at its type.
    if (!request.routeOptions.schema?.body && !hasBody(request)) delete request.headers['content-type']
  }

type Known = { caller: Caller; clock: AccountClock | null; countedAs: string }

/** Whoever a request shows to be its sender, at the real time of `deps`. */
export async function findCaller(deps: Deps, request: FastifyRequest): Promise<Known> {
  if (request.routeOptions.config.takesSession && request.headers.authorization === undefined) {
    const caller = await readOwnerSession(deps, request)
    if (!caller) throw refuse({ code: 'credentials_invalid' })
    const clock = await findClock(deps.db, caller.accountId)
    return { caller, clock, countedAs: `session of ${caller.email}` }
  }
  const { tokenId, clock, ...caller } = await authenticateBearer(deps, readToken(request))
  return { caller, clock, countedAs: `bearer ${tokenId}` }
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

function readToken(request: FastifyRequest): string {
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (!token) throw refuse({ code: 'credentials_invalid' })
  return token
}

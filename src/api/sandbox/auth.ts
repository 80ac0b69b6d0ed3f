import type { FastifyReply, FastifyRequest } from 'fastify'
import { authenticateKeys } from '../../core/accounts/authenticate.ts'
import { authenticateBearer } from '../../core/accounts/authenticate-bearer.ts'
import type { Caller, Deps } from '../../core/deps.ts'
import { Refusal, refuse } from '../../core/problems.ts'
import { type AccountClock, atTimeOn, findClock } from '../../core/sandbox/account-clock.ts'
import { sendNotFound, WireRefusal } from '../shared/answer-errors.ts'
import { readOwnerSession } from '../shared/owner-session.ts'
import type { RateLimiter } from '../shared/rate-limit.ts'

type Guard = { deps: Deps; limiter: RateLimiter | undefined }
type Known = { caller: Caller; clock: AccountClock | null; countedAs: string }

/** Who calls: by a token, by keys or by the session of the pages. Then how often, then what they may do. */
export const identifyOwner =
  ({ deps, limiter }: Guard) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const takeToken = (key: string) => {
      const failure = limiter?.take(key, reply)
      if (failure) throw new WireRefusal(failure)
    }
    if (request.is404) {
      takeToken(`address ${request.ip}`)
      return sendNotFound(request, reply)
    }
    try {
      const { caller, clock, countedAs } = await identify(deps, request)
      takeToken(countedAs)
      request.caller = caller
      request.deps = atTimeOn(deps, clock)
    } catch (error) {
      if (error instanceof Refusal) {
        takeToken(`address ${request.ip}`)
        reply.header('www-authenticate', 'Bearer')
      }
      throw error
    }
    if (request.method !== 'GET' && request.caller.rights !== 'write')
      throw refuse({ code: 'rights_insufficient' })
  }

async function identify(deps: Deps, request: FastifyRequest): Promise<Known> {
  const { authorization = '', accesskey, secretkey } = request.headers
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
  if (token) {
    // Whoever moved the clock past the end of their token can still move it back.
    const { tokenId, clock, ...caller } = await authenticateBearer(deps, token, { byRealTime: true })
    return { caller, clock, countedAs: `bearer ${tokenId}` }
  }
  if (typeof accesskey === 'string' && typeof secretkey === 'string') {
    const { clock, ...caller } = await authenticateKeys(deps, accesskey, secretkey)
    return { caller, clock, countedAs: accesskey }
  }
  const caller = await readOwnerSession(deps, request)
  if (!caller) throw refuse({ code: 'credentials_invalid' })
  const { accountId, email } = caller
  return { caller, clock: await findClock(deps.db, accountId), countedAs: `session of ${email}` }
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { authenticateKeys } from '../../core/accounts/authenticate.ts'
import type { Caller, Deps } from '../../core/deps.ts'
import { Refusal, refuse } from '../../core/problems.ts'
import { atTimeOn } from '../../core/sandbox/account-clock.ts'
import { sendNotFound, WireRefusal } from '../shared/answer-errors.ts'
import { contentTypeFailure, type Failure } from '../shared/failures.ts'
import type { RateLimiter } from '../shared/rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
    /** What the business needs, at the time of the caller's account. */
    deps: Deps
  }
  interface FastifyContextConfig {
    /** Set on the one route whose body is a form with files and not JSON. */
    takesFiles?: boolean
  }
}

type Guard = { deps: Deps; limiter: RateLimiter | undefined; exactHeaderNames: boolean }

const missing = (name: string, header: string): Failure => ({
  status: 401,
  name,
  message: `The ${header} header is missing.`,
})

/** Who calls: keys first, then how often, then what they may do, then the content type. A 404 asks for none of it. */
export const identifyCaller = (guard: Guard) => async (request: FastifyRequest, reply: FastifyReply) => {
  const takeToken = (key: string) => {
    const failure = guard.limiter?.take(key, reply)
    if (failure) throw new WireRefusal(failure)
  }
  if (request.is404) {
    takeToken(`address ${request.ip}`)
    // Answered here, before anybody looks at the body.
    return sendNotFound(request, reply)
  }
  let accessKey: string
  try {
    accessKey = await identify(guard, request)
  } catch (error) {
    // Those who cannot show a key are counted by address, so that guessing is slow.
    if (error instanceof Refusal || error instanceof WireRefusal) takeToken(`address ${request.ip}`)
    throw error
  }
  takeToken(accessKey)
  if (request.method !== 'GET' && request.caller.rights !== 'write')
    throw refuse({ code: 'rights_insufficient' })
  requireJson(request)
}

async function identify({ deps, exactHeaderNames }: Guard, request: FastifyRequest): Promise<string> {
  const header = (name: string) =>
    exactHeaderNames ? exactHeader(request, name) : request.headers[name.toLowerCase()]
  const accessKey = header('AccessKey')
  if (!accessKey) throw new WireRefusal(missing('access_key_id_missing', 'AccessKey'))
  const secretKey = header('SecretKey')
  if (!secretKey) throw new WireRefusal(missing('secret_access_key_missing', 'SecretKey'))
  const { clock, ...caller } = await authenticateKeys(deps, String(accessKey), String(secretKey))
  request.caller = caller
  request.deps = atTimeOn(deps, clock)
  return String(accessKey)
}

/** Node lower-cases header names; only the raw list keeps their spelling. */
function exactHeader(request: FastifyRequest, name: string): string | undefined {
  const { rawHeaders } = request.raw
  const at = rawHeaders.findIndex((each, index) => index % 2 === 0 && each === name)
  return at < 0 ? undefined : rawHeaders[at + 1]
}

function requireJson(request: FastifyRequest): void {
  if (request.routeOptions.config.takesFiles) return
  const [mediaType = ''] = (request.headers['content-type'] ?? '').split(';')
  if (mediaType.trim().toLowerCase() !== 'application/json') throw new WireRefusal(contentTypeFailure)
}

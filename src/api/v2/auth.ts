import type { FastifyReply, FastifyRequest } from 'fastify'
import { authenticateBearer } from '../../core/accounts/authenticate-bearer.ts'
import type { Deps } from '../../core/deps.ts'
import { refuse } from '../../core/problems.ts'
import {
  bearerOf,
  findBySession,
  identifyOwner,
  type KnownOwner,
  type OwnerGuard,
} from '../shared/identify-owner.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on the one route that the owners' pages read as well, with their session. */
    takesSession?: boolean
  }
}

export function identifyBearer(guard: OwnerGuard) {
  const identify = identifyOwner(guard, findCaller)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const answered = await identify(request, reply)
    // Where there is no body and none is asked for, nobody looks at its type.
    if (!request.routeOptions.schema?.body && !hasBody(request)) delete request.headers['content-type']
    return answered
  }
}

/** Whoever a request shows to be its sender, at the real time of `deps`. */
export async function findCaller(deps: Deps, request: FastifyRequest): Promise<KnownOwner> {
  if (request.routeOptions.config.takesSession && request.headers.authorization === undefined)
    return findBySession(deps, request)
  const token = bearerOf(request)
  if (!token) throw refuse({ code: 'credentials_invalid' })
  const { tokenId, clock, ...caller } = await authenticateBearer(deps, token)
  return { caller, clock, countedAs: `bearer ${tokenId}` }
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

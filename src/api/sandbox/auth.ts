import type { FastifyRequest } from 'fastify'
import { authenticateKeys } from '../../core/accounts/authenticate.ts'
import { authenticateBearer } from '../../core/accounts/authenticate-bearer.ts'
import type { Deps } from '../../core/deps.ts'
import { bearerOf, findBySession, type KnownOwner } from '../shared/identify-owner.ts'

/** Whoever shows a token, keys, or the session of the pages. */
export async function findTester(deps: Deps, request: FastifyRequest): Promise<KnownOwner> {
  const token = bearerOf(request)
  if (token) {
    // Whoever moved the clock past the end of their token can still move it back.
    const { tokenId, clock, ...caller } = await authenticateBearer(deps, token, { byRealTime: true })
    return { caller, clock, countedAs: `bearer ${tokenId}` }
  }
  const { accesskey, secretkey } = request.headers
  if (typeof accesskey === 'string' && typeof secretkey === 'string') {
    const { clock, ...caller } = await authenticateKeys(deps, accesskey, secretkey)
    return { caller, clock, countedAs: accesskey }
  }
  return findBySession(deps, request)
}

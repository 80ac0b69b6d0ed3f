import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../core/deps.ts'
import { WireRefusal } from './answer-errors.ts'
import type { Failure } from './failures.ts'

const foreignOrigin: Failure = {
  status: 403,
  name: 'origin_invalid',
  message: 'A request with a session must come from the pages of this service.',
}

/**
 * Browsers say which page a request comes from; another site's page must not act with a session it cannot see. What is no
 * browser says nothing of the kind, and has no session that somebody could borrow.
 */
export function refuseForeignPage({ settings }: Deps, { method, headers, host }: FastifyRequest): void {
  const isOwn = (origin: string) => {
    const from = URL.parse(origin)
    return (
      from !== null && (from.host === host || from.origin === URL.parse(settings.publicUrl ?? '')?.origin)
    )
  }
  if (method === 'GET') return
  const { origin, 'sec-fetch-site': site } = headers
  const isForeign = origin === undefined ? site === 'cross-site' || site === 'same-site' : !isOwn(origin)
  if (isForeign) throw new WireRefusal(foreignOrigin)
}

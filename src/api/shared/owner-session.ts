import type { FastifyRequest } from 'fastify'
import { findOwnerSession, type OwnerSession } from '../../core/accounts/person-sessions.ts'
import type { Caller, Deps } from '../../core/deps.ts'
import { refuseForeignPage } from './own-pages.ts'

export const ownerSessionCookie = 'caveau_owner_session'

/** The secret in the cookie of the owners' pages. */
export function ownerSecretOf({ headers }: FastifyRequest): string | undefined {
  const [, secret] = /(?:^|;\s*)caveau_owner_session=([\w-]+)/.exec(headers.cookie ?? '') ?? []
  return secret
}

/**
 * Who is signed in at the owners' pages and sends this request; undefined when nobody is, or not any more. A write that another
 * site's page sends is refused. `deps` are to be those of the real time, by which a session lasts.
 */
export async function readWholeOwnerSession(
  deps: Deps,
  request: FastifyRequest,
): Promise<OwnerSession | undefined> {
  const secret = ownerSecretOf(request)
  if (!secret) return undefined
  refuseForeignPage(deps, request)
  return findOwnerSession(deps, secret)
}

/** The same, as what every caller of the owners' side is. */
export async function readOwnerSession(deps: Deps, request: FastifyRequest): Promise<Caller | undefined> {
  const session = await readWholeOwnerSession(deps, request)
  if (!session) return undefined
  const { accountId, rights, email, name } = session
  return { accountId, rights, email, name }
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../core/deps.ts'
import { Refusal, refuse } from '../../core/problems.ts'
import { authenticateStaff } from '../../core/staff/authenticate-staff.ts'
import { mayDo, type SignedInStaff, type StaffRole, staffRoles } from '../../core/staff/staff.ts'
import { WireRefusal } from '../shared/answer-errors.ts'
import { refuseForeignPage } from '../shared/own-pages.ts'
import type { RateLimiter } from '../shared/rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    staff: SignedInStaff
  }
  interface FastifyContextConfig {
    /** Who of the operator's people may call the route, beside an admin; none asked for when it is missing. */
    roles?: readonly StaffRole[]
    /** What the audit calls a call of the route, such as `order.ship`. */
    action?: string
  }
}

export const sessionCookie = 'caveau_staff'

/** For a route that only reads; every role may, unless told otherwise. */
export const readBy = (roles: readonly StaffRole[] = staffRoles) => ({ roles })
/** For a route that changes something: its name in the audit, and the roles beside admin. */
export const writtenBy = (action: string, ...roles: StaffRole[]) => ({ action, roles })

type Guard = { deps: Deps; limiter: RateLimiter | undefined }

/** Who calls, how often, and whether their role may. A route that names no roles is open to those who sign in. */
export const identifyStaff =
  ({ deps, limiter }: Guard) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const takeToken = (key: string) => {
      const failure = limiter?.take(key, reply)
      if (failure) throw new WireRefusal(failure)
    }
    const { roles } = request.routeOptions.config
    if (!roles) return takeToken(`address ${request.ip}`)
    try {
      request.staff = await authenticateStaff(deps, readCredential(deps, request))
    } catch (error) {
      if (error instanceof Refusal) {
        takeToken(`address ${request.ip}`)
        reply.header('www-authenticate', 'Bearer')
      }
      throw error
    }
    takeToken(`${request.staff.via} ${request.staff.credentialId}`)
    if (!mayDo(request.staff.role, roles)) throw refuse({ code: 'rights_insufficient' })
  }

function readCredential(deps: Deps, request: FastifyRequest) {
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (token) return { via: 'token', secret: token } as const
  const session = request.cookies[sessionCookie]
  if (!session) throw refuse({ code: 'credentials_invalid' })
  refuseForeignPage(deps, request)
  return { via: 'session', secret: session } as const
}

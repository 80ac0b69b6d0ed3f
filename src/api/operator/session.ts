import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { recordAudit } from '../../core/audit/record-audit.ts'
import type { Deps } from '../../core/deps.ts'
import { authenticateStaff } from '../../core/staff/authenticate-staff.ts'
import { sessionMs, signIn, signOut } from '../../core/staff/sessions.ts'
import { type SignedInStaff, staffRoles } from '../../core/staff/staff.ts'
import { WireRefusal } from '../shared/answer-errors.ts'
import { RateLimiter } from '../shared/rate-limit.ts'
import { Text } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { originOf } from './audited.ts'
import { readBy, sessionCookie, writtenBy } from './auth.ts'

const SignInBody = Type.Object({ email: Text(254), password: Text(200) }, { additionalProperties: false })
const StaffShape = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  name: Type.String(),
  role: Type.Enum([...staffRoles]),
})

const fromStaff = ({ id, email, name, role }: SignedInStaff): Static<typeof StaffShape> => ({
  id,
  email,
  name,
  role,
})

export function sessionRoutes(app: TypedApp, deps: Deps): void {
  // Ten guesses at once, then one every ten seconds, for each person and address.
  const guesses = new RateLimiter({ perSecond: 0.1, burst: 10 })
  const cookieOptions = (request: FastifyRequest) =>
    ({
      path: '/operator',
      httpOnly: true,
      sameSite: 'strict',
      secure: deps.settings.env === 'production' || request.protocol === 'https',
    }) as const

  app.post(
    '/session',
    { schema: { summary: 'Sign in', security: [], body: SignInBody, response: { 201: StaffShape } } },
    async (request, reply) => {
      const { email, password } = request.body
      const failure = guesses.take(`${request.ip} ${email.toLowerCase()}`, reply)
      if (failure) throw new WireRefusal(failure)
      const secret = await signIn(deps, { email, password })
      const staff = await authenticateStaff(deps, { via: 'session', secret })
      await recordAudit(deps.db, originOf(request, staff), { action: 'session.open' }, deps.now())
      reply.setCookie(sessionCookie, secret, { ...cookieOptions(request), maxAge: sessionMs / 1000 })
      reply.code(201)
      return fromStaff(staff)
    },
  )

  app.get(
    '/session',
    { config: readBy(), schema: { summary: 'Who is signed in', response: { 200: StaffShape } } },
    async (request) => fromStaff(request.staff),
  )

  app.delete(
    '/session',
    {
      config: writtenBy('session.end', 'warehouse', 'billing'),
      schema: { summary: 'Sign out', response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      if (request.staff.via === 'session') await signOut(deps, request.staff.credentialId)
      await recordAudit(deps.db, originOf(request, request.staff), { action: 'session.end' }, deps.now())
      reply.clearCookie(sessionCookie, cookieOptions(request)).code(204)
      return null
    },
  )
}

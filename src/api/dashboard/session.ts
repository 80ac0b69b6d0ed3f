import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { personRoles } from '../../core/accounts/people-reads.ts'
import {
  findOwnerSession,
  type OwnerSession,
  personSessionMs,
  signInPerson,
  signOutPerson,
} from '../../core/accounts/person-sessions.ts'
import type { Deps } from '../../core/deps.ts'
import { refuse } from '../../core/problems.ts'
import { ownerSecretOf, ownerSessionCookie, readWholeOwnerSession } from '../shared/owner-session.ts'
import { OrNull, Text } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { SlowDown } from './slow-down.ts'

const SignInBody = Type.Object({ email: Text(254), password: Text(200) }, { additionalProperties: false })
const SessionShape = Type.Object({
  person: Type.Object({ name: Type.String(), email: Type.String(), role: Type.Enum([...personRoles]) }),
  account: Type.Object({ id: Type.Integer(), name: Type.String(), company: OrNull(Type.String()) }),
  environment: Type.String(),
  sandbox: Type.Boolean(),
})

const fromSession = (
  { name, email, role, accountId, account }: OwnerSession,
  { settings: { env } }: Deps,
): Static<typeof SessionShape> => ({
  person: { name, email, role },
  account: { id: accountId, ...account },
  environment: env,
  sandbox: env === 'preproduction',
})

/** Who is signed in, or a refusal that says to do so. */
export async function requireSession(deps: Deps, request: FastifyRequest): Promise<OwnerSession> {
  const session = await readWholeOwnerSession(deps, request)
  if (!session) throw refuse({ code: 'credentials_invalid' })
  return session
}

export function sessionRoutes(app: TypedApp, deps: Deps): void {
  // Whoever guesses is slowed down, first where they sit, so that guessing from one place keeps nobody out elsewhere.
  const guesses = {
    here: new SlowDown({ burst: 10, everySeconds: 10 }),
    ofAddress: new SlowDown({ burst: 30, everySeconds: 5 }),
    ofEmail: new SlowDown({ burst: 50, everySeconds: 5 }),
  }
  const cookieOptions = ({ protocol }: FastifyRequest) =>
    ({
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: deps.settings.env === 'production' || protocol === 'https',
    }) as const

  app.post(
    '/session',
    { schema: { hide: true, body: SignInBody, response: { 201: SessionShape } } },
    async (request, reply) => {
      const { email, password } = request.body
      const lowered = email.toLowerCase()
      const counted = [
        [guesses.here, `${request.ip} ${lowered}`],
        [guesses.ofAddress, request.ip],
        [guesses.ofEmail, lowered],
      ] as const
      for (const [slowDown, key] of counted) slowDown.take(key, reply)
      const secret = await signInPerson(deps, { email, password })
      // Who knows the password has not guessed.
      for (const [slowDown, key] of counted) slowDown.giveBack(key)
      const session = await findOwnerSession(deps, secret)
      if (!session) throw refuse({ code: 'credentials_invalid' })
      reply.setCookie(ownerSessionCookie, secret, {
        ...cookieOptions(request),
        maxAge: personSessionMs / 1000,
      })
      reply.code(201)
      return fromSession(session, deps)
    },
  )

  app.get('/session', { schema: { hide: true, response: { 200: SessionShape } } }, async (request) =>
    fromSession(await requireSession(deps, request), deps),
  )

  // Who is signed out already is as they want to be.
  app.delete(
    '/session',
    { schema: { hide: true, response: { 204: Type.Null() } } },
    async (request, reply) => {
      const secret = ownerSecretOf(request)
      if (secret) await signOutPerson(deps, secret)
      reply.clearCookie(ownerSessionCookie, cookieOptions(request)).code(204)
      return null
    },
  )
}

import Type, { type Static } from 'typebox'
import type { AskedAccess } from '../../core/access/access-request.ts'
import { askForAccess, type Seed } from '../../core/access/ask-for-access.ts'
import type { Deps } from '../../core/deps.ts'
import { OrNull, Text } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { inEvenTime } from './even-time.ts'
import { SlowDown } from './slow-down.ts'

const AskBody = Type.Object(
  {
    email: Text(254),
    first_name: Text(100),
    last_name: Text(100),
    company: Type.Optional(OrNull(Text(200))),
    message: Type.Optional(OrNull(Text(2000))),
  },
  { additionalProperties: false },
)
const AskedShape = Type.Object({ asked: Type.Literal(true) })

const toAsked = (body: Static<typeof AskBody>): AskedAccess => ({
  email: body.email,
  firstName: body.first_name,
  lastName: body.last_name,
  company: body.company ?? null,
  message: body.message ?? null,
})

// Longer than it takes to open an account, and where it is seeded at once, to fill its cellar.
const leastMs = { operator: 200, auto: 1000 }

/** Whoever asks gets one answer, be the address new, known or asked for before. */
export function accessRequestRoutes(app: TypedApp, deps: Deps, seed?: Seed): void {
  const requests = new SlowDown({ burst: 10, everySeconds: 60 })

  app.post(
    '/access-requests',
    { schema: { hide: true, body: AskBody, response: { 202: AskedShape } } },
    async (request, reply) => {
      requests.take(request.ip, reply)
      await inEvenTime(leastMs[deps.settings.grantAccess], () =>
        askForAccess(deps, toAsked(request.body), seed),
      )
      reply.code(202)
      return { asked: true as const }
    },
  )
}

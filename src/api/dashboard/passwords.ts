import Type from 'typebox'
import { changePersonPassword } from '../../core/accounts/change-password.ts'
import { askForNewPassword } from '../../core/accounts/forgotten-password.ts'
import type { Deps } from '../../core/deps.ts'
import { Text } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { inEvenTime } from './even-time.ts'
import { requireSession } from './session.ts'
import { SlowDown } from './slow-down.ts'

const closed = { additionalProperties: false }
const ChangeBody = Type.Object({ present: Text(200), wanted: Text(200) }, closed)
const ForgottenBody = Type.Object({ email: Type.String({ format: 'email', maxLength: 254 }) }, closed)
const AskedShape = Type.Object({ asked: Type.Literal(true) })

export function passwordRoutes(app: TypedApp, deps: Deps): void {
  // As many guesses as signing in allows.
  const guesses = new SlowDown({ burst: 10, everySeconds: 10 })
  const requests = new SlowDown({ burst: 10, everySeconds: 60 })

  app.post(
    '/password',
    { schema: { hide: true, body: ChangeBody, response: { 204: Type.Null() } } },
    async (request, reply) => {
      const session = await requireSession(deps, request)
      guesses.take(String(session.personId), reply)
      await changePersonPassword(deps, session, request.body)
      guesses.giveBack(String(session.personId))
      reply.code(204)
      return null
    },
  )

  app.post(
    '/password/forgotten',
    { schema: { hide: true, body: ForgottenBody, response: { 202: AskedShape } } },
    async (request, reply) => {
      requests.take(request.ip, reply)
      await inEvenTime(200, () => askForNewPassword(deps, request.body.email))
      reply.code(202)
      return { asked: true as const }
    },
  )
}

import Type from 'typebox'
import type { Deps } from '../../core/deps.ts'
import { changeOwnPassword } from '../../core/staff/change-own-password.ts'
import { WireRefusal } from '../shared/answer-errors.ts'
import { RateLimiter } from '../shared/rate-limit.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { writtenBy } from './auth.ts'
import { Password } from './person-shape.ts'
import { refuseRepeatKey } from './refuse-repeat-key.ts'

const PasswordBody = Type.Object(
  { old_password: Type.String({ format: 'text', maxLength: 200 }), new_password: Password },
  { additionalProperties: false },
)

export function ownPasswordRoutes(app: TypedApp, deps: Deps): void {
  // As many guesses as signing in allows.
  const guesses = new RateLimiter({ perSecond: 0.1, burst: 10 })

  app.put(
    '/session/password',
    {
      config: writtenBy('session.change-password', 'warehouse', 'billing'),
      preHandler: refuseRepeatKey,
      schema: {
        summary: 'Change your own password; your other sessions end',
        body: PasswordBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const failure = guesses.take(String(request.staff.id), reply)
      if (failure) throw new WireRefusal(failure)
      const { old_password: oldPassword, new_password: newPassword } = request.body
      return audited(deps, request, reply, async (within) => {
        await changeOwnPassword(within, request.staff, { oldPassword, newPassword })
        return { status: 204, body: null, subjectId: request.staff.id }
      })
    },
  )
}

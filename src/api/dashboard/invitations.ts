import Type from 'typebox'
import { acceptInvitation } from '../../core/accounts/accept-invitation.ts'
import type { Deps } from '../../core/deps.ts'
import { Text } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'

const AcceptBody = Type.Object({ token: Text(200), password: Text(200) }, { additionalProperties: false })
const AcceptedShape = Type.Object({ email: Type.String() })

export function invitationRoutes(app: TypedApp, deps: Deps): void {
  app.post(
    '/invitations/accept',
    { schema: { hide: true, body: AcceptBody, response: { 200: AcceptedShape } } },
    async (request) => {
      const { email } = await acceptInvitation(deps, request.body)
      return { email }
    },
  )
}

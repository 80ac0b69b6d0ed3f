import Type from 'typebox'
import {
  type Credential,
  type CredentialKind,
  listCredentials,
  revokeCredential,
} from '../../core/accounts/account-credentials.ts'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import type { Deps } from '../../core/deps.ts'
import { PageQuery, sendPage } from '../shared/paging.ts'
import { Id, IdParams, OrNull } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { readBy, writtenBy } from './auth.ts'

const CredentialParams = Type.Object({ id: Id, credential_id: Id })
const common = {
  id: Type.Integer(),
  name: Type.String(),
  rights: Type.Enum(['read', 'write']),
  person: Type.Object({ id: Type.Integer(), email: Type.String(), name: Type.String() }),
  created_at: Type.String(),
  revoked_at: OrNull(Type.String()),
}

const fromCredential = (credential: Credential) => ({
  id: credential.id,
  name: credential.name,
  rights: credential.rights as 'read' | 'write',
  // Only one of the two is in each shape; the serialiser leaves the other out.
  access_key: credential.accessKey ?? '',
  expires_at: credential.expiresAt && parisTimestamp(credential.expiresAt),
  person: { id: credential.personId, email: credential.personEmail, name: credential.personName },
  created_at: parisTimestamp(credential.createdAt),
  revoked_at: credential.revokedAt && parisTimestamp(credential.revokedAt),
})

const AccessKeyShape = Type.Object({
  ...common,
  access_key: Type.String({ description: 'The AccessKey, which opens nothing without its secret.' }),
})
const BearerTokenShape = Type.Object({ ...common, expires_at: OrNull(Type.String()) })

/** What an account's people sign their requests with. Secrets are never told: nobody has them but their holders. */
export function accountCredentialRoutes(app: TypedApp, deps: Deps): void {
  const routesFor = (
    kind: CredentialKind,
    path: string,
    action: string,
    shape: typeof AccessKeyShape | typeof BearerTokenShape,
  ) => {
    app.get(
      `/accounts/:id/${path}`,
      {
        config: readBy(),
        schema: {
          summary: `Every ${kind} of an account, newest first, without its secret`,
          params: IdParams,
          querystring: PageQuery,
          response: { 200: Type.Array(shape) },
        },
      },
      async (request, reply) => {
        const page = await listCredentials(deps.db, kind, request.params.id, request.query)
        return sendPage(request, reply, page).map(fromCredential)
      },
    )

    app.delete(
      `/accounts/:id/${path}/:credential_id`,
      {
        config: writtenBy(action),
        schema: { summary: `Revoke a ${kind}`, params: CredentialParams, response: { 200: shape } },
      },
      async (request, reply) =>
        audited(deps, request, reply, async (within) => {
          const { id, credential_id } = request.params
          const revoked = await revokeCredential(within, kind, id, credential_id)
          return { status: 200, body: fromCredential(revoked), accountId: id, subjectId: revoked.id }
        }),
    )
  }
  routesFor('access key', 'access-keys', 'access-key.revoke', AccessKeyShape)
  routesFor('bearer token', 'bearer-tokens', 'bearer-token.revoke', BearerTokenShape)
}

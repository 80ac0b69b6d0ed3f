import Type, { type Static } from 'typebox'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import type { Deps } from '../../core/deps.ts'
import { endOfDay, issueOperatorToken, revokeOperatorToken } from '../../core/staff/operator-tokens.ts'
import { staffRoles } from '../../core/staff/staff.ts'
import { getOperatorToken, listOperatorTokens, type OperatorToken } from '../../core/staff/token-reads.ts'
import { pagedQuery, sendPage } from '../shared/paging.ts'
import { Day, Id, IdParams, OrNull } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { readBy, writtenBy } from './auth.ts'
import { Name } from './person-shape.ts'
import { refuseRepeatKey } from './refuse-repeat-key.ts'

const Role = Type.Enum([...staffRoles])
const shape = {
  id: Type.Integer(),
  staff_id: Type.Integer(),
  staff_name: Type.String(),
  name: Type.String(),
  role: Role,
  created_at: Type.String(),
  expires_at: OrNull(Type.String()),
  revoked_at: OrNull(Type.String()),
}
const TokenShape = Type.Object(shape)
const MadeShape = Type.Object({ ...shape, token: Type.String({ description: 'Told once, here.' }) })
const TokenBody = Type.Object(
  {
    staff_id: Id,
    name: Name,
    role: Role,
    expires_on: Type.Optional(OrNull({ ...Day, description: 'The last day on which it works.' })),
  },
  { additionalProperties: false },
)

const fromToken = (token: OperatorToken): Static<typeof TokenShape> => ({
  id: token.id,
  staff_id: token.staffId,
  staff_name: token.staffName,
  name: token.name,
  role: token.role,
  created_at: parisTimestamp(token.createdAt),
  expires_at: token.expiresAt && parisTimestamp(token.expiresAt),
  revoked_at: token.revokedAt && parisTimestamp(token.revokedAt),
})

const toNewToken = ({ staff_id, name, role, expires_on }: Static<typeof TokenBody>) => ({
  staffId: staff_id,
  name,
  role,
  expiresAt: expires_on ? endOfDay(expires_on) : null,
})

export function tokenRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/tokens',
    {
      config: readBy([]),
      schema: {
        summary: 'Operator tokens, newest first, without their secrets',
        querystring: pagedQuery({ staff_id: Type.Optional(Id) }),
        response: { 200: Type.Array(TokenShape) },
      },
    },
    async (request, reply) => {
      const page = await listOperatorTokens(deps.db, request.query.staff_id ?? null, request.query)
      return sendPage(request, reply, page).map(fromToken)
    },
  )

  app.post(
    '/tokens',
    {
      config: writtenBy('operator-token.create'),
      preHandler: refuseRepeatKey,
      schema: {
        summary: 'Make a token for a scanner or an ERP; it is told once',
        body: TokenBody,
        response: { 201: MadeShape },
      },
    },
    async (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { id, token } = await issueOperatorToken(within, toNewToken(request.body))
        const body = { ...fromToken(await getOperatorToken(within.db, id)), token }
        return { status: 201, body, subjectId: id }
      }),
  )

  app.delete(
    '/tokens/:id',
    {
      config: writtenBy('operator-token.revoke'),
      schema: { summary: 'Revoke a token', params: IdParams, response: { 200: TokenShape } },
    },
    async (request, reply) =>
      audited(deps, request, reply, async (within) => ({
        status: 200,
        body: fromToken(await revokeOperatorToken(within, request.params.id)),
      })),
  )
}

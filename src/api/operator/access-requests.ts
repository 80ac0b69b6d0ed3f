import Type, { type Static } from 'typebox'
import { type AccessRequest, getAccessRequest, listAccessRequests } from '../../core/access/access-reads.ts'
import { accessStates } from '../../core/access/access-request.ts'
import { type Correction, declineAccess, grantAccess } from '../../core/access/decide-access.ts'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import type { Deps } from '../../core/deps.ts'
import { pagedQuery, sendPage } from '../shared/paging.ts'
import { FilledText, IdParams, OrNull, Text } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { readBy, writtenBy } from './auth.ts'
import { Name } from './person-shape.ts'

const closed = { additionalProperties: false }
const State = Type.Enum([...accessStates])
const RequestShape = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  company: OrNull(Type.String()),
  message: OrNull(Type.String({ description: 'What it is for.' })),
  state: State,
  asked_at: Type.String(),
  decided_at: OrNull(Type.String()),
  decided_by: OrNull(Type.String()),
  decline_reason: OrNull(Type.String()),
  account_id: OrNull(Type.Integer({ description: 'The account that was opened.' })),
})
const GrantBody = OrNull(
  Type.Object(
    {
      first_name: Type.Optional(Name),
      last_name: Type.Optional(Name),
      company: Type.Optional(OrNull(Text(200))),
      api_access: Type.Optional(Type.Boolean({ description: 'True unless said otherwise.' })),
    },
    closed,
  ),
)
const DeclineBody = OrNull(Type.Object({ reason: Type.Optional(OrNull(FilledText(1000))) }, closed))

const fromRequest = (request: AccessRequest): Static<typeof RequestShape> => ({
  id: request.id,
  email: request.email,
  first_name: request.firstName,
  last_name: request.lastName,
  company: request.company,
  message: request.message,
  state: request.state,
  asked_at: parisTimestamp(request.askedAt),
  decided_at: request.decidedAt && parisTimestamp(request.decidedAt),
  decided_by: request.decidedBy,
  decline_reason: request.declineReason,
  account_id: request.accountId,
})

const toCorrection = (body: Static<typeof GrantBody> | undefined): Correction => ({
  ...(body?.first_name !== undefined && { firstName: body.first_name }),
  ...(body?.last_name !== undefined && { lastName: body.last_name }),
  ...(body?.company !== undefined && { company: body.company }),
  ...(body?.api_access !== undefined && { apiAccess: body.api_access }),
})

const doneWith = (request: AccessRequest) => ({
  status: 200,
  body: fromRequest(request),
  accountId: request.accountId,
})

export function accessRequestRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/access-requests',
    {
      config: readBy(),
      schema: {
        summary: 'Who asked for an account, newest first',
        querystring: pagedQuery({ state: Type.Optional(State) }),
        response: { 200: Type.Array(RequestShape) },
      },
    },
    async (request, reply) => {
      const requests = await listAccessRequests(deps.db, request.query.state ?? null, request.query)
      return sendPage(request, reply, requests).map(fromRequest)
    },
  )

  app.get(
    '/access-requests/:id',
    {
      config: readBy(),
      schema: { summary: 'One request for an account', params: IdParams, response: { 200: RequestShape } },
    },
    async (request) => fromRequest(await getAccessRequest(deps.db, request.params.id)),
  )

  app.post(
    '/access-requests/:id/grant',
    {
      config: writtenBy('access-request.grant'),
      schema: {
        summary:
          'Open the account, with what the body puts right, and mail its owner how to choose a password',
        params: IdParams,
        body: GrantBody,
        response: { 200: RequestShape },
      },
    },
    async (request, reply) =>
      audited(deps, request, reply, async (within) =>
        doneWith(
          await grantAccess(within, request.staff.name, request.params.id, toCorrection(request.body)),
        ),
      ),
  )

  app.post(
    '/access-requests/:id/decline',
    {
      config: writtenBy('access-request.decline'),
      schema: {
        summary: 'Open no account, and tell who asked, with the reason if there is one',
        params: IdParams,
        body: DeclineBody,
        response: { 200: RequestShape },
      },
    },
    async (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { reason = null } = request.body ?? {}
        return doneWith(await declineAccess(within, request.staff.name, request.params.id, reason))
      }),
  )
}

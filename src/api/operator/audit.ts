import Type, { type Static } from 'typebox'
import { type AuditEntry, listAudit } from '../../core/audit/audit-reads.ts'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import type { Deps } from '../../core/deps.ts'
import { pagedQuery, sendPage } from '../shared/paging.ts'
import { Id, OrNull, Text } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { readBy } from './auth.ts'

const EntryShape = Type.Object({
  id: Type.Integer(),
  created_at: Type.String(),
  staff_id: OrNull(Type.Integer()),
  staff_name: Type.String(),
  via: Type.String(),
  address: OrNull(Type.String()),
  request_id: OrNull(Type.String()),
  action: Type.String(),
  account_id: OrNull(Type.Integer()),
  subject_id: OrNull(Type.Integer()),
  detail: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
})

const fromEntry = (entry: AuditEntry): Static<typeof EntryShape> => ({
  id: entry.id,
  created_at: parisTimestamp(entry.createdAt),
  staff_id: entry.staffId,
  staff_name: entry.staffName,
  via: entry.via,
  address: entry.address,
  request_id: entry.requestId,
  action: entry.action,
  account_id: entry.accountId,
  subject_id: entry.subjectId,
  detail: entry.detail,
})

const AuditQuery = pagedQuery({
  account_id: Type.Optional(Id),
  staff_id: Type.Optional(Id),
  subject: Type.Optional(Text(50)),
  subject_id: Type.Optional(Id),
})

export function auditRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/audit',
    {
      config: readBy([]),
      schema: {
        summary: 'Who did what, newest first',
        querystring: AuditQuery,
        response: { 200: Type.Array(EntryShape) },
      },
    },
    async (request, reply) => {
      const { account_id, staff_id, subject, subject_id } = request.query
      const filter = {
        ...(account_id && { accountId: account_id }),
        ...(staff_id && { staffId: staff_id }),
        ...(subject && { subject }),
        ...(subject_id && { subjectId: subject_id }),
      }
      return sendPage(request, reply, await listAudit(deps.db, filter, request.query)).map(fromEntry)
    },
  )
}

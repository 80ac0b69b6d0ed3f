import Type, { type Static } from 'typebox'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import type { Deps } from '../../core/deps.ts'
import { type KeptMail, listMails } from '../../core/mails/mail-reads.ts'
import { pagedQuery, sendPage } from '../shared/paging.ts'
import { Id, OrNull } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { readBy } from './auth.ts'

const MailShape = Type.Object({
  id: Type.Integer(),
  account_id: OrNull(Type.Integer()),
  kind: Type.String(),
  recipients: Type.Array(Type.String()),
  subject: Type.String(),
  body: Type.String(),
  state: Type.String({ description: 'kept (no SMTP server is set), queued, sent or failed' }),
  last_error: OrNull(Type.String()),
  created_at: Type.String(),
  sent_at: OrNull(Type.String()),
})

const fromMail = (mail: KeptMail): Static<typeof MailShape> => ({
  id: mail.id,
  account_id: mail.accountId,
  kind: mail.kind,
  recipients: mail.recipients,
  subject: mail.subject,
  body: mail.body,
  state: mail.state,
  last_error: mail.lastError,
  created_at: parisTimestamp(mail.createdAt),
  sent_at: mail.sentAt && parisTimestamp(mail.sentAt),
})

export function mailRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/mails',
    {
      config: readBy([]),
      schema: {
        summary: 'Mails, newest first',
        querystring: pagedQuery({ account_id: Type.Optional(Id) }),
        response: { 200: Type.Array(MailShape) },
      },
    },
    async (request, reply) => {
      const page = await listMails(deps.db, request.query.account_id ?? null, request.query)
      return sendPage(request, reply, page).map(fromMail)
    },
  )
}

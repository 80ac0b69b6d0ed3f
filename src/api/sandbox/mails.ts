import Type, { type Static } from 'typebox'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import { type KeptMail, listMails } from '../../core/mails/mail-reads.ts'
import { PageQuery, sendPage } from '../shared/paging.ts'
import type { TypedApp } from '../shared/typed-app.ts'

const MailShape = Type.Object({
  id: Type.Integer(),
  kind: Type.String({ examples: ['order_shipped'] }),
  recipients: Type.Array(Type.String()),
  subject: Type.String(),
  body: Type.String(),
  state: Type.String({
    description: 'kept where no mail is sent, else queued, sent or failed.',
    examples: ['kept'],
  }),
  created_at: Type.String({ examples: ['2027-07-13T12:59:00+02:00'] }),
})

// A link that lets its reader choose a password is for the person alone to whom it was written.
const withoutCredentials = (body: string) => body.replaceAll(/\b((?:pre|live)_[a-z]{2}_)[\w-]+/g, '$1…')

const fromMail = (mail: KeptMail): Static<typeof MailShape> => ({
  id: mail.id,
  kind: mail.kind,
  recipients: mail.recipients,
  subject: mail.subject,
  body: withoutCredentials(mail.body),
  state: mail.state,
  created_at: parisTimestamp(mail.createdAt),
})

export function mailRoutes(app: TypedApp): void {
  app.get(
    '/mails',
    {
      schema: {
        summary: 'Mails to people of the account, sent or not, newest first',
        description: 'Credentials in them are shortened.',
        querystring: PageQuery,
        response: { 200: Type.Array(MailShape) },
      },
    },
    async (request, reply) => {
      const page = await listMails(request.deps.db, request.caller.accountId, request.query)
      return sendPage(request, reply, page).map(fromMail)
    },
  )
}

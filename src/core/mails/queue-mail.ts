import { bool, int, statement } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'

export type Mail = {
  accountId: number | null
  /** What it is about, such as `order_shipped`. */
  kind: string
  recipients: readonly string[]
  subject: string
  body: string
}

export const sendMailTask = 'send_mail'

const insertMail = statement(
  'mails.insert',
  `insert into mails (account_id, kind, recipients, subject, body, state, created_at)
   values ($1, $2, $3, $4, $5, $6, $7) returning id`,
  { id: int },
)
const addJob = statement(
  'mails.add-job',
  `select true as added from graphile_worker.add_job($1, payload := $2::json)`,
  { added: bool },
)

/** Writes a mail in the transaction that causes it, and a job that sends it when there is a server to send it through. */
export async function queueMail(deps: Deps, mail: Mail): Promise<void> {
  const { db, settings } = deps
  const state = settings.mail ? 'queued' : 'kept'
  // A long wine name must not keep a mail from going out.
  const subject = mail.subject.replaceAll(/\s+/g, ' ').slice(0, 200)
  const { accountId, kind, recipients, body } = mail
  const values = [accountId, kind, [...new Set(recipients)], subject, body, state, deps.now()]
  const made = await db.row(insertMail, values)
  if (state === 'queued') await db.row(addJob, [sendMailTask, JSON.stringify({ mailId: made?.id })])
}

import type { Database } from '../../db/database.ts'
import {
  instant,
  int,
  orNull,
  type Page,
  pagedStatement,
  type Row,
  statement,
  text,
  texts,
} from '../../db/statement.ts'

const columns = `id, account_id as "accountId", kind, recipients, subject, body, state, last_error as "lastError",
  created_at as "createdAt", sent_at as "sentAt"`
const mailRow = {
  id: int,
  accountId: orNull(int),
  kind: text,
  recipients: texts,
  subject: text,
  body: text,
  state: text,
  lastError: orNull(text),
  createdAt: instant,
  sentAt: orNull(instant),
}
export type KeptMail = Row<typeof mailRow>

const chosen = '($1::bigint is null or account_id = $1)'
const mailPage = pagedStatement(
  'mails.page',
  (window) => `select ${columns} from mails where ${chosen} order by id desc ${window}`,
  mailRow,
)
const mailCount = statement('mails.count', `select count(*) as total from mails where ${chosen}`, {
  total: int,
})
const mailById = statement('mails.by-id', `select ${columns} from mails where id = $1`, mailRow)
const markSent = statement(
  'mails.mark-sent',
  `update mails set state = 'sent', sent_at = $2, last_error = null where id = $1`,
  {},
)
const markFailed = statement(
  'mails.mark-failed',
  `update mails set state = $2, last_error = $3 where id = $1 and state <> 'sent'`,
  {},
)

/** Of one account, or of all. */
export async function listMails(db: Database, accountId: number | null, page: Page) {
  const [records, counted] = await Promise.all([
    db.rows(mailPage(page), [accountId]),
    db.row(mailCount, [accountId]),
  ])
  return { records, total: counted?.total ?? 0 }
}

export const findMail = (db: Database, id: number): Promise<KeptMail | undefined> => db.row(mailById, [id])

export const markMailSent = (db: Database, id: number, now: Date): Promise<number> =>
  db.run(markSent, [id, now])

export const markMailFailed = (db: Database, id: number, fault: string, isLast: boolean): Promise<number> =>
  db.run(markFailed, [id, isLast ? 'failed' : 'queued', fault.slice(0, 500)])

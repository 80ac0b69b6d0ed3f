import type { Database } from '../../db/database.ts'
import { statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'

const pauseMs = 3_600_000

// The row is the lock: of two who cause a mail to one address at the same moment, one does.
const claim = statement(
  'requested-mails.claim',
  `insert into requested_mails as m (email, purpose, mailed_at) values ($1, $2, $3)
   on conflict (email, purpose) do update set mailed_at = excluded.mailed_at where m.mailed_at <= $4
   returning email`,
  { email: text },
)
const deleteOld = statement(
  'requested-mails.delete-old',
  'delete from requested_mails where mailed_at <= $1',
  {},
)

const anHourBefore = (now: Date) => new Date(now.getTime() - pauseMs)

/** Whether a mail that anybody can cause may go to an address now: one an hour for each purpose. */
export const mayMail = async (
  db: Database,
  email: string,
  purpose: 'access' | 'password',
  now: Date,
): Promise<boolean> => (await db.row(claim, [email, purpose, now, anHourBefore(now)])) !== undefined

export const forgetRequestedMails = (deps: Deps): Promise<number> =>
  deps.db.run(deleteOld, [anHourBefore(deps.now())])

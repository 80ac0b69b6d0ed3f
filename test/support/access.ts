import type pg from 'pg'
import { askForAccess } from '../../src/core/access/ask-for-access.ts'
import type { Deps } from '../../src/core/deps.ts'

export const asking = (email: string) => ({
  email,
  firstName: 'Ada',
  lastName: 'Cave',
  company: 'Cave SARL',
  message: 'A shop in Lyon.',
})

/** Somebody who asks for an account; tells the number of their request. */
export async function ask(deps: Deps, pool: pg.Pool, email: string): Promise<number> {
  await askForAccess(deps, asking(email))
  const { rows } = await pool.query<{ id: number }>(
    `select id from access_requests where email = $1 and state = 'asked'`,
    [email],
  )
  return Number(rows[0]?.id)
}

type Mail = { kind: string; subject: string; body: string; account_id: number | null; recipients: string[] }

/** The mails to an address, oldest first. */
export const mailsTo = async (pool: pg.Pool, email: string): Promise<Mail[]> =>
  (
    await pool.query<Mail>(
      'select kind, subject, body, account_id, recipients from mails where $1 = any(recipients) order by id',
      [email],
    )
  ).rows

export const kindsTo = async (pool: pg.Pool, email: string): Promise<string[]> =>
  (await mailsTo(pool, email)).map(({ kind }) => kind)

/** The secret of the newest link that was mailed to an address. */
export async function mailedLink(pool: pg.Pool, email: string): Promise<string> {
  const [, token] =
    /\/app\/invitation\?token=(\S+)/.exec((await mailsTo(pool, email)).at(-1)?.body ?? '') ?? []
  if (!token) throw new Error(`No link is in the newest mail to ${email}`)
  return token
}

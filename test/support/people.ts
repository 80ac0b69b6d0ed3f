import type pg from 'pg'
import { acceptInvitation } from '../../src/core/accounts/accept-invitation.ts'
import { invitePerson } from '../../src/core/accounts/invite-person.ts'
import type { PersonRole } from '../../src/core/accounts/people-reads.ts'
import type { Deps } from '../../src/core/deps.ts'

/** The secret in the newest invitation that was mailed to an address. */
export async function mailedToken(pool: pg.Pool, email: string): Promise<string> {
  const { rows } = await pool.query<{ body: string }>(
    `select body from mails where kind = 'invitation' and recipients = array[$1] order by id desc limit 1`,
    [email],
  )
  const [, token] = /\/app\/invitation\?token=(\S+)/.exec(rows[0]?.body ?? '') ?? []
  if (!token) throw new Error(`No invitation was mailed to ${email}`)
  return token
}

/** A person who was invited and has accepted; tells their id. */
export async function addPerson(
  deps: Deps,
  pool: pg.Pool,
  { accountId, email, role }: { accountId: number; email: string; role: PersonRole },
): Promise<number> {
  const { id } = await invitePerson(deps, accountId, { email, firstName: 'Gil', lastName: 'Cave', role })
  await acceptInvitation(deps, { token: await mailedToken(pool, email), password: 'a long enough password' })
  return id
}

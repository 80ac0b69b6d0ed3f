import { bool, instant, int, orNull, statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../problems.ts'
import { endSessionsOfAccount } from './person-sessions.ts'

const personByEmail = statement(
  'people.by-email',
  `select p.account_id as "accountId", p.id as "personId", p.first_name || ' ' || p.last_name as name,
     p.password_hash is null as "isInvited"
   from people p where p.email = lower($1) and p.deactivated_at is null`,
  { accountId: int, personId: int, name: text, isInvited: bool },
)
const setBlocked = statement(
  'accounts.set-blocked',
  `update accounts set blocked_at = case when $2::timestamptz is not null then coalesce(blocked_at, $2) end, updated_at = $3
   where id = $1 returning blocked_at as "blockedAt"`,
  { blockedAt: orNull(instant) },
)

/** The person with this e-mail address who has not left. */
export const findPersonByEmail = (deps: Deps, email: string) => deps.db.row(personByEmail, [email])

/** The account of the person with this e-mail address who has not left. */
export async function getPersonByEmail(deps: Deps, email: string) {
  const person = await findPersonByEmail(deps, email)
  if (!person) throw notFound()
  return person
}

/**
 * Takes effect on the next request: every request asks whether its account is blocked. Blocked twice, it is since the first
 * time. Who is signed in is signed out, and signs in anew when the account is open again.
 */
export function setAccountBlocked(deps: Deps, accountId: number, blocked: boolean): Promise<void> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    if (!(await db.row(setBlocked, [accountId, blocked ? now : null, now]))) throw notFound()
    if (blocked) await endSessionsOfAccount(db, accountId, now)
  })
}

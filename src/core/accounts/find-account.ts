import { instant, int, orNull, statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../problems.ts'

const personByEmail = statement(
  'people.by-email',
  `select p.account_id as "accountId", p.id as "personId", p.first_name || ' ' || p.last_name as name
   from people p where p.email = lower($1)`,
  { accountId: int, personId: int, name: text },
)
const setBlocked = statement(
  'accounts.set-blocked',
  `update accounts set blocked_at = $2, updated_at = $3 where id = $1 returning blocked_at as "blockedAt"`,
  { blockedAt: orNull(instant) },
)

/** The account of the person with this e-mail address. */
export async function getPersonByEmail(deps: Deps, email: string) {
  const person = await deps.db.row(personByEmail, [email])
  if (!person) throw notFound()
  return person
}

/** Takes effect on the next request: every request asks whether its account is blocked. */
export async function setAccountBlocked(deps: Deps, accountId: number, blocked: boolean): Promise<void> {
  const now = deps.now()
  if (!(await deps.db.row(setBlocked, [accountId, blocked ? now : null, now]))) throw notFound()
}

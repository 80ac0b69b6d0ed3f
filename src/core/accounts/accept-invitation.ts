import type { Database } from '../../db/database.ts'
import { instant, int, orNull, type Row, statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { notFound, refuse } from '../problems.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { checkedPassword } from './passwords.ts'
import { endSessionsOfPerson } from './person-sessions.ts'
import { digest, hashPassword, refuseOtherEnvironment } from './secrets.ts'

const invitationRow = {
  accountId: int,
  personId: int,
  email: text,
  blockedAt: orNull(instant),
  acceptedAt: orNull(instant),
  expiresAt: instant,
}
const byToken = statement(
  'invitations.by-hash',
  `select i.account_id as "accountId", i.person_id as "personId", p.email, a.blocked_at as "blockedAt",
     i.accepted_at as "acceptedAt", i.expires_at as "expiresAt"
   from invitations i join people p on p.account_id = i.account_id and p.id = i.person_id
     join accounts a on a.id = i.account_id
   where i.token_hash = $1 and p.deactivated_at is null`,
  invitationRow,
)
const markAccepted = statement(
  'invitations.accept',
  'update invitations set accepted_at = $2 where token_hash = $1 and accepted_at is null',
  {},
)
const setPassword = statement(
  'people.set-password',
  'update people set password_hash = $3 where account_id = $1 and id = $2 and deactivated_at is null',
  {},
)

/** Gives a person with a link the password they chose. From then on they can sign in, with that password alone. */
export async function acceptInvitation(
  deps: Deps,
  given: { token: string; password: string },
): Promise<{ accountId: number; personId: number; email: string }> {
  refuseOtherEnvironment(deps, given.token)
  const password = checkedPassword(given.password)
  const hash = digest(deps.settings.secret, given.token)
  const now = deps.now()
  const { accountId, personId, email } = await getOpenInvitation(deps.db, hash, now)
  // Slow on purpose, so it comes after the look-up, which turns guesses away, and before the transaction.
  const passwordHash = await hashPassword(password)
  await deps.db.transaction(async (db) => {
    // Accepted, sent again or removed in the meantime: whoever came first stays.
    if ((await db.run(markAccepted, [hash, now])) === 0) throw alreadyAccepted()
    if ((await db.run(setPassword, [accountId, personId, passwordHash])) === 0) throw notFound()
    await endSessionsOfPerson(db, { accountId, personId }, null, now)
  })
  return { accountId, personId, email }
}

async function getOpenInvitation(db: Database, hash: Buffer, now: Date): Promise<Row<typeof invitationRow>> {
  const found = await db.row(byToken, [hash])
  if (!found) throw notFound()
  if (found.acceptedAt) throw alreadyAccepted()
  if (found.expiresAt <= now)
    throw new WorkRefusal('step_not_possible', 'This link has expired. Ask for a new one.')
  if (found.blockedAt) throw refuse({ code: 'account_blocked' })
  return found
}

const alreadyAccepted = () =>
  new WorkRefusal('step_not_possible', 'This link has been used already. Sign in with your password.')

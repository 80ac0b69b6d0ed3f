import { orNull, statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { invalidField } from '../problems.ts'
import { checkedPassword } from './passwords.ts'
import { endSessionsOfPerson, type OwnerSession } from './person-sessions.ts'
import { hashPassword, passwordMatches } from './secrets.ts'

const passwordForChange = statement(
  'people.password-for-change',
  `select password_hash as "passwordHash" from people where account_id = $1 and id = $2 for no key update`,
  { passwordHash: orNull(text) },
)
const changePassword = statement(
  'people.change-password',
  'update people set password_hash = $3 where account_id = $1 and id = $2',
  {},
)
// Whoever asked for it, perhaps the one because of whom the password is changed.
const deleteForgottenLink = statement(
  'invitations.delete-forgotten',
  'delete from invitations where account_id = $1 and person_id = $2 and is_for_forgotten and accepted_at is null',
  {},
)

/**
 * Asks the present password, for a session may be somebody else's hands on an open page. Ends the person's other sessions, and
 * a link that was mailed to choose another password is void.
 */
export async function changePersonPassword(
  deps: Deps,
  session: Pick<OwnerSession, 'accountId' | 'personId' | 'sessionId'>,
  given: { present: string; wanted: string },
): Promise<void> {
  const wanted = checkedPassword(given.wanted, 'wanted')
  const { accountId, personId, sessionId } = session
  return deps.db.transaction(async (db) => {
    const found = await db.row(passwordForChange, [accountId, personId])
    if (!found?.passwordHash || !(await passwordMatches(given.present, found.passwordHash)))
      throw invalidField('present', 'is not your password')
    await db.run(changePassword, [accountId, personId, await hashPassword(wanted)])
    await db.run(deleteForgottenLink, [accountId, personId])
    await endSessionsOfPerson(db, { accountId, personId }, sessionId, deps.now())
  })
}

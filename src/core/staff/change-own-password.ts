import { statement, text } from '../../db/statement.ts'
import { checkedPassword } from '../accounts/passwords.ts'
import { hashPassword, passwordMatches } from '../accounts/secrets.ts'
import type { Deps } from '../deps.ts'
import { invalidField } from '../problems.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { endSessionsOf } from './sessions.ts'
import type { SignedInStaff } from './staff.ts'

const passwordForChange = statement(
  'staff.password-for-change',
  `select password_hash as "passwordHash" from staff where id = $1 for no key update`,
  { passwordHash: text },
)
const setPassword = statement('staff.set-password', 'update staff set password_hash = $2 where id = $1', {})

/** Asks the old password, for a session may be somebody else's hands on an open page. Ends the person's other sessions. */
export async function changeOwnPassword(
  deps: Deps,
  staff: Pick<SignedInStaff, 'id' | 'via' | 'credentialId'>,
  given: { oldPassword: string; newPassword: string },
): Promise<void> {
  if (staff.via !== 'session')
    throw new WorkRefusal('step_not_possible', 'A token has no password. Sign in to change yours.')
  const newPassword = checkedPassword(given.newPassword, 'new_password')
  return deps.db.transaction(async (db) => {
    const present = await db.row(passwordForChange, [staff.id])
    if (!present || !(await passwordMatches(given.oldPassword, present.passwordHash)))
      throw invalidField('old_password', 'is not your password')
    await db.run(setPassword, [staff.id, await hashPassword(newPassword)])
    await endSessionsOf(db, staff.id, staff.credentialId, deps.now())
  })
}

import type { Deps } from '../deps.ts'
import { inTransaction } from '../in-transaction.ts'
import { sendInvitation } from './invitations.ts'
import { getPerson, type Person, type PersonRole } from './people-reads.ts'
import { insertPerson, lockPeople } from './people-writes.ts'
import { checkedPerson, type PersonFields } from './person-fields.ts'

/** Adds a person to an account, without a password, and mails them how to choose one. */
export async function invitePerson(
  deps: Deps,
  accountId: number,
  invited: PersonFields & { role: PersonRole },
): Promise<Person> {
  const person = { ...checkedPerson(invited), role: invited.role, passwordHash: null }
  return inTransaction(deps, async (within) => {
    await lockPeople(within.db, accountId)
    const id = await insertPerson(within.db, accountId, person, deps.now())
    await sendInvitation(within, accountId, id)
    return getPerson(within.db, accountId, id)
  })
}

/** For a mail that was lost, or a link that has expired. The link sent before works no more. */
export function inviteAgain(deps: Deps, accountId: number, id: number): Promise<Person> {
  return inTransaction(deps, async (within) => {
    await lockPeople(within.db, accountId)
    await getPerson(within.db, accountId, id)
    await sendInvitation(within, accountId, id)
    return getPerson(within.db, accountId, id)
  })
}

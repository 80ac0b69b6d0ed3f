import type { Database } from '../../db/database.ts'
import type { Deps } from '../deps.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { getPerson, listPresentPeople, type Person, type PersonRole } from './people-reads.ts'
import { deactivatePerson, lockPeople, setPersonRole } from './people-writes.ts'

/** What a person may do changes with their next request. */
export function changePersonRole(
  deps: Deps,
  accountId: number,
  id: number,
  role: PersonRole,
): Promise<Person> {
  return deps.db.transaction(async (db) => {
    await lockPeople(db, accountId)
    const person = await getPerson(db, accountId, id)
    if (person.state === 'removed')
      throw new WorkRefusal('step_not_possible', 'This person has been removed. Invite them again.')
    if (role !== 'owner') await refuseLastOwner(db, accountId, person)
    await setPersonRole(db, accountId, id, role)
    return getPerson(db, accountId, id)
  })
}

/** The person and their credentials open nothing from now on. Asked twice, it is done once. */
export function removePerson(deps: Deps, accountId: number, id: number): Promise<Person> {
  return deps.db.transaction(async (db) => {
    await lockPeople(db, accountId)
    const person = await getPerson(db, accountId, id)
    if (person.state === 'removed') return person
    await refuseLastOwner(db, accountId, person)
    await deactivatePerson(db, accountId, id, deps.now())
    return getPerson(db, accountId, id)
  })
}

/** Somebody must answer for the account. An owner who has not accepted yet cannot stand in for one who has. */
async function refuseLastOwner(db: Database, accountId: number, person: Person): Promise<void> {
  if (person.role !== 'owner') return
  const others = (await listPresentPeople(db, accountId)).filter(
    ({ id, role, state }) =>
      id !== person.id && role === 'owner' && (state === 'active' || person.state === 'invited'),
  )
  if (others.length === 0)
    throw new WorkRefusal(
      'step_not_possible',
      'This is the last owner of the account. Make somebody else an owner first; if they were invited, they must have accepted.',
    )
}

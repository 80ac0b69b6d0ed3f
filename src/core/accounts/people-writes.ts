import type { Database } from '../../db/database.ts'
import { int, statement } from '../../db/statement.ts'
import { notFound } from '../problems.ts'
import type { PersonRole } from './people-reads.ts'
import { type PersonFields, refuseTakenEmail } from './person-fields.ts'
import { endSessionsOfPerson } from './person-sessions.ts'

const insertOne = statement(
  'people.insert',
  `insert into people (account_id, email, first_name, last_name, password_hash, role, created_at)
   values ($1, $2, $3, $4, $5, $6, $7) returning id`,
  { id: int },
)
const accountForChange = statement(
  'accounts.lock-people',
  'select id from accounts where id = $1 for no key update',
  { id: int },
)
const setRole = statement(
  'people.set-role',
  'update people set role = $3 where account_id = $1 and id = $2',
  {},
)
const deactivate = statement(
  'people.deactivate',
  'update people set deactivated_at = $3, password_hash = null where account_id = $1 and id = $2',
  {},
)
const revokeIn = (table: 'access_keys' | 'bearer_tokens') =>
  statement(
    `${table}.revoke-of-person`,
    `update ${table} set revoked_at = $3 where account_id = $1 and person_id = $2 and revoked_at is null`,
    {},
  )
const revocations = [revokeIn('access_keys'), revokeIn('bearer_tokens')]

type PersonToInsert = PersonFields & { role: PersonRole; passwordHash: string | null }

export async function insertPerson(
  db: Database,
  accountId: number,
  { email, firstName, lastName, passwordHash, role }: PersonToInsert,
  now: Date,
): Promise<number> {
  const values = [accountId, email, firstName, lastName, passwordHash, role, now]
  const made = await db.row(insertOne, values).catch(refuseTakenEmail)
  return Number(made?.id)
}

/** One change of an account's people after the other, so that each sees which owners are left. */
export async function lockPeople(db: Database, accountId: number): Promise<void> {
  if (!(await db.row(accountForChange, [accountId]))) throw notFound()
}

export const setPersonRole = (
  db: Database,
  accountId: number,
  id: number,
  role: PersonRole,
): Promise<number> => db.run(setRole, [accountId, id, role])

/** Takes away the password and every credential at once, and ends the sessions. */
export async function deactivatePerson(
  db: Database,
  accountId: number,
  id: number,
  now: Date,
): Promise<void> {
  await db.run(deactivate, [accountId, id, now])
  for (const revoke of revocations) await db.run(revoke, [accountId, id, now])
  await endSessionsOfPerson(db, { accountId, personId: id }, null, now)
}

import pg from 'pg'
import { int, statement } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { invalidField } from '../problems.ts'
import { isEmail } from './email.ts'
import { hashPassword } from './secrets.ts'

export type NewPerson = { email: string; firstName: string; lastName: string; password: string }
export type NewAccount = NewPerson & { company: string | null }

const insertAccount = statement(
  'accounts.insert',
  `insert into accounts (name, company, email, created_at, updated_at) values ($1, $2, $3, $4, $4) returning id`,
  { id: int },
)
const insertPerson = statement(
  'people.insert',
  `insert into people (account_id, email, first_name, last_name, password_hash, role, created_at)
   values ($1, $2, $3, $4, $5, $6, $7) returning id`,
  { id: int },
)
const insertStaff = statement(
  'staff.insert',
  `insert into staff (email, first_name, last_name, password_hash, role, created_at)
   values ($1, $2, $3, $4, $5, $6) returning id`,
  { id: int },
)

/** Opens an account with the person who owns it. */
export async function createAccount(
  deps: Deps,
  account: NewAccount,
): Promise<{ accountId: number; personId: number }> {
  const email = checkedEmail(account.email)
  const passwordHash = await hashPassword(account.password)
  const name = `${account.firstName} ${account.lastName}`
  return deps.db.transaction(async (db) => {
    const made = await db.row(insertAccount, [name, account.company, email, deps.now()])
    const accountId = Number(made?.id)
    const values = [accountId, email, account.firstName, account.lastName, passwordHash, 'owner', deps.now()]
    const person = await db.row(insertPerson, values).catch(refuseTakenEmail)
    return { accountId, personId: Number(person?.id) }
  })
}

export async function createStaff(
  deps: Deps,
  person: NewPerson & { role: 'admin' | 'warehouse' | 'billing' },
): Promise<number> {
  const values = [
    checkedEmail(person.email),
    person.firstName,
    person.lastName,
    await hashPassword(person.password),
    person.role,
    deps.now(),
  ]
  const made = await deps.db.row(insertStaff, values).catch(refuseTakenEmail)
  return Number(made?.id)
}

function checkedEmail(email: string): string {
  if (!isEmail(email)) throw invalidField('email', `"${email}" is not an e-mail address`)
  return email.toLowerCase()
}

function refuseTakenEmail(error: unknown): never {
  if (error instanceof pg.DatabaseError && error.code === '23505')
    throw invalidField('email', 'belongs to somebody already')
  throw error
}

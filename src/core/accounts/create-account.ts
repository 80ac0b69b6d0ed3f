import { int, statement } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../in-transaction.ts'
import { invalidField } from '../problems.ts'
import type { StaffRole } from '../staff/staff.ts'
import { sendInvitation } from './invitations.ts'
import { checkedPassword } from './passwords.ts'
import { insertPerson } from './people-writes.ts'
import { checkedPerson, type PersonFields, refuseTakenEmail } from './person-fields.ts'
import { hashPassword } from './secrets.ts'

export type NewPerson = PersonFields & { password: string }
/** Without a password the owner is invited to choose one. */
export type NewAccount = PersonFields & { company: string | null; password: string | null }

const insertAccount = statement(
  'accounts.insert',
  `insert into accounts (name, company, email, created_at, updated_at) values ($1, $2, $3, $4, $4) returning id`,
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
  occasion: 'invited' | 'granted' = 'invited',
): Promise<{ accountId: number; personId: number }> {
  const owner = checkedPerson(account)
  const company = checkedCompany(account.company)
  const passwordHash =
    account.password === null ? null : await hashPassword(checkedPassword(account.password))
  // Two names of 100 characters and the space between them are one too many.
  const name = [...`${owner.firstName} ${owner.lastName}`].slice(0, 200).join('')
  return inTransaction(deps, async (within) => {
    const made = await within.db.row(insertAccount, [name, company, owner.email, deps.now()])
    const accountId = Number(made?.id)
    const person = { ...owner, role: 'owner', passwordHash } as const
    const personId = await insertPerson(within.db, accountId, person, deps.now())
    if (passwordHash === null) await sendInvitation(within, accountId, personId, occasion)
    return { accountId, personId }
  })
}

function checkedCompany(company: string | null): string | null {
  if (company !== null && [...company].length > 200)
    throw invalidField('company', 'must be at most 200 characters long')
  return company
}

export async function createStaff(deps: Deps, staff: NewPerson & { role: StaffRole }): Promise<number> {
  const { email, firstName, lastName } = checkedPerson(staff)
  const passwordHash = await hashPassword(checkedPassword(staff.password))
  const values = [email, firstName, lastName, passwordHash, staff.role, deps.now()]
  const made = await deps.db.row(insertStaff, values).catch(refuseTakenEmail)
  return Number(made?.id)
}

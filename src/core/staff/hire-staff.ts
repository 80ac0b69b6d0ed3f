import { createStaff, type NewPerson } from '../accounts/create-account.ts'
import { makePassword } from '../accounts/passwords.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../in-transaction.ts'
import type { StaffRole } from './staff.ts'
import { getStaff, type StaffMember } from './staff-reads.ts'

export type NewStaff = Omit<NewPerson, 'password'> & { password: string | null; role: StaffRole }

/** Takes somebody on. Without a password one is made up, and told once, here. */
export function hireStaff(
  deps: Deps,
  staff: NewStaff,
): Promise<{ member: StaffMember; madeUpPassword: string | null }> {
  const password = staff.password ?? makePassword()
  return inTransaction(deps, async (within) => {
    const id = await createStaff(within, { ...staff, password })
    const member = await getStaff(within.db, id)
    return { member, madeUpPassword: staff.password === null ? password : null }
  })
}

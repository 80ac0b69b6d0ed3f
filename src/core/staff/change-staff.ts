import type { Database } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { checkedPerson } from '../accounts/person-fields.ts'
import type { Deps } from '../deps.ts'
import { refuseLastAdmin } from './last-admin.ts'
import { revokeTokensBeyond, revokeTokensOf } from './operator-tokens.ts'
import { endSessionsOf } from './sessions.ts'
import type { StaffRole } from './staff.ts'
import { getStaff, getStaffForChange, type StaffMember } from './staff-reads.ts'

export type StaffChange = { firstName?: string; lastName?: string; role?: StaffRole }

const updateStaff = statement(
  'staff.update',
  'update staff set first_name = $2, last_name = $3, role = $4 where id = $1',
  {},
)
const setDeactivated = statement(
  'staff.set-deactivated',
  'update staff set deactivated_at = $2 where id = $1',
  {},
)

/** Changes what is given. A new role counts from the next request on, and tokens that could do more are revoked. */
export function changeStaff(deps: Deps, id: number, change: StaffChange): Promise<StaffMember> {
  return deps.db.transaction(async (db) => {
    if (change.role !== undefined && change.role !== 'admin') await refuseLastAdmin(db, id)
    const next = { ...(await getStaffForChange(db, id)), ...change }
    checkedPerson(next)
    await db.run(updateStaff, [id, next.firstName, next.lastName, next.role])
    await revokeTokensBeyond(db, id, next.role, deps.now())
    return getStaff(db, id)
  })
}

/** Shuts somebody out at once: their sessions end and their tokens are revoked, for good. Asked twice, it is done once. */
export function deactivateStaff(deps: Deps, id: number): Promise<StaffMember> {
  return deps.db.transaction(async (db) => {
    await refuseLastAdmin(db, id)
    const { deactivatedAt } = await getStaffForChange(db, id)
    if (!deactivatedAt) await shutOut(db, id, deps.now())
    return getStaff(db, id)
  })
}

async function shutOut(db: Database, id: number, now: Date): Promise<void> {
  await db.run(setDeactivated, [id, now])
  await endSessionsOf(db, id, null, now)
  await revokeTokensOf(db, id, now)
}

/** Lets somebody sign in again with the password they had. Tokens are to be made anew. */
export function reactivateStaff(deps: Deps, id: number): Promise<StaffMember> {
  return deps.db.transaction(async (db) => {
    await getStaffForChange(db, id)
    await db.run(setDeactivated, [id, null])
    return getStaff(db, id)
  })
}

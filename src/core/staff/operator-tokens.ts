import type { Database } from '../../db/database.ts'
import { int, statement } from '../../db/statement.ts'
import { digest, makeCredential } from '../accounts/secrets.ts'
import { nextDay, startOfParisDay } from '../calendar/paris-time.ts'
import type { Deps } from '../deps.ts'
import { invalidField } from '../problems.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { mayDo, type StaffRole } from './staff.ts'
import { getStaffForChange } from './staff-reads.ts'
import { getOperatorToken, type OperatorToken } from './token-reads.ts'

export type NewOperatorToken = { staffId: number; name: string; role: StaffRole; expiresAt: Date | null }

const insertToken = statement(
  'operator-tokens.insert',
  `insert into operator_tokens (staff_id, token_hash, name, role, expires_at, created_at)
   values ($1, $2, $3, $4, $5, $6) returning id`,
  { id: int },
)
const revokeOne = statement(
  'operator-tokens.revoke',
  'update operator_tokens set revoked_at = coalesce(revoked_at, $2) where id = $1',
  {},
)
const revokeAll = statement(
  'operator-tokens.revoke-all',
  'update operator_tokens set revoked_at = $2 where staff_id = $1 and revoked_at is null',
  {},
)
const revokeBeyond = statement(
  'operator-tokens.revoke-beyond',
  `update operator_tokens set revoked_at = $3 where staff_id = $1 and revoked_at is null and role <> $2 and $2 <> 'admin'`,
  {},
)

/** Makes a token for a scanner or an ERP. It is told once, here; only its digest is kept. */
export async function issueOperatorToken(
  deps: Deps,
  { staffId, name, role, expiresAt }: NewOperatorToken,
): Promise<{ id: number; token: string }> {
  if (expiresAt && expiresAt <= deps.now())
    throw invalidField('expires_on', 'is over; name today or a later day')
  if (name.trim() === '' || [...name].length > 100)
    throw invalidField('name', 'must be 1 to 100 characters that are not all blank')
  return deps.db.transaction(async (db) => {
    const holder = await getStaffForChange(db, staffId)
    if (holder.deactivatedAt)
      throw new WorkRefusal('step_not_possible', 'This person is deactivated. Reactivate them first.')
    if (!mayDo(holder.role, [role]))
      throw invalidField(
        'role',
        `must be ${holder.role}: a token can do no more than the person who holds it`,
      )
    const token = makeCredential(deps.settings.env, 'operatorToken')
    const hash = digest(deps.settings.secret, token)
    const made = await db.row(insertToken, [staffId, hash, name, role, expiresAt, deps.now()])
    return { id: Number(made?.id), token }
  })
}

/** A token works to the end of its last day in Paris. */
export const endOfDay = (lastDay: string): Date => startOfParisDay(nextDay(lastDay))

/** It opens nothing from the next request on. Asked twice, it is done once. */
export function revokeOperatorToken(deps: Deps, id: number): Promise<OperatorToken> {
  return deps.db.transaction(async (db) => {
    await db.run(revokeOne, [id, deps.now()])
    return getOperatorToken(db, id)
  })
}

export const revokeTokensOf = (db: Database, staffId: number, now: Date): Promise<number> =>
  db.run(revokeAll, [staffId, now])

/** Those with which a person of this role could do more than by themselves. */
export const revokeTokensBeyond = (
  db: Database,
  staffId: number,
  role: StaffRole,
  now: Date,
): Promise<number> => db.run(revokeBeyond, [staffId, role, now])

import { int, statement } from '../../db/statement.ts'
import { digest, makeCredential } from '../accounts/secrets.ts'
import type { Deps } from '../deps.ts'
import type { StaffRole } from './staff.ts'

export type NewOperatorToken = { staffId: number; name: string; role: StaffRole; expiresAt: Date | null }

const insertToken = statement(
  'operator-tokens.insert',
  `insert into operator_tokens (staff_id, token_hash, name, role, expires_at, created_at)
   values ($1, $2, $3, $4, $5, $6) returning id`,
  { id: int },
)

/** Makes a token for a scanner or an ERP. It is told once, here; only its digest is kept. */
export async function issueOperatorToken(
  deps: Deps,
  { staffId, name, role, expiresAt }: NewOperatorToken,
): Promise<{ id: number; token: string }> {
  const token = makeCredential(deps.settings.env, 'operatorToken')
  const hash = digest(deps.settings.secret, token)
  const made = await deps.db.row(insertToken, [staffId, hash, name, role, expiresAt, deps.now()])
  return { id: Number(made?.id), token }
}

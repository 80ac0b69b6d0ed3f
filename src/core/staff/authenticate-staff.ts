import { instant, int, orNull, type Row, statement, text } from '../../db/statement.ts'
import { digest, refuseOtherEnvironment } from '../accounts/secrets.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../problems.ts'
import type { SignedInStaff, StaffRole } from './staff.ts'

const person = `s.id, s.email, s.first_name || ' ' || s.last_name as name`
const personRow = {
  id: int,
  email: text,
  name: text,
  role: text,
  credentialId: int,
  expiresAt: orNull(instant),
}

const byToken = statement(
  'operator-tokens.by-hash',
  `select ${person}, t.role, t.id as "credentialId", t.expires_at as "expiresAt"
   from operator_tokens t join staff s on s.id = t.staff_id
   where t.token_hash = $1 and t.revoked_at is null and s.deactivated_at is null`,
  personRow,
)
const bySession = statement(
  'staff-sessions.by-hash',
  `select ${person}, s.role, k.id as "credentialId", k.expires_at as "expiresAt"
   from staff_sessions k join staff s on s.id = k.staff_id
   where k.token_hash = $1 and k.ended_at is null and s.deactivated_at is null`,
  personRow,
)

type Credential = { via: 'session' | 'token'; secret: string }

/** Who of the operator's people holds this session or token. */
export async function authenticateStaff(deps: Deps, { via, secret }: Credential): Promise<SignedInStaff> {
  refuseOtherEnvironment(deps, secret)
  const hash = digest(deps.settings.secret, secret)
  const found = await deps.db.row(via === 'token' ? byToken : bySession, [hash])
  if (!found || isExpired(found, deps.now())) throw refuse({ code: 'credentials_invalid' })
  const { expiresAt: _, role, ...rest } = found
  return { ...rest, role: role as StaffRole, via, tokenId: via === 'token' ? found.credentialId : null }
}

const isExpired = ({ expiresAt }: Row<typeof personRow>, now: Date) => expiresAt !== null && expiresAt <= now

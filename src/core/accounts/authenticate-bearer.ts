import { bool, instant, int, orNull, statement, text } from '../../db/statement.ts'
import type { Caller, Deps } from '../deps.ts'
import { refuse } from '../problems.ts'
import { digest } from './secrets.ts'

const byToken = statement(
  'bearer-tokens.by-hash',
  `select t.id as "tokenId", t.rights, t.expires_at as "expiresAt", p.role, a.id as "accountId", a.blocked_at as "blockedAt",
     a.api_access as "apiAccess", p.email, p.first_name || ' ' || p.last_name as name
   from bearer_tokens t join accounts a on a.id = t.account_id
     join people p on p.account_id = t.account_id and p.id = t.person_id
   where t.token_hash = $1 and t.revoked_at is null and p.deactivated_at is null and p.password_hash is not null`,
  {
    tokenId: int,
    rights: text,
    expiresAt: orNull(instant),
    role: text,
    accountId: int,
    blockedAt: orNull(instant),
    apiAccess: bool,
    email: text,
    name: text,
  },
)

/** The caller behind a bearer token, and the token's own number to count requests by. */
export async function authenticateBearer(deps: Deps, token: string): Promise<Caller & { tokenId: number }> {
  const found = await deps.db.row(byToken, [digest(deps.settings.secret, token)])
  if (!found || (found.expiresAt !== null && found.expiresAt <= deps.now()))
    throw refuse({ code: 'credentials_invalid' })
  if (found.blockedAt) throw refuse({ code: 'account_blocked' })
  if (!found.apiAccess) throw refuse({ code: 'rights_insufficient' })
  const { tokenId, accountId, email, name } = found
  const mayWrite = found.rights === 'write' && found.role !== 'read_only'
  return { tokenId, accountId, rights: mayWrite ? 'write' : 'read', email, name }
}

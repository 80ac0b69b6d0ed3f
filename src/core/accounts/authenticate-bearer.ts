import { bool, instant, int, orNull, statement, text } from '../../db/statement.ts'
import type { Caller, Deps } from '../deps.ts'
import { refuse } from '../problems.ts'
import { type AccountClock, clockColumns, clockRow, timeOn, toClock } from '../sandbox/account-clock.ts'
import { digest, refuseOtherEnvironment } from './secrets.ts'

const byToken = statement(
  'bearer-tokens.by-hash',
  `select t.id as "tokenId", t.rights, t.expires_at as "expiresAt", p.role, a.id as "accountId", a.blocked_at as "blockedAt",
     a.api_access as "apiAccess", p.email, p.first_name || ' ' || p.last_name as name, ${clockColumns}
   from bearer_tokens t join accounts a on a.id = t.account_id
     join people p on p.account_id = t.account_id and p.id = t.person_id
     left join sandboxes s on s.account_id = a.id
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
    ...clockRow,
  },
)

/**
 * The caller behind a bearer token, the clock of the account, and the token's own number to count requests by. A token ends by that
 * clock, unless the real one is asked for.
 */
export async function authenticateBearer(
  deps: Deps,
  token: string,
  { byRealTime = false } = {},
): Promise<Caller & { tokenId: number; clock: AccountClock | null }> {
  refuseOtherEnvironment(deps, token)
  const found = await deps.db.row(byToken, [digest(deps.settings.secret, token)])
  const clock = found ? toClock(found) : null
  const now = byRealTime ? deps.now() : timeOn(clock, deps.now())
  if (!found || (found.expiresAt !== null && found.expiresAt <= now))
    throw refuse({ code: 'credentials_invalid' })
  if (found.blockedAt) throw refuse({ code: 'account_blocked' })
  if (!found.apiAccess) throw refuse({ code: 'rights_insufficient' })
  const { tokenId, accountId, email, name } = found
  const mayWrite = found.rights === 'write' && found.role !== 'read_only'
  return { tokenId, clock, accountId, rights: mayWrite ? 'write' : 'read', email, name }
}

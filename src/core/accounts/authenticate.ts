import { bool, bytes, instant, int, orNull, statement, text } from '../../db/statement.ts'
import type { Caller, Deps } from '../deps.ts'
import { refuse } from '../problems.ts'
import { type AccountClock, clockColumns, clockRow, toClock } from '../sandbox/account-clock.ts'
import { digest, refuseOtherEnvironment, sameDigest } from './secrets.ts'

const holder = `a.id as "accountId", a.blocked_at as "blockedAt", a.api_access as "apiAccess", p.email,
  p.first_name || ' ' || p.last_name as name, p.role, ${clockColumns}`
const holderRow = {
  accountId: int,
  blockedAt: orNull(instant),
  apiAccess: bool,
  email: text,
  name: text,
  role: text,
  ...clockRow,
}

const accessKeyByName = statement(
  'access-keys.by-name',
  `select k.secret_hash as "secretHash", k.rights, ${holder}
   from access_keys k join accounts a on a.id = k.account_id
     join people p on p.account_id = k.account_id and p.id = k.person_id
     left join sandboxes s on s.account_id = a.id
   where k.access_key = $1 and k.revoked_at is null and p.deactivated_at is null and p.password_hash is not null`,
  { secretHash: bytes, rights: text, ...holderRow },
)

// Compared when there is no such key, so that the time of the answer does not tell which half was wrong.
const nobody = Buffer.alloc(32)

/**
 * The caller behind a pair of keys, and the clock of the account. A blocked account is told only to those who hold its secret. Keys of somebody who has left,
 * or has not accepted yet, are no keys; those of somebody who may only read do no more than that.
 */
export async function authenticateKeys(
  deps: Deps,
  accessKey: string,
  secretKey: string,
): Promise<Caller & { clock: AccountClock | null }> {
  for (const key of [accessKey, secretKey]) refuseOtherEnvironment(deps, key)
  // A NUL byte cannot be stored, so no key holds one, and the driver would refuse to send it.
  const found = accessKey.includes('\0') ? undefined : await deps.db.row(accessKeyByName, [accessKey])
  const matches = sameDigest(digest(deps.settings.secret, secretKey), found?.secretHash ?? nobody)
  if (!found || !matches) throw refuse({ code: 'credentials_invalid' })
  if (found.blockedAt) throw refuse({ code: 'account_blocked' })
  if (!found.apiAccess) throw refuse({ code: 'rights_insufficient' })
  return {
    accountId: found.accountId,
    rights: found.rights === 'write' && found.role !== 'read_only' ? 'write' : 'read',
    email: found.email,
    name: found.name,
    clock: toClock(found),
  }
}

import { int, statement } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { digest, makeCredential } from './secrets.ts'

type NewCredential = { accountId: number; personId: number; name: string; rights: 'read' | 'write' }

const insertAccessKey = statement(
  'access-keys.insert',
  `insert into access_keys (account_id, person_id, access_key, secret_hash, name, rights, created_at)
   values ($1, $2, $3, $4, $5, $6, $7) returning id`,
  { id: int },
)

/** Makes a pair of keys. The secret is told once, here; only its digest is kept. */
export async function issueAccessKey(deps: Deps, key: NewCredential) {
  const accessKey = makeCredential(deps.settings.env, 'accessKey')
  const secretKey = makeCredential(deps.settings.env, 'secretKey')
  const secretHash = digest(deps.settings.secret, secretKey)
  const values = [key.accountId, key.personId, accessKey, secretHash, key.name, key.rights, deps.now()]
  await deps.db.run(insertAccessKey, values)
  return { accessKey, secretKey }
}

const insertBearerToken = statement(
  'bearer-tokens.insert',
  `insert into bearer_tokens (account_id, person_id, token_hash, name, rights, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7) returning id`,
  { id: int },
)

/** Makes a token, which works until it is revoked unless it is given an end. */
export async function issueBearerToken(
  deps: Deps,
  token: NewCredential & { expiresAt?: Date | null },
): Promise<string> {
  const bearerToken = makeCredential(deps.settings.env, 'bearerToken')
  const tokenHash = digest(deps.settings.secret, bearerToken)
  await deps.db.run(insertBearerToken, [
    token.accountId,
    token.personId,
    tokenHash,
    token.name,
    token.rights,
    deps.now(),
    token.expiresAt ?? null,
  ])
  return bearerToken
}

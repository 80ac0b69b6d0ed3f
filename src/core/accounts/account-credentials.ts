import type { Database } from '../../db/database.ts'
import {
  instant,
  int,
  orNull,
  type Page,
  pagedStatement,
  type Row,
  statement,
  text,
} from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../problems.ts'
import { requireAccount } from './require-account.ts'

/** A credential without its secret, of which nothing is kept that could be told. */
const credentialRow = {
  id: int,
  name: text,
  rights: text,
  /** The public half of a pair of keys. */
  accessKey: orNull(text),
  personId: int,
  personEmail: text,
  personName: text,
  createdAt: instant,
  expiresAt: orNull(instant),
  revokedAt: orNull(instant),
}
export type Credential = Row<typeof credentialRow>
export type CredentialKind = 'access key' | 'bearer token'

function credentialsIn(table: 'access_keys' | 'bearer_tokens', own: string) {
  const select = `select k.id, k.name, k.rights, ${own}, p.id as "personId", p.email as "personEmail",
      p.first_name || ' ' || p.last_name as "personName", k.created_at as "createdAt", k.revoked_at as "revokedAt"
    from ${table} k join people p on p.account_id = k.account_id and p.id = k.person_id`
  return {
    page: pagedStatement(
      `${table}.page`,
      (window) => `${select} where k.account_id = $1 order by k.id desc ${window}`,
      credentialRow,
    ),
    count: statement(`${table}.count`, `select count(*) as total from ${table} where account_id = $1`, {
      total: int,
    }),
    byId: statement(`${table}.by-id`, `${select} where k.account_id = $1 and k.id = $2`, credentialRow),
    revoke: statement(
      `${table}.revoke`,
      `update ${table} set revoked_at = coalesce(revoked_at, $3) where account_id = $1 and id = $2`,
      {},
    ),
  }
}
const statements = {
  'access key': credentialsIn('access_keys', 'k.access_key as "accessKey", null::timestamptz as "expiresAt"'),
  'bearer token': credentialsIn('bearer_tokens', 'null::text as "accessKey", k.expires_at as "expiresAt"'),
}

export async function listCredentials(db: Database, kind: CredentialKind, accountId: number, page: Page) {
  await requireAccount(db, accountId)
  const [records, counted] = await Promise.all([
    db.rows(statements[kind].page(page), [accountId]),
    db.row(statements[kind].count, [accountId]),
  ])
  return { records, total: counted?.total ?? 0 }
}

/** It opens nothing from the next request on. Asked twice, it is done once. */
export function revokeCredential(
  deps: Deps,
  kind: CredentialKind,
  accountId: number,
  id: number,
): Promise<Credential> {
  return deps.db.transaction(async (db) => {
    await db.run(statements[kind].revoke, [accountId, id, deps.now()])
    const credential = await db.row(statements[kind].byId, [accountId, id])
    if (!credential) throw notFound()
    return credential
  })
}

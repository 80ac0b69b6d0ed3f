import type { Database } from '../../db/database.ts'
import { bool, int, statement } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { invalidField, notFound } from '../problems.ts'
import { requireTarget } from './check-target.ts'
import { type Endpoint, type EndpointOwner, getEndpoint } from './endpoint-reads.ts'
import type { EventType } from './event-types.ts'
import { sealSecret } from './seal-secret.ts'
import { makeWebhookSecret } from './sign-message.ts'

export type EndpointFields = { name: string; url: string; eventTypes: readonly EventType[] }

const mostEndpoints = 20
const longestUrl = 2000

// Two that are added at once are counted one after the other.
const lockAccount = statement(
  'webhook-endpoints.lock-account',
  'select id from accounts where id = $1 for no key update',
  { id: int },
)
const countOfAccount = statement(
  'webhook-endpoints.count-of-account',
  'select count(*) as total from webhook_endpoints where account_id = $1 and deleted_at is null',
  { total: int },
)
const keyInUse = statement(
  'webhook-endpoints.key-in-use',
  'select true as found from access_keys where account_id = $1 and id = $2 and revoked_at is null for key share',
  { found: bool },
)
const insertEndpoint = statement(
  'webhook-endpoints.insert',
  `insert into webhook_endpoints (account_id, access_key_id, name, url, event_types, sealed_secret, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $7) returning id`,
  { id: int },
)

/** The address as it will be connected to, which is how it is kept. */
export function checkedUrl(url: string, targets: Deps['settings']['webhookTargets']): string {
  requireTarget(url, targets)
  const { href } = new URL(url)
  if (href.length > longestUrl) throw invalidField('url', `must be at most ${longestUrl} characters long`)
  return href
}

/** Adds an address. Its secret is told once, here. */
export async function createEndpoint(
  deps: Deps,
  owner: EndpointOwner,
  given: EndpointFields,
): Promise<{ endpoint: Endpoint; secret: string }> {
  const { accountId, accessKeyId } = owner
  const url = checkedUrl(given.url, deps.settings.webhookTargets)
  const secret = makeWebhookSecret()
  return deps.db.transaction(async (db) => {
    await refuseTooMany(db, accountId)
    if (accessKeyId !== null && !(await db.row(keyInUse, [accountId, accessKeyId]))) throw notFound()
    const sealed = sealSecret(deps.settings.secret, accountId, secret)
    const types = [...new Set(given.eventTypes)]
    const values = [accountId, accessKeyId, given.name, url, types, sealed, deps.now()]
    const made = await db.row(insertEndpoint, values)
    return { endpoint: await getEndpoint(db, owner, made?.id ?? 0), secret }
  })
}

async function refuseTooMany(db: Database, accountId: number): Promise<void> {
  if (!(await db.row(lockAccount, [accountId]))) throw notFound()
  const counted = await db.row(countOfAccount, [accountId])
  if ((counted?.total ?? 0) >= mostEndpoints)
    throw invalidField('url', `is one too many: an account has at most ${mostEndpoints}, so delete one first`)
}

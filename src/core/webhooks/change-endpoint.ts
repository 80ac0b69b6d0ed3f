import { statement } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { checkedUrl, type EndpointFields } from './create-endpoint.ts'
import {
  type Endpoint,
  type EndpointOwner,
  type EndpointState,
  getEndpoint,
  lockEndpoint,
} from './endpoint-reads.ts'
import { sealSecret } from './seal-secret.ts'
import { makeWebhookSecret } from './sign-message.ts'
import { wakeEndpoint } from './wake-endpoint.ts'

const formerSecretMs = 24 * 3_600_000

const replaceFields = statement(
  'webhook-endpoints.replace',
  `update webhook_endpoints set name = $3, url = $4, event_types = $5, updated_at = $6 where account_id = $1 and id = $2`,
  {},
)
const setState = statement(
  'webhook-endpoints.set-state',
  `update webhook_endpoints set state = $3, last_attempt_failed = false, updated_at = $4 where account_id = $1 and id = $2`,
  {},
)
const replaceSecret = statement(
  'webhook-endpoints.replace-secret',
  `update webhook_endpoints set former_secret = sealed_secret, former_secret_until = $4, sealed_secret = $3, updated_at = $5
   where account_id = $1 and id = $2`,
  {},
)
const markDeleted = statement(
  'webhook-endpoints.delete',
  'update webhook_endpoints set deleted_at = $3, updated_at = $3 where account_id = $1 and id = $2',
  {},
)
const cancelPending = statement(
  'webhook-deliveries.cancel-pending',
  `update webhook_deliveries set state = 'cancelled', settled_at = $3, lease = null, leased_until = null
   where account_id = $1 and endpoint_id = $2 and state = 'pending'`,
  {},
)

/** Runs a change of an address in one transaction, alone, and gives the address as it is afterwards. */
const changing = (
  deps: Deps,
  owner: EndpointOwner,
  id: number,
  work: (within: Deps, present: Endpoint) => Promise<unknown>,
): Promise<Endpoint> =>
  deps.db.transaction(async (db) => {
    await work({ ...deps, db }, await lockEndpoint(db, owner, id))
    return getEndpoint(db, owner, id)
  })

/** What is on its way goes to the new address from the next attempt on. */
export async function replaceEndpoint(
  deps: Deps,
  owner: EndpointOwner,
  id: number,
  given: EndpointFields & { state?: EndpointState },
): Promise<Endpoint> {
  const url = checkedUrl(given.url, deps.settings.webhookTargets)
  return changing(deps, owner, id, async (within, present) => {
    const types = [...new Set(given.eventTypes)]
    await within.db.run(replaceFields, [owner.accountId, id, given.name, url, types, deps.now()])
    await moveTo(within, owner, present, given.state)
  })
}

/** Events go on to be kept for it, and wait. */
export const pauseEndpoint = (deps: Deps, owner: EndpointOwner, id: number): Promise<Endpoint> =>
  changing(deps, owner, id, (within, present) => moveTo(within, owner, present, 'paused'))

/** Sends what has waited. Also for one that its receiver had switched off; what was cancelled then stays so. */
export const resumeEndpoint = (deps: Deps, owner: EndpointOwner, id: number): Promise<Endpoint> =>
  changing(deps, owner, id, (within, present) => moveTo(within, owner, present, 'active'))

/** Only a receiver can make an address gone, so to ask for that changes nothing. */
async function moveTo(
  { db, now }: Deps,
  { accountId }: EndpointOwner,
  present: Endpoint,
  state: EndpointState | undefined,
): Promise<void> {
  if (state === undefined || state === 'gone' || state === present.state) return
  await db.run(setState, [accountId, present.id, state, now()])
  if (state === 'active') await wakeEndpoint(db, { accountId, endpointId: present.id })
}

/** A new secret, told once, here. For a day messages are signed with the one before as well, so that no receiver is caught out. */
export async function rotateSecret(deps: Deps, owner: EndpointOwner, id: number) {
  const secret = makeWebhookSecret()
  const endpoint = await changing(deps, owner, id, ({ db, now }) => {
    const sealed = sealSecret(deps.settings.secret, owner.accountId, secret)
    const until = new Date(now().getTime() + formerSecretMs)
    return db.run(replaceSecret, [owner.accountId, id, sealed, until, now()])
  })
  return { endpoint, secret }
}

/** Nothing more is sent to it. Returns the address as it was. */
export function deleteEndpoint(deps: Deps, owner: EndpointOwner, id: number): Promise<Endpoint> {
  const { accountId } = owner
  return deps.db.transaction(async (db) => {
    const endpoint = await lockEndpoint(db, owner, id)
    await db.run(markDeleted, [accountId, id, deps.now()])
    await db.run(cancelPending, [accountId, id, deps.now()])
    return endpoint
  })
}

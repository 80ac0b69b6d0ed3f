import { bool, bytes, instant, int, orNull, statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { type AccountEvent, eventColumns, eventRow, toEvent } from '../events/event-reads.ts'
import { openSecret } from './seal-secret.ts'
import type { EndpointRef } from './wake-endpoint.ts'

/** A delivery that is this worker's to send until the lease is over. */
export type ClaimedDelivery = EndpointRef & {
  id: number
  lease: string
  url: string
  /** Whether the address belongs to an access key, and so speaks the older version. */
  isOfKey: boolean
  secrets: string[]
  event: AccountEvent
  /** Whether others of the address are due as well. */
  hasMore: boolean
}

/** How long a dead worker holds up what it had taken. Who lives renews the lease for as long as an attempt takes. */
export const leaseMs = 8000
const mostAtOnce = 4
const mostAtOnceInTrouble = 1

/*
 * Those who want to send to one address take turns here, so that together they never do more than they may; orders that hand events
 * out to it do not wait. Should the server lose the last moments of its memory, a message is sent once more, so nobody waits for
 * its disk either.
 */
export const takeEndpoint = statement(
  'webhook-endpoints.take',
  `select e.url, e.access_key_id is not null as "isOfKey", e.sealed_secret as "sealedSecret", e.former_secret as "formerSecret",
     e.former_secret_until as "formerSecretUntil", e.failing_since is not null or e.last_attempt_failed as "inTrouble",
     e.state = 'active' and e.deleted_at is null and a.blocked_at is null and a.api_access as "isOpen",
     set_config('synchronous_commit', 'off', true) as durability
   from webhook_endpoints e join accounts a on a.id = e.account_id
   where e.account_id = $1 and e.id = $2 for no key update of e`,
  {
    url: text,
    isOfKey: bool,
    sealedSecret: bytes,
    formerSecret: orNull(bytes),
    formerSecretUntil: orNull(instant),
    inTrouble: bool,
    isOpen: bool,
    durability: text,
  },
)

// The one that is due first, if nothing of the same record is still to be sent before it.
const claim = statement(
  'webhook-deliveries.claim',
  `update webhook_deliveries d set lease = gen_random_uuid(),
     leased_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1000})
   from events e
   where d.account_id = $1 and e.account_id = $1 and e.id = d.event_id and d.id = (
     select p.id from webhook_deliveries p
     where p.account_id = $1 and p.endpoint_id = $2 and p.state = 'pending' and p.due_at <= $3
       and (p.lease is null or p.leased_until <= clock_timestamp())
       and not exists (
         select from webhook_deliveries b
         where b.account_id = $1 and b.endpoint_id = $2 and b.subject = p.subject and b.subject_id = p.subject_id
           and b.state = 'pending' and b.event_id < p.event_id)
       and $4 > (
         select count(*) from webhook_deliveries l
         where l.account_id = $1 and l.endpoint_id = $2 and l.lease is not null and l.leased_until > clock_timestamp())
     order by p.due_at, p.event_id limit 1
     for update skip locked)
   returning d.id as "deliveryId", d.lease::text as lease, ${eventColumns}, exists (
     select from webhook_deliveries o
     where o.account_id = $1 and o.endpoint_id = $2 and o.state = 'pending' and o.due_at <= $3 and o.id <> d.id
       and o.lease is null) as "hasMore"`,
  { deliveryId: int, lease: text, hasMore: bool, ...eventRow },
)

/** The next delivery of an address that may be sent now, or undefined. */
export const claimDelivery = (
  deps: Deps,
  { accountId, endpointId }: EndpointRef,
): Promise<ClaimedDelivery | undefined> =>
  deps.db.transaction(async (db) => {
    const endpoint = await db.row(takeEndpoint, [accountId, endpointId])
    if (!endpoint?.isOpen) return undefined
    const limit = endpoint.inTrouble ? mostAtOnceInTrouble : mostAtOnce
    const claimed = await db.row(claim, [accountId, endpointId, deps.now(), limit])
    if (!claimed) return undefined
    const { deliveryId, lease, hasMore, ...event } = claimed
    const { url, isOfKey, sealedSecret, formerSecret, formerSecretUntil } = endpoint
    const former = formerSecretUntil && formerSecretUntil > deps.now() ? formerSecret : null
    const secrets = [sealedSecret, ...(former ? [former] : [])].map((sealed) =>
      openSecret(deps.settings.secret, accountId, sealed),
    )
    return {
      ...{ accountId, endpointId, id: deliveryId, lease, url, isOfKey, secrets, hasMore },
      event: toEvent(event),
    }
  })

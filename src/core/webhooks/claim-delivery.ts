import { bool, bytes, instant, int, orNull, statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { type AccountEvent, eventColumns, eventRow, toEvent } from '../events/event-reads.ts'
import { atTimeOf } from '../sandbox/account-clock.ts'
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

// The rules are in the function, beside the table. One call, because several statements would each be a way to the server and back.
const claim = statement(
  'webhook-deliveries.claim',
  `select c.delivery_id as "deliveryId", c.given_lease::text as lease, c.has_more as "hasMore", c.target as url,
     c.is_of_key as "isOfKey", c.secret as "sealedSecret", c.other_secret as "formerSecret",
     c.other_secret_until as "formerSecretUntil", ${eventColumns}
   from claim_webhook_delivery($1, $2, $3, ${leaseMs}, ${mostAtOnce}, ${mostAtOnceInTrouble}) c, lateral (select (c.told).*) e`,
  {
    deliveryId: int,
    lease: text,
    hasMore: bool,
    url: text,
    isOfKey: bool,
    sealedSecret: bytes,
    formerSecret: orNull(bytes),
    formerSecretUntil: orNull(instant),
    ...eventRow,
  },
)

/** The next delivery of an address that may be sent now, or undefined. */
export async function claimDelivery(
  deps: Deps,
  { accountId, endpointId }: EndpointRef,
): Promise<ClaimedDelivery | undefined> {
  const { now } = await atTimeOf(deps, accountId)
  const claimed = await deps.db.row(claim, [accountId, endpointId, now()])
  if (!claimed) return undefined
  const {
    deliveryId,
    lease,
    hasMore,
    url,
    isOfKey,
    sealedSecret,
    formerSecret,
    formerSecretUntil,
    ...event
  } = claimed
  const former = formerSecretUntil && formerSecretUntil > now() ? formerSecret : null
  const secrets = [sealedSecret, ...(former ? [former] : [])].map((sealed) =>
    openSecret(deps.settings.secret, accountId, sealed),
  )
  return {
    ...{ accountId, endpointId, id: deliveryId, lease, url, isOfKey, secrets, hasMore },
    event: toEvent(event),
  }
}

import { bool, bytes, int, orNull, type Row, statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { type AccountEvent, eventColumns, eventRow, toEvent } from '../events/event-reads.ts'
import { realTime } from '../sandbox/account-clock.ts'
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
export const mostAtOnce = 4
export const mostAtOnceInTrouble = 1

/** For statements that call a function `c` which claims. */
export const claimedColumns = `c.delivery_id as "deliveryId", c.given_lease::text as lease, c.has_more as "hasMore",
  c.target as url, c.is_of_key as "isOfKey", c.secret as "sealedSecret",
  case when c.other_secret_until > account_time($1, $3) then c.other_secret end as "formerSecret", ${eventColumns}`
export const claimedEvent = 'lateral (select (c.told).*) e'
export const claimedRow = {
  deliveryId: int,
  lease: text,
  hasMore: bool,
  url: text,
  isOfKey: bool,
  sealedSecret: bytes,
  formerSecret: orNull(bytes),
  ...eventRow,
}

// The rules are in the function, beside the table. One call, because several statements would each be a way to the server and back.
const claim = statement(
  'webhook-deliveries.claim',
  `select ${claimedColumns}
   from claim_webhook_delivery($1, $2, account_time($1, $3), ${leaseMs}, ${mostAtOnce}, ${mostAtOnceInTrouble}) c, ${claimedEvent}`,
  claimedRow,
)

/** The next delivery of an address that may be sent now, or undefined. */
export async function claimDelivery(deps: Deps, endpoint: EndpointRef): Promise<ClaimedDelivery | undefined> {
  const claimed = await deps.db.row(claim, [endpoint.accountId, endpoint.endpointId, realTime(deps)])
  return claimed && toClaimed(deps, endpoint, claimed)
}

export function toClaimed(
  { settings }: Deps,
  { accountId, endpointId }: EndpointRef,
  claimed: Row<typeof claimedRow>,
): ClaimedDelivery {
  const { deliveryId, lease, hasMore, url, isOfKey, sealedSecret, formerSecret, ...event } = claimed
  const secrets = [sealedSecret, ...(formerSecret ? [formerSecret] : [])].map((sealed) =>
    openSecret(settings.secret, accountId, sealed),
  )
  return {
    ...{ accountId, endpointId, id: deliveryId, lease, url, isOfKey, secrets, hasMore },
    event: toEvent(event),
  }
}

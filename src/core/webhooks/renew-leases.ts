import { statement } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { type ClaimedDelivery, leaseMs } from './claim-delivery.ts'

const renew = statement(
  'webhook-deliveries.renew-leases',
  `update webhook_deliveries d set leased_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1000})
   from unnest($1::bigint[], $2::bigint[], $3::uuid[]) as held (account_id, id, lease)
   where d.account_id = held.account_id and d.id = held.id and d.lease = held.lease`,
  {},
)

/** For deliveries that are still being sent. Tells how many of them are still this worker's. */
export const renewLeases = (
  { db }: Deps,
  held: readonly Pick<ClaimedDelivery, 'accountId' | 'id' | 'lease'>[],
): Promise<number> =>
  db.run(renew, [
    held.map(({ accountId }) => accountId),
    held.map(({ id }) => id),
    held.map(({ lease }) => lease),
  ])

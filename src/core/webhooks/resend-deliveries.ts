import { int, statement } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { type Delivery, getDelivery } from './delivery-reads.ts'
import { type EndpointOwner, getEndpoint } from './endpoint-reads.ts'
import { wakeEndpoint } from './wake-endpoint.ts'

const afresh = `state = 'pending', attempts = 0, due_at = $3, settled_at = null`

// What is being sent right now is left to its worker.
const resendOne = statement(
  'webhook-deliveries.resend',
  `update webhook_deliveries set ${afresh}, lease = null, leased_until = null
   where account_id = $1 and endpoint_id = $2 and id = $4 and (lease is null or leased_until <= clock_timestamp())`,
  {},
)
const resendAllFailed = statement(
  'webhook-deliveries.resend-failed',
  `with again as (
     update webhook_deliveries set ${afresh}
     where account_id = $1 and endpoint_id = $2 and state = 'failed' and created_at >= $4 returning id
   )
   select count(*) as total from again`,
  { total: int },
)

/** Sends one delivery anew, whatever became of it; one that waits to be tried again is tried at once. It keeps its id. */
export const resendDelivery = (
  deps: Deps,
  owner: EndpointOwner,
  endpointId: number,
  id: number,
): Promise<Delivery> =>
  deps.db.transaction(async (db) => {
    await getEndpoint(db, owner, endpointId)
    await getDelivery(db, owner, endpointId, id)
    await db.run(resendOne, [owner.accountId, endpointId, deps.now(), id])
    await wakeEndpoint(db, { accountId: owner.accountId, endpointId })
    return getDelivery(db, owner, endpointId, id)
  })

/** Sends all anew that were given up, of events from a moment on, and tells how many those are. */
export const resendFailed = (
  deps: Deps,
  owner: EndpointOwner,
  endpointId: number,
  since: Date,
): Promise<number> =>
  deps.db.transaction(async (db) => {
    await getEndpoint(db, owner, endpointId)
    const again = await db.row(resendAllFailed, [owner.accountId, endpointId, deps.now(), since])
    if (again?.total) await wakeEndpoint(db, { accountId: owner.accountId, endpointId })
    return again?.total ?? 0
  })

import { int, statement } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { type Delivery, getDelivery } from './delivery-reads.ts'
import { type EndpointOwner, getEndpoint } from './endpoint-reads.ts'
import { wakeEndpoint } from './wake-endpoint.ts'

// Told to one address alone, so it is not handed out to those that listen.
const insertTest = statement(
  'webhook-deliveries.insert-test',
  `with told as (
     insert into events (account_id, subject, change, subject_id, record, created_at)
     values ($1, 'test', 'create', $2, jsonb_build_object('endpointId', $2::bigint), $3) returning account_id, id
   )
   insert into webhook_deliveries (account_id, endpoint_id, event_id, subject, subject_id, due_at, created_at)
   select account_id, $2, id, 'test', $2, $3, $3 from told returning id`,
  { id: int },
)

/** Sends an event of no record, by which an owner sees whether an address takes what it is sent. */
export const sendTestEvent = (deps: Deps, owner: EndpointOwner, endpointId: number): Promise<Delivery> =>
  deps.db.transaction(async (db) => {
    await getEndpoint(db, owner, endpointId)
    const made = await db.row(insertTest, [owner.accountId, endpointId, deps.now()])
    await wakeEndpoint(db, { accountId: owner.accountId, endpointId })
    return getDelivery(db, owner, endpointId, made?.id ?? 0)
  })

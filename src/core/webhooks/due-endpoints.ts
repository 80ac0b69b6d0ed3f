import type { Database } from '../../db/database.ts'
import { int, statement } from '../../db/statement.ts'
import type { EndpointRef } from './wake-endpoint.ts'

const mostAtOnce = 500

// Addresses are few, so each is asked, by the clock of its account; what waits for its time, or behind another, is not due and costs nothing.
const due = statement(
  'webhook-endpoints.due',
  `select e.account_id as "accountId", e.id as "endpointId"
   from webhook_endpoints e join accounts a on a.id = e.account_id
   where e.state = 'active' and e.deleted_at is null and a.blocked_at is null and a.api_access and exists (
     select from webhook_deliveries d
     where d.account_id = e.account_id and d.endpoint_id = e.id and d.state = 'pending' and d.due_at <= account_time(e.account_id, $1)
       and (d.lease is null or d.leased_until <= clock_timestamp()))
   limit ${mostAtOnce}`,
  { accountId: int, endpointId: int },
)

/** Addresses for which something is due that nobody is sending: its job, or the worker that had it, was lost. */
export const listDueEndpoints = (db: Database, realNow: Date): Promise<EndpointRef[]> =>
  db.rows(due, [realNow])

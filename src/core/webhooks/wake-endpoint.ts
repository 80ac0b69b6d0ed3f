import type { Database } from '../../db/database.ts'
import { bool, statement } from '../../db/statement.ts'

export const deliverWebhooksTask = 'deliver_webhooks'

/** What the job is told. The trigger that hands events out writes the same. */
export type EndpointRef = { accountId: number; endpointId: number }

// The worker's own clock, which need not be the one that deliveries are due by.
const addJob = statement(
  'webhook-endpoints.add-job',
  `select true as added from graphile_worker.add_job($1, payload := $2::json,
     run_at := clock_timestamp() + make_interval(secs => $3::bigint / 1000.0))`,
  { added: bool },
)

/** A job, in the open transaction, that sends what is due then. */
export async function wakeEndpoint(
  db: Database,
  { accountId, endpointId }: EndpointRef,
  afterMs = 0,
): Promise<void> {
  await db.row(addJob, [deliverWebhooksTask, JSON.stringify({ accountId, endpointId }), afterMs])
}

import { int, statement } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { wakeEndpoint } from '../webhooks/wake-endpoint.ts'

const waiting = statement(
  'sandboxes.waiting-endpoints',
  `select e.id from webhook_endpoints e
   where e.account_id = $1 and e.state = 'active' and e.deleted_at is null and exists (
     select from webhook_deliveries d
     where d.account_id = $1 and d.endpoint_id = e.id and d.state = 'pending' and d.due_at <= $2)`,
  { id: int },
)

/** After its clock was moved: what is due by now goes out at once, and not when somebody happens to look. */
export async function wakeWebhooksOf({ db, now }: Deps, accountId: number): Promise<void> {
  for (const { id } of await db.rows(waiting, [accountId, now()]))
    await wakeEndpoint(db, { accountId, endpointId: id })
}

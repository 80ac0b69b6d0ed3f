import type { Database } from '../../db/database.ts'
import {
  instant,
  int,
  json,
  orNull,
  type Page,
  pagedStatement,
  type Row,
  statement,
  text,
} from '../../db/statement.ts'
import { type AccountEvent, eventColumns, eventRow, toEvent } from '../events/event-reads.ts'
import { notFound } from '../problems.ts'
import { type EndpointOwner, getEndpoint } from './endpoint-reads.ts'

export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'cancelled'

/** One try: what was sent where, and what came back. */
export type Attempt = {
  createdAt: Date
  durationMs: number
  url: string
  /** The seconds of the time that was signed. */
  signedAt: number
  status: number | null
  error: string | null
  responseHeaders: Record<string, string> | null
  responseBody: string | null
}
type StoredAttempt = Omit<Attempt, 'createdAt'> & { createdAt: string }

const deliveryColumns = `d.id, d.event_id as "eventId", d.subject, e.change, d.state, d.attempts as "attemptCount",
  d.due_at as "dueAt", d.created_at as "createdAt", d.settled_at as "settledAt"`
const deliveryRow = {
  id: int,
  eventId: int,
  subject: text,
  change: text,
  state: text,
  /** Since it was last told to be sent. */
  attemptCount: int,
  dueAt: instant,
  createdAt: instant,
  settledAt: orNull(instant),
}
const attemptJson = `jsonb_build_object('createdAt', a.created_at, 'durationMs', a.duration_ms, 'url', a.url,
  'signedAt', a.signed_at, 'status', a.status, 'error', a.error, 'responseHeaders', a.response_headers,
  'responseBody', a.response_body)`
const attemptsOf = 'from webhook_attempts a where a.account_id = $1 and a.delivery_id = d.id'

const joined = 'webhook_deliveries d join events e on e.account_id = d.account_id and e.id = d.event_id'
const chosen = `d.account_id = $1 and d.endpoint_id = $2 and ($3::text is null or d.state = $3)`

const deliveryPage = pagedStatement(
  'webhook-deliveries.page',
  (
    window,
  ) => `with page as (select d.* from webhook_deliveries d where ${chosen} order by d.id desc ${window})
    select ${deliveryColumns},
      (select ${attemptJson} ${attemptsOf} order by a.id desc limit 1) as "lastAttempt"
    from page d join events e on e.account_id = $1 and e.id = d.event_id order by d.id desc`,
  { ...deliveryRow, lastAttempt: orNull(json<StoredAttempt>()) },
)
const deliveryCount = statement(
  'webhook-deliveries.count',
  `select count(*) as total from webhook_deliveries d where ${chosen}`,
  { total: int },
)
const deliveryById = statement(
  'webhook-deliveries.by-id',
  `select ${deliveryColumns},
     (select coalesce(jsonb_agg(${attemptJson} order by a.id), '[]') ${attemptsOf}) as attempts
   from ${joined} where d.account_id = $1 and d.endpoint_id = $2 and d.id = $3`,
  { ...deliveryRow, attempts: json<StoredAttempt[]>() },
)
const eventOfDelivery = statement(
  'webhook-deliveries.event',
  `select ${eventColumns} from ${joined} where d.account_id = $1 and d.endpoint_id = $2 and d.id = $3`,
  eventRow,
)

type DeliveryRow = Row<typeof deliveryRow>
export type Delivery = Omit<DeliveryRow, 'state'> & { state: DeliveryState; lastAttempt: Attempt | null }

const toAttempt = ({ createdAt, ...attempt }: StoredAttempt): Attempt => ({
  ...attempt,
  createdAt: new Date(createdAt),
})
const toDelivery = (row: DeliveryRow, last: StoredAttempt | null | undefined): Delivery => ({
  ...row,
  state: row.state as DeliveryState,
  lastAttempt: last ? toAttempt(last) : null,
})

/** What was sent to an address and what will be, the newest first. */
export async function listDeliveries(
  db: Database,
  owner: EndpointOwner,
  endpointId: number,
  page: Page,
  state?: DeliveryState,
) {
  await getEndpoint(db, owner, endpointId)
  const values = [owner.accountId, endpointId, state ?? null]
  const [rows, counted] = await Promise.all([
    db.rows(deliveryPage(page), values),
    db.row(deliveryCount, values),
  ])
  const records = rows.map(({ lastAttempt, ...row }) => toDelivery(row, lastAttempt))
  return { records, total: counted?.total ?? 0 }
}

export async function getDelivery(db: Database, owner: EndpointOwner, endpointId: number, id: number) {
  await getEndpoint(db, owner, endpointId)
  const row = await db.row(deliveryById, [owner.accountId, endpointId, id])
  if (!row) throw notFound()
  const { attempts, ...delivery } = row
  return { ...toDelivery(delivery, attempts.at(-1)), attempts: attempts.map(toAttempt) }
}

/** The event that a delivery tells of. */
export async function getDeliveredEvent(
  db: Database,
  { accountId }: EndpointOwner,
  endpointId: number,
  id: number,
): Promise<AccountEvent> {
  const row = await db.row(eventOfDelivery, [accountId, endpointId, id])
  if (!row) throw notFound()
  return toEvent(row)
}

import type { Database } from '../../db/database.ts'
import {
  instant,
  int,
  orNull,
  type Page,
  pagedStatement,
  type Row,
  statement,
  text,
  texts,
} from '../../db/statement.ts'
import { notFound } from '../problems.ts'
import type { EventType } from './event-types.ts'

/** Whose addresses: those of one access key of the account, or those that belong to the account alone. */
export type EndpointOwner = { accountId: number; accessKeyId: number | null }

/** Paused waits and is sent when it goes on; gone was switched off by its own receiver. */
export type EndpointState = 'active' | 'paused' | 'gone'

const columns = `id, name, url, event_types as "eventTypes", state, failing_since as "failingSince",
  former_secret_until as "formerSecretUntil", created_at as "createdAt", updated_at as "updatedAt"`
const endpointRow = {
  id: int,
  name: text,
  url: text,
  eventTypes: texts,
  state: text,
  failingSince: orNull(instant),
  formerSecretUntil: orNull(instant),
  createdAt: instant,
  updatedAt: instant,
}
export type Endpoint = Omit<Row<typeof endpointRow>, 'eventTypes' | 'state'> & {
  /** None is all of them. */
  eventTypes: EventType[]
  state: EndpointState
}

const owned = 'account_id = $1 and access_key_id is not distinct from $2 and deleted_at is null'

const endpointPage = pagedStatement(
  'webhook-endpoints.page',
  (window) => `select ${columns} from webhook_endpoints where ${owned} order by id desc ${window}`,
  endpointRow,
)
const endpointCount = statement(
  'webhook-endpoints.count',
  `select count(*) as total from webhook_endpoints where ${owned}`,
  { total: int },
)
const endpointById = statement(
  'webhook-endpoints.by-id',
  `select ${columns} from webhook_endpoints where ${owned} and id = $3`,
  endpointRow,
)
// Orders that hand events out to it are not kept waiting by this lock.
const endpointToChange = statement(
  'webhook-endpoints.lock',
  `select ${columns} from webhook_endpoints where ${owned} and id = $3 for no key update`,
  endpointRow,
)

const toEndpoint = (row: Row<typeof endpointRow>): Endpoint => ({
  ...row,
  eventTypes: row.eventTypes as EventType[],
  state: row.state as EndpointState,
})

export async function listEndpoints(db: Database, owner: EndpointOwner, page: Page) {
  const values = [owner.accountId, owner.accessKeyId]
  const [rows, counted] = await Promise.all([
    db.rows(endpointPage(page), values),
    db.row(endpointCount, values),
  ])
  return { records: rows.map(toEndpoint), total: counted?.total ?? 0 }
}

const getBy =
  (found: typeof endpointById) =>
  async (db: Database, { accountId, accessKeyId }: EndpointOwner, id: number): Promise<Endpoint> => {
    const row = await db.row(found, [accountId, accessKeyId, id])
    if (!row) throw notFound()
    return toEndpoint(row)
  }

export const getEndpoint = getBy(endpointById)

/** The same, kept from every other change until the transaction ends. */
export const lockEndpoint = getBy(endpointToChange)

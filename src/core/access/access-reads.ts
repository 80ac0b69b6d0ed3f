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
} from '../../db/statement.ts'
import { notFound } from '../problems.ts'
import type { AccessState } from './access-request.ts'

const columns = `id, email, first_name as "firstName", last_name as "lastName", company, message, state,
  asked_at as "askedAt", decided_at as "decidedAt", decided_by as "decidedBy", decline_reason as "declineReason",
  account_id as "accountId"`
const requestRow = {
  id: int,
  email: text,
  firstName: text,
  lastName: text,
  company: orNull(text),
  message: orNull(text),
  state: text,
  askedAt: instant,
  decidedAt: orNull(instant),
  decidedBy: orNull(text),
  declineReason: orNull(text),
  accountId: orNull(int),
}
export type AccessRequest = Omit<Row<typeof requestRow>, 'state'> & { state: AccessState }

const chosen = '($1::text is null or state = $1)'
const requestPage = pagedStatement(
  'access-requests.page',
  (window) => `select ${columns} from access_requests where ${chosen} order by id desc ${window}`,
  requestRow,
)
const requestCount = statement(
  'access-requests.count',
  `select count(*) as total from access_requests where ${chosen}`,
  { total: int },
)
const requestById = statement(
  'access-requests.by-id',
  `select ${columns} from access_requests where id = $1`,
  requestRow,
)
const requestForDecision = statement(
  'access-requests.for-decision',
  `select ${columns} from access_requests where id = $1 for no key update`,
  requestRow,
)

function found(row: Row<typeof requestRow> | undefined): AccessRequest {
  if (!row) throw notFound()
  return { ...row, state: row.state as AccessState }
}

/** Those of one state, or all, newest first. */
export async function listAccessRequests(db: Database, wanted: AccessState | null, page: Page) {
  const [rows, counted] = await Promise.all([
    db.rows(requestPage(page), [wanted]),
    db.row(requestCount, [wanted]),
  ])
  return { records: rows.map(found), total: counted?.total ?? 0 }
}

export const getAccessRequest = async (db: Database, id: number): Promise<AccessRequest> =>
  found(await db.row(requestById, [id]))

/** Held until the transaction ends, so that of two who decide the second sees what the first did. */
export const getRequestForDecision = async (db: Database, id: number): Promise<AccessRequest> =>
  found(await db.row(requestForDecision, [id]))

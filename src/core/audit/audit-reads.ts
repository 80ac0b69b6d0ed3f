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

const entryRow = {
  id: int,
  createdAt: instant,
  staffId: orNull(int),
  staffName: text,
  via: text,
  address: orNull(text),
  requestId: orNull(text),
  action: text,
  accountId: orNull(int),
  subjectId: orNull(int),
  detail: json<Record<string, unknown>>(),
}
export type AuditEntry = Row<typeof entryRow>
/** What to look for; what is left out is not asked about. `subject` is the first half of an action: `order`. */
export type AuditFilter = { accountId?: number; staffId?: number; subject?: string; subjectId?: number }

const chosen = `($1::bigint is null or account_id = $1) and ($2::bigint is null or staff_id = $2)
  and ($3::text is null or split_part(action, '.', 1) = $3) and ($4::bigint is null or subject_id = $4)`
const entryPage = pagedStatement(
  'audit.page',
  (
    window,
  ) => `select id, created_at as "createdAt", staff_id as "staffId", staff_name as "staffName", via, address,
    request_id as "requestId", action, account_id as "accountId", subject_id as "subjectId", detail
    from audit_entries where ${chosen} order by id desc ${window}`,
  entryRow,
)
const entryCount = statement('audit.count', `select count(*) as total from audit_entries where ${chosen}`, {
  total: int,
})

export async function listAudit(db: Database, filter: AuditFilter, page: Page) {
  const { accountId = null, staffId = null, subject = null, subjectId = null } = filter
  const values = [accountId, staffId, subject, subjectId]
  const [records, counted] = await Promise.all([db.rows(entryPage(page), values), db.row(entryCount, values)])
  return { records, total: counted?.total ?? 0 }
}

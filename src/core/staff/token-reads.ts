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
import type { StaffRole } from './staff.ts'

const tokens = `select t.id, t.staff_id as "staffId", s.first_name || ' ' || s.last_name as "staffName", t.name, t.role,
    t.created_at as "createdAt", t.expires_at as "expiresAt", t.revoked_at as "revokedAt"
  from operator_tokens t join staff s on s.id = t.staff_id`
const tokenRow = {
  id: int,
  staffId: int,
  staffName: text,
  name: text,
  role: text,
  createdAt: instant,
  expiresAt: orNull(instant),
  revokedAt: orNull(instant),
}
/** Without its secret, of which only a digest is kept. */
export type OperatorToken = Omit<Row<typeof tokenRow>, 'role'> & { role: StaffRole }

const chosen = '($1::bigint is null or t.staff_id = $1)'
const tokenPage = pagedStatement(
  'operator-tokens.page',
  (window) => `${tokens} where ${chosen} order by t.id desc ${window}`,
  tokenRow,
)
const tokenCount = statement(
  'operator-tokens.count',
  `select count(*) as total from operator_tokens t where ${chosen}`,
  { total: int },
)
const tokenById = statement('operator-tokens.by-id', `${tokens} where t.id = $1`, tokenRow)

const toToken = (row: Row<typeof tokenRow>): OperatorToken => ({ ...row, role: row.role as StaffRole })

/** Of one of the operator's people, or of all. */
export async function listOperatorTokens(db: Database, staffId: number | null, page: Page) {
  const [rows, counted] = await Promise.all([
    db.rows(tokenPage(page), [staffId]),
    db.row(tokenCount, [staffId]),
  ])
  return { records: rows.map(toToken), total: counted?.total ?? 0 }
}

export async function getOperatorToken(db: Database, id: number): Promise<OperatorToken> {
  const row = await db.row(tokenById, [id])
  if (!row) throw notFound()
  return toToken(row)
}

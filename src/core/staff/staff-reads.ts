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

const columns = `id, email, first_name as "firstName", last_name as "lastName", role, created_at as "createdAt",
  deactivated_at as "deactivatedAt"`
const memberRow = {
  id: int,
  email: text,
  firstName: text,
  lastName: text,
  role: text,
  createdAt: instant,
  deactivatedAt: orNull(instant),
}
export type StaffMember = Omit<Row<typeof memberRow>, 'role'> & { role: StaffRole }

const memberPage = pagedStatement(
  'staff.page',
  (window) => `select ${columns} from staff order by id desc ${window}`,
  memberRow,
)
const memberCount = statement('staff.count', 'select count(*) as total from staff', { total: int })
const memberById = statement('staff.by-id', `select ${columns} from staff where id = $1`, memberRow)
const memberByEmail = statement(
  'staff.member-by-email',
  `select ${columns} from staff where email = lower($1)`,
  memberRow,
)
const memberForChange = statement(
  'staff.for-change',
  `select ${columns} from staff where id = $1 for no key update`,
  memberRow,
)

const toMember = (row: Row<typeof memberRow>): StaffMember => ({ ...row, role: row.role as StaffRole })

function found(row: Row<typeof memberRow> | undefined): StaffMember {
  if (!row) throw notFound()
  return toMember(row)
}

/** Also those who are deactivated. */
export async function listStaff(db: Database, page: Page) {
  const [rows, counted] = await Promise.all([db.rows(memberPage(page)), db.row(memberCount)])
  return { records: rows.map(toMember), total: counted?.total ?? 0 }
}

export const getStaff = async (db: Database, id: number): Promise<StaffMember> =>
  found(await db.row(memberById, [id]))

export const getStaffByEmail = async (db: Database, email: string): Promise<StaffMember> =>
  found(await db.row(memberByEmail, [email]))

/** Held until the transaction ends, so that nobody changes them or makes them a token in between. */
export const getStaffForChange = async (db: Database, id: number): Promise<StaffMember> =>
  found(await db.row(memberForChange, [id]))

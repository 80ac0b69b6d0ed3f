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
import { requireAccount } from './require-account.ts'

export const personRoles = ['owner', 'member', 'read_only'] as const
export type PersonRole = (typeof personRoles)[number]
/** Invited: has no password yet. Removed: has left, and nothing they held opens a door. */
export const personStates = ['invited', 'active', 'removed'] as const
export type PersonState = (typeof personStates)[number]

const state = `case when p.deactivated_at is not null then 'removed' when p.password_hash is null then 'invited' else 'active' end`
const people = `select p.id, p.email, p.first_name as "firstName", p.last_name as "lastName", p.role, ${state} as state,
    case when ${state} = 'invited' then i.expires_at end as "invitationExpiresAt", p.created_at as "createdAt",
    p.deactivated_at as "removedAt"
  from people p left join invitations i on i.account_id = p.account_id and i.person_id = p.id`
const personRow = {
  id: int,
  email: text,
  firstName: text,
  lastName: text,
  role: text,
  state: text,
  invitationExpiresAt: orNull(instant),
  createdAt: instant,
  removedAt: orNull(instant),
}
export type Person = Omit<Row<typeof personRow>, 'role' | 'state'> & { role: PersonRole; state: PersonState }

const chosen = `p.account_id = $1 and ($2::text is null or ${state} = $2)`
const personPage = pagedStatement(
  'people.page',
  (window) => `${people} where ${chosen} order by p.id desc ${window}`,
  personRow,
)
const personCount = statement('people.count', `select count(*) as total from people p where ${chosen}`, {
  total: int,
})
const presentPeople = statement(
  'people.present',
  `${people} where p.account_id = $1 and p.deactivated_at is null order by p.id`,
  personRow,
)
const personById = statement('people.by-id', `${people} where p.account_id = $1 and p.id = $2`, personRow)

const toPerson = (row: Row<typeof personRow>): Person => ({
  ...row,
  role: row.role as PersonRole,
  state: row.state as PersonState,
})

/** Those of one state, or all who ever were there. */
export async function listPeople(db: Database, accountId: number, wanted: PersonState | null, page: Page) {
  await requireAccount(db, accountId)
  const values = [accountId, wanted]
  const [rows, counted] = await Promise.all([db.rows(personPage(page), values), db.row(personCount, values)])
  return { records: rows.map(toPerson), total: counted?.total ?? 0 }
}

/** All who have not left, in the sequence in which they came. */
export const listPresentPeople = async (db: Database, accountId: number): Promise<Person[]> =>
  (await db.rows(presentPeople, [accountId])).map(toPerson)

export async function getPerson(db: Database, accountId: number, id: number): Promise<Person> {
  const row = await db.row(personById, [accountId, id])
  if (!row) throw notFound()
  return toPerson(row)
}

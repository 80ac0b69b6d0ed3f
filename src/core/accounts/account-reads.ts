import type { Database } from '../../db/database.ts'
import { instant, int, orNull, type Page, pagedStatement, type Row, statement } from '../../db/statement.ts'
import { notFound } from '../problems.ts'
import { listPresentPeople, type Person } from './people-reads.ts'
import { getProfile, type Profile, profileColumns, profileRow } from './profile.ts'

/** What to look for; what is left out is not asked about. */
export type AccountFilter = { search?: string; blocked?: boolean }

const holds = (column: string) => `position(lower($1) in lower(${column})) > 0`
// Part of a word is looked for, which no plain index answers; but accounts are few beside what they own.
const chosen = `($1::text is null or ${holds('a.name')} or ${holds('a.company')} or ${holds('a.email')} or exists (
    select from people p where p.account_id = a.id and p.deactivated_at is null and ${holds('p.email')}))
  and ($2::boolean is null or (a.blocked_at is not null) = $2)`
const accountPage = pagedStatement(
  'accounts.page',
  (window) => `select ${profileColumns} from accounts a where ${chosen} order by id desc ${window}`,
  profileRow,
)
const accountCount = statement('accounts.count', `select count(*) as total from accounts a where ${chosen}`, {
  total: int,
})

const activityRow = {
  storedBottles: int,
  announcedBottles: int,
  openOrders: int,
  lastActivityAt: orNull(instant),
}
const activityById = statement(
  'accounts.activity',
  `select
     (select count(*) from bottles where account_id = $1 and state = 'stored') as "storedBottles",
     (select count(*) from bottles where account_id = $1 and state = 'announced') as "announcedBottles",
     (select count(*) from orders where account_id = $1 and parent_id is null and deleted_at is null
        and status in ('new', 'processing', 'ready')) as "openOrders",
     greatest(
       (select created_at from orders where account_id = $1 and parent_id is null and deleted_at is null
        order by id desc limit 1),
       (select created_at from putaways where account_id = $1 order by id desc limit 1),
       (select max(created_at) from stock_moves where account_id = $1
          and kind in ('received', 'moved', 'shipped', 'withdrawn', 'found', 'lost'))) as "lastActivityAt"`,
  activityRow,
)

/** An account as the operator sees it: who is in it, what it holds, and when something last happened in it. */
export type AccountOverview = Profile & Row<typeof activityRow> & { people: Person[] }

export async function listAccounts(db: Database, filter: AccountFilter, page: Page) {
  const values = [filter.search ?? null, filter.blocked ?? null]
  const [records, counted] = await Promise.all([
    db.rows(accountPage(page), values),
    db.row(accountCount, values),
  ])
  return { records, total: counted?.total ?? 0 }
}

export async function getAccountOverview(db: Database, accountId: number): Promise<AccountOverview> {
  const profile = await getProfile(db, accountId)
  const [activity, people] = await Promise.all([
    db.row(activityById, [accountId]),
    listPresentPeople(db, accountId),
  ])
  if (!activity) throw notFound()
  return { ...profile, ...activity, people }
}

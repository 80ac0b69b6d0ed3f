import type { Database } from '../../db/database.ts'
import { int, statement } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { clockColumns, clockRow, realTime, timeOn, toClock } from './account-clock.ts'

const clocksOfSome = statement(
  'sandboxes.clocks-of-some',
  `select s.account_id as "accountId", ${clockColumns} from sandboxes s
   where s.account_id = any($1::bigint[]) and s.shown_at is not null`,
  { accountId: int, ...clockRow },
)
const withOwnClock = statement(
  'sandboxes.with-own-clock',
  'select account_id as "accountId" from sandboxes where shown_at is not null order by account_id',
  { accountId: int },
)

export type TimeOf = (accountId: number) => Date

/** What the clock of each of these accounts shows now, for work that touches several of them at once. */
export async function timesOf(deps: Deps, accountIds: readonly number[]): Promise<TimeOf> {
  const real = realTime(deps)
  if (deps.settings.env === 'production') return () => real
  const rows = await deps.db.rows(clocksOfSome, [[...new Set(accountIds)]])
  const times = new Map(rows.map((row) => [row.accountId, timeOn(toClock(row), real)]))
  return (accountId) => times.get(accountId) ?? real
}

/** The accounts whose clock is not the real one, which are few. What is swept by the real time leaves them out. */
export async function accountsWithOwnClock(db: Database): Promise<number[]> {
  return (await db.rows(withOwnClock)).map(({ accountId }) => accountId)
}

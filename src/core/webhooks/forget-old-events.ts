import { int, orNull, statement } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { atTimeOf } from '../sandbox/account-clock.ts'
import { accountsWithOwnClock } from '../sandbox/several-clocks.ts'

const keptMs = 30 * 24 * 3_600_000
const batch = 2000

const deleteOld = statement(
  'events.delete-old',
  `delete from events where (account_id, id) in (
     select account_id, id from events where created_at < $1 and account_id <> all($2::bigint[]) order by created_at
     limit ${batch})`,
  {},
)
// Their times rise and fall with a clock that is turned back, so all events of the account are looked at, piece by piece.
const deleteOldOfAccount = statement(
  'events.delete-old-of-account',
  `with piece as materialized (
     select max(id) as last from (
       select id from events where account_id = $1 and id > $3 order by id limit ${batch}) next
   ), gone as (
     delete from events e using piece
     where e.account_id = $1 and e.id > $3 and e.id <= piece.last and e.created_at < $2 returning e.id
   )
   select piece.last as "lastId", (select count(*) from gone) as deleted from piece`,
  { lastId: orNull(int), deleted: int },
)

/**
 * Events are kept for 30 days on the clock of their account, and so is all that was done to deliver them. Tells how many were
 * forgotten.
 */
export async function forgetOldEvents(deps: Deps): Promise<number> {
  const { db } = deps
  const apart = await accountsWithOwnClock(db)
  let forgotten = 0
  for (const accountId of apart)
    forgotten += await forgetOfAccount(await atTimeOf(deps, accountId), accountId)
  const before = oldestKept(deps)
  for (;;) {
    const deleted = await db.run(deleteOld, [before, apart])
    forgotten += deleted
    if (deleted < batch) return forgotten
  }
}

const nothing = { deleted: 0, lastId: null }
const oldestKept = ({ now }: Deps): Date => new Date(now().getTime() - keptMs)

async function forgetOfAccount(deps: Deps, accountId: number): Promise<number> {
  const before = oldestKept(deps)
  for (let forgotten = 0, last = 0; ; ) {
    const { deleted, lastId } = (await deps.db.row(deleteOldOfAccount, [accountId, before, last])) ?? nothing
    forgotten += deleted
    if (lastId === null) return forgotten
    last = lastId
  }
}

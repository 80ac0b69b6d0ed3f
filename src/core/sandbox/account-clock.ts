import type { Database } from '../../db/database.ts'
import { bool, instant, orNull, statement } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'

/** The clock that an account of preproduction rehearses by: it showed `shownAt` when the real one showed `setAt`. */
export type AccountClock = { shownAt: Date; setAt: Date; isFrozen: boolean }

/** For statements that read `sandboxes s` beside an account; null where the account follows the real time. */
export const clockColumns = 's.shown_at as "shownAt", s.set_at as "setAt", s.is_frozen as "isFrozen"'
export const clockRow = { shownAt: orNull(instant), setAt: orNull(instant), isFrozen: orNull(bool) }

const byAccount = statement(
  'sandboxes.clock',
  `select ${clockColumns} from sandboxes s where s.account_id = $1`,
  clockRow,
)

type ClockRow = { shownAt: Date | null; setAt: Date | null; isFrozen: boolean | null }

export function toClock({ shownAt, setAt, isFrozen }: ClockRow): AccountClock | null {
  return shownAt && setAt ? { shownAt, setAt, isFrozen: isFrozen ?? false } : null
}

export async function findClock(db: Database, accountId: number): Promise<AccountClock | null> {
  const found = await db.row(byAccount, [accountId])
  return found ? toClock(found) : null
}

/** What the clock shows when the real one shows `real`. */
export function timeOn(clock: AccountClock | null, real: Date): Date {
  if (!clock) return real
  const { shownAt, setAt, isFrozen } = clock
  return isFrozen ? shownAt : new Date(shownAt.getTime() + real.getTime() - setAt.getTime())
}

export const realTime = ({ now, realNow = now }: Deps): Date => realNow()

/** The same, at the time that a clock shows. */
export function atTimeOn(deps: Deps, clock: AccountClock | null): Deps {
  const { now, realNow = now } = deps
  if (clock) return { ...deps, now: () => timeOn(clock, realNow()), realNow }
  return deps.realNow ? { ...deps, now: realNow } : deps
}

/** The same, at the time of an account: what happens to its records happens by its clock, whoever does it. */
export const atTimeOf = async (deps: Deps, accountId: number): Promise<Deps> =>
  deps.settings.env === 'production' ? deps : atTimeOn(deps, await findClock(deps.db, accountId))

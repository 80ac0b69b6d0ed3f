import type { Database } from '../../db/database.ts'
import { bool, instant, orNull, statement, text } from '../../db/statement.ts'
import { type AccountClock, clockColumns, clockRow, toClock } from './account-clock.ts'

const holdMs = 30_000

const open = statement(
  'sandboxes.open',
  'insert into sandboxes (account_id) values ($1) on conflict do nothing',
  {},
)
const hold = statement(
  'sandboxes.hold',
  `update sandboxes s set moving_until = clock_timestamp() + make_interval(secs => ${holdMs / 1000})
   where account_id = $1 and (moving_until is null or moving_until <= clock_timestamp())
   returning ${clockColumns}, s.is_auto as "isAuto", s.played_until as "playedUntil"`,
  { ...clockRow, isAuto: bool, playedUntil: orNull(instant) },
)
// Whoever holds it shows by every step that they are still at it.
const show = statement(
  'sandboxes.show',
  `update sandboxes set shown_at = $2, set_at = $3, is_frozen = $4, played_until = $5,
     moving_until = clock_timestamp() + make_interval(secs => ${holdMs / 1000})
   where account_id = $1`,
  {},
)
const renewHold = statement(
  'sandboxes.renew-hold',
  `update sandboxes set played_until = $2, moving_until = clock_timestamp() + make_interval(secs => ${holdMs / 1000})
   where account_id = $1`,
  {},
)
const letGo = statement(
  'sandboxes.let-go',
  'update sandboxes set moving_until = null where account_id = $1',
  {},
)
const setAuto = statement(
  'sandboxes.set-auto',
  `insert into sandboxes (account_id, is_auto) values ($1, $2)
   on conflict (account_id) do update set is_auto = excluded.is_auto`,
  {},
)
const read = statement(
  'sandboxes.read',
  `select a.name, ${clockColumns}, s.is_auto as "isAuto", s.scenario, s.scenario_loaded_at as "scenarioLoadedAt"
   from accounts a left join sandboxes s on s.account_id = a.id where a.id = $1`,
  {
    name: text,
    ...clockRow,
    isAuto: orNull(bool),
    scenario: orNull(text),
    scenarioLoadedAt: orNull(instant),
  },
)

/** What somebody holds who moves the clock of an account. */
export type HeldSandbox = { clock: AccountClock | null; isAuto: boolean; playedUntil: Date | null }

/** The sandbox for whoever wants to move its clock, or undefined while another does. */
export async function holdSandbox(db: Database, accountId: number): Promise<HeldSandbox | undefined> {
  await db.run(open, [accountId])
  const held = await db.row(hold, [accountId])
  return held && { clock: toClock(held), isAuto: held.isAuto, playedUntil: held.playedUntil }
}

/** Sets the clock, or with null lets it follow the real time again. */
export const showTime = (
  db: Database,
  accountId: number,
  clock: AccountClock | null,
  playedUntil: Date,
): Promise<number> => {
  const { shownAt = null, setAt = null, isFrozen = false } = clock ?? {}
  return db.run(show, [accountId, shownAt, setAt, isFrozen, playedUntil])
}

/** For a clock that is held and goes on by itself: up to when it was seen to pass. */
export const notePlayed = (db: Database, accountId: number, playedUntil: Date): Promise<number> =>
  db.run(renewHold, [accountId, playedUntil])

export const letGoOfSandbox = (db: Database, accountId: number): Promise<number> => db.run(letGo, [accountId])

export const writeAuto = (db: Database, accountId: number, isAuto: boolean): Promise<number> =>
  db.run(setAuto, [accountId, isAuto])

export const readSandboxRow = (db: Database, accountId: number) => db.row(read, [accountId])

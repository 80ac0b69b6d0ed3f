import type { Database } from '../../db/database.ts'
import { bool, instant, orNull, statement, text } from '../../db/statement.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { type AccountClock, clockColumns, clockRow, toClock } from './account-clock.ts'

const holdEnd = `clock_timestamp() + interval '30 seconds'`

// A scenario that is being loaded has the row locked, for longer than anybody should wait here. An insert would wait for it, too.
const open = statement(
  'sandboxes.open',
  `insert into sandboxes (account_id) select $1 where not exists (select from sandboxes where account_id = $1)
   on conflict do nothing`,
  {},
)
const hold = statement(
  'sandboxes.hold',
  `update sandboxes s set moving_until = ${holdEnd}, moved_by = gen_random_uuid()
   where account_id = (
     select account_id from sandboxes
     where account_id = $1 and (moving_until is null or moving_until <= clock_timestamp()) for no key update skip locked)
   returning s.moved_by::text as "holdId", ${clockColumns}, s.is_auto as "isAuto", s.played_until as "playedUntil"`,
  { holdId: text, ...clockRow, isAuto: bool, playedUntil: orNull(instant) },
)
// Whoever holds it shows by every step that they are still at it.
const show = statement(
  'sandboxes.show',
  `update sandboxes set shown_at = $3, set_at = $4, is_frozen = $5, played_until = $6, moving_until = ${holdEnd}
   where account_id = $1 and moved_by = $2::uuid`,
  {},
)
const renewHold = statement(
  'sandboxes.renew-hold',
  `update sandboxes set played_until = $3, moving_until = ${holdEnd} where account_id = $1 and moved_by = $2::uuid`,
  {},
)
const letRun = statement(
  'sandboxes.let-run',
  `update sandboxes set set_at = $3, is_frozen = false where account_id = $1 and moved_by = $2::uuid and is_frozen`,
  {},
)
const letGo = statement(
  'sandboxes.let-go',
  'update sandboxes set moving_until = null, moved_by = null where account_id = $1 and moved_by = $2::uuid',
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

type Hold = { accountId: number; holdId: string }

/** What somebody holds who moves the clock of an account. */
export type HeldSandbox = Hold & { clock: AccountClock | null; isAuto: boolean; playedUntil: Date | null }

/** The sandbox for whoever wants to move its clock, or undefined while another does. */
export async function holdSandbox(db: Database, accountId: number): Promise<HeldSandbox | undefined> {
  await db.run(open, [accountId])
  const held = await db.row(hold, [accountId])
  if (!held) return undefined
  const { holdId, isAuto, playedUntil } = held
  const clock = toClock(held)
  // Nobody plays the time of one that follows the real time without auto mode: that it was noted once says nothing of since then.
  return { accountId, holdId, clock, isAuto, playedUntil: clock || isAuto ? playedUntil : null }
}

/** Whoever was away for so long that another took over must not go on: there would be two times at once. */
async function whileHeld(changed: Promise<number>): Promise<void> {
  if ((await changed) > 0) return
  throw new WorkRefusal(
    'clock_moves',
    'Somebody else moves the clock of this account by now. Look at it again.',
  )
}

/** Sets the clock, or with null lets it follow the real time again. */
export const showTime = (
  db: Database,
  { accountId, holdId }: Hold,
  clock: AccountClock | null,
  playedUntil: Date,
): Promise<void> => {
  const { shownAt = null, setAt = null, isFrozen = false } = clock ?? {}
  return whileHeld(db.run(show, [accountId, holdId, shownAt, setAt, isFrozen, playedUntil]))
}

/** For a clock that is held and goes on by itself: up to when it was seen to pass. */
export const notePlayed = (db: Database, { accountId, holdId }: Hold, playedUntil: Date): Promise<void> =>
  whileHeld(db.run(renewHold, [accountId, holdId, playedUntil]))

/** Lets a clock that stands still run from what it shows. Up to when it was played stays as it was. */
export const letClockRun = (db: Database, { accountId, holdId }: Hold, setAt: Date): Promise<number> =>
  db.run(letRun, [accountId, holdId, setAt])

export const letGoOfSandbox = (db: Database, { accountId, holdId }: Hold): Promise<number> =>
  db.run(letGo, [accountId, holdId])

export const writeAuto = (db: Database, accountId: number, isAuto: boolean): Promise<number> =>
  db.run(setAuto, [accountId, isAuto])

export const readSandboxRow = (db: Database, accountId: number) => db.row(read, [accountId])

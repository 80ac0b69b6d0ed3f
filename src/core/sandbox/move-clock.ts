import { setTimeout as pause } from 'node:timers/promises'
import type { Temporal } from 'temporal-polyfill'
import type { Database } from '../../db/database.ts'
import { inParis, parisTimestamp } from '../calendar/paris-time.ts'
import type { Deps } from '../deps.ts'
import { invalidField } from '../problems.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { type AccountClock, atTimeOn, realTime, timeOn } from './account-clock.ts'
import { keepWaits } from './clock-turned-back.ts'
import { type Happened, playTime } from './play-time.ts'
import { type HeldSandbox, holdSandbox, letClockRun, letGoOfSandbox, showTime } from './sandbox-writes.ts'
import { wakeWebhooksOf } from './wake-webhooks.ts'

/** Where a clock is to go: what it shows then, and whether it stands still; null follows the real time. */
type Goal = { shownAt: Date; isFrozen: boolean } | null

const earliest = new Date('2000-01-01T00:00:00Z')
const latest = new Date('2099-12-31T22:59:59Z')

export const setClock = (
  deps: Deps,
  accountId: number,
  goal: { shownAt: Date; isFrozen: boolean },
): Promise<Happened[]> => {
  refuseFarAway('now', goal.shownAt)
  return moveClock(deps, accountId, () => goal)
}

/** A day of the duration is a day of the calendar in Paris, also when it has 23 hours. */
export const advanceClock = (deps: Deps, accountId: number, by: Temporal.Duration): Promise<Happened[]> =>
  moveClock(deps, accountId, (clock, real) => {
    const shownAt = later(timeOn(clock, real), by)
    refuseFarAway('by', shownAt)
    return { shownAt, isFrozen: clock?.isFrozen ?? false }
  })

export const resetClock = (deps: Deps, accountId: number): Promise<Happened[]> =>
  moveClock(deps, accountId, () => null)

function later(moment: Date, by: Temporal.Duration): Date {
  try {
    return new Date(inParis(moment).add(by).epochMilliseconds)
  } catch {
    // There is no such time, not even far away.
    return new Date(Number.NaN)
  }
}

function refuseFarAway(field: string, moment: Date): void {
  if (!(moment >= earliest && moment <= latest))
    throw invalidField(
      field,
      `must lead to a time from ${parisTimestamp(earliest)} to ${parisTimestamp(latest)}`,
    )
}

/**
 * Moves the clock of an account. Forward, everything that had to happen on the way happens at its own moment, each thing in a
 * transaction of its own: should the process die, the clock stands where it had come to. Back, only the clock changes, and what
 * waits goes on to wait as long as it had to.
 */
async function moveClock(
  deps: Deps,
  accountId: number,
  goalFrom: (clock: AccountClock | null, real: Date) => Goal,
): Promise<Happened[]> {
  const held = await getHold(deps.db, accountId)
  try {
    return await moveHeldClock(deps, held, goalFrom(held.clock, realTime(deps)))
  } catch (error) {
    // A walk that broke off ends where it had come to, and the clock runs on if it ran before.
    if (!held.clock?.isFrozen) await letClockRun(deps.db, held, realTime(deps))
    throw error
  } finally {
    await letGoOfSandbox(deps.db, held)
  }
}

const tries = 10
const betweenTriesMs = 100

/** The look that is taken at running clocks every minute is waited for, since nobody knows of it; whoever takes longer is not. */
async function getHold(db: Database, accountId: number): Promise<HeldSandbox> {
  for (let tried = 0; tried < tries; tried++) {
    const held = await holdSandbox(db, accountId)
    if (held) return held
    await pause(betweenTriesMs)
  }
  throw new WorkRefusal(
    'clock_moves',
    'The clock of this account is being moved, or a scenario is being loaded. Try again when that is done.',
  )
}

async function moveHeldClock(deps: Deps, held: HeldSandbox, goal: Goal): Promise<Happened[]> {
  const { db } = deps
  const { accountId, clock, isAuto, playedUntil } = held
  const present = timeOn(clock, realTime(deps))
  const target = goal?.shownAt ?? realTime(deps)
  const span = { since: playedUntil ?? present, until: target, isAuto }
  const happened = target > present ? await playTime(deps, held, span) : []
  const setAt = realTime(deps)
  await db.transaction(async (within) => {
    if (target < present) await keepWaits(within, accountId, target.getTime() - present.getTime())
    await showTime(within, held, goal && { ...goal, setAt }, target)
  })
  await wakeWebhooksOf(atTimeOn(deps, goal && { ...goal, setAt }), accountId)
  return happened
}

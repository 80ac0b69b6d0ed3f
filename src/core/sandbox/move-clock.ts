import type { Temporal } from 'temporal-polyfill'
import { inParis } from '../calendar/paris-time.ts'
import type { Deps } from '../deps.ts'
import { invalidField } from '../problems.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { type AccountClock, atTimeOn, findClock, realTime, timeOn } from './account-clock.ts'
import { keepWaits } from './clock-turned-back.ts'
import { type Happened, playTime } from './play-time.ts'
import { type HeldSandbox, holdSandbox, letGoOfSandbox, showTime } from './sandbox-writes.ts'
import { wakeWebhooksOf } from './wake-webhooks.ts'

/** Where a clock is to go: what it shows then, and whether it stands still; null follows the real time. */
type Goal = { shownAt: Date; isFrozen: boolean } | null

const earliest = new Date('2000-01-01T00:00:00Z')
const latest = new Date('2099-12-31T00:00:00Z')

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
    throw invalidField(field, 'must lead to a time from the year 2000 to 2099')
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
  const held = await holdSandbox(deps.db, accountId)
  if (!held)
    throw new WorkRefusal(
      'clock_moves',
      'The clock of this account is being moved. Try again when it has arrived.',
    )
  try {
    return await moveHeldClock(deps, accountId, held, goalFrom(held.clock, realTime(deps)))
  } catch (error) {
    await goOnFromHere(deps, accountId, held.clock?.isFrozen ?? false)
    throw error
  } finally {
    await letGoOfSandbox(deps.db, accountId)
  }
}

/** A walk that broke off ends where it had come to, and the clock runs on if it ran before. */
async function goOnFromHere(deps: Deps, accountId: number, isFrozen: boolean): Promise<void> {
  const reached = await findClock(deps.db, accountId)
  if (!reached || reached.isFrozen === isFrozen) return
  const { shownAt } = reached
  await showTime(deps.db, accountId, { shownAt, setAt: realTime(deps), isFrozen }, shownAt)
}

async function moveHeldClock(
  deps: Deps,
  accountId: number,
  { clock, isAuto, playedUntil }: HeldSandbox,
  goal: Goal,
): Promise<Happened[]> {
  const { db } = deps
  const present = timeOn(clock, realTime(deps))
  const target = goal?.shownAt ?? realTime(deps)
  const span = { since: playedUntil ?? present, until: target, isAuto }
  const happened = target > present ? await playTime(deps, accountId, span) : []
  const setAt = realTime(deps)
  await db.transaction(async (within) => {
    if (target < present) await keepWaits(within, accountId, target.getTime() - present.getTime())
    await showTime(within, accountId, goal && { ...goal, setAt }, target)
  })
  await wakeWebhooksOf(atTimeOn(deps, goal && { ...goal, setAt }), accountId)
  return happened
}

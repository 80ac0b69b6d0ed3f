import { closedDaysFrom } from '../calendar/closed-days.ts'
import { nextDay, parisClock } from '../calendar/paris-time.ts'
import { firstWorkingDayFrom } from '../calendar/working-days.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../problems.ts'
import { realTime, timeOn, toClock } from './account-clock.ts'
import { readSandboxRow } from './sandbox-writes.ts'

/** What a clock shows. One that follows the real time is never frozen. */
export type ShownClock = {
  now: Date
  realNow: Date
  isFrozen: boolean
  isReal: boolean
  /** After the day it shows; null when the operator is closed for the time being. */
  nextWorkingDay: string | null
}

export type Sandbox = {
  accountName: string
  clock: ShownClock
  isAuto: boolean
  scenario: { name: string; loadedAt: Date } | null
}

export async function getSandbox(deps: Deps, accountId: number): Promise<Sandbox> {
  const row = await readSandboxRow(deps.db, accountId)
  if (!row) throw notFound()
  const clock = toClock(row)
  const realNow = realTime(deps)
  const now = timeOn(clock, realNow)
  const tomorrow = nextDay(parisClock(now).toPlainDate().toString())
  const nextWorkingDay = firstWorkingDayFrom(tomorrow, await closedDaysFrom(deps.db, tomorrow)) ?? null
  const { scenario, scenarioLoadedAt } = row
  return {
    accountName: row.name,
    clock: { now, realNow, isFrozen: clock?.isFrozen ?? false, isReal: clock === null, nextWorkingDay },
    isAuto: row.isAuto ?? false,
    scenario: scenario && scenarioLoadedAt ? { name: scenario, loadedAt: scenarioLoadedAt } : null,
  }
}

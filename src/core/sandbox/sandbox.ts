import type { Deps } from '../deps.ts'
import { notFound } from '../problems.ts'
import { realTime, timeOn, toClock } from './account-clock.ts'
import { readSandboxRow } from './sandbox-writes.ts'

/** What a clock shows. One that follows the real time is never frozen. */
export type ShownClock = { now: Date; realNow: Date; isFrozen: boolean; isReal: boolean }

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
  const { scenario, scenarioLoadedAt } = row
  return {
    accountName: row.name,
    clock: {
      now: timeOn(clock, realNow),
      realNow,
      isFrozen: clock?.isFrozen ?? false,
      isReal: clock === null,
    },
    isAuto: row.isAuto ?? false,
    scenario: scenario && scenarioLoadedAt ? { name: scenario, loadedAt: scenarioLoadedAt } : null,
  }
}

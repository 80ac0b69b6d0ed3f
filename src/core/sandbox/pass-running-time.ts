import { int, statement } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { realTime, timeOn } from './account-clock.ts'
import { takeDueSteps } from './play-time.ts'
import { holdSandbox, letGoOfSandbox, notePlayed } from './sandbox-writes.ts'

// One that follows the real time without auto mode is billed by the operator's own run, and nothing else is done by itself.
const running = statement(
  'sandboxes.running',
  `select account_id as "accountId" from sandboxes
   where case when shown_at is null then is_auto else not is_frozen end order by account_id`,
  { accountId: int },
)

export type PassedTime = {
  /** How many things happened. */
  happened: number
  failures: { accountId: number; error: unknown }[]
}

/**
 * Lets happen what has become due by itself, since clocks run. None of them is moved; one that somebody moves is left out, since they
 * see to it. An account that fails keeps no other from it.
 */
export async function passRunningTime(deps: Deps): Promise<PassedTime> {
  const passed: PassedTime = { happened: 0, failures: [] }
  if (deps.settings.env === 'production') return passed
  for (const { accountId } of await deps.db.rows(running)) {
    try {
      passed.happened += await passTimeOf(deps, accountId)
    } catch (error) {
      passed.failures.push({ accountId, error })
    }
  }
  return passed
}

async function passTimeOf(deps: Deps, accountId: number): Promise<number> {
  const { db } = deps
  const held = await holdSandbox(db, accountId)
  if (!held) return 0
  try {
    const until = timeOn(held.clock, realTime(deps))
    const since = held.playedUntil ?? until
    const span = { since, until, isAuto: held.isAuto }
    const happened = await takeDueSteps(deps, accountId, span, () => notePlayed(db, held, since))
    await notePlayed(db, held, until)
    return happened.filter(({ refusal }) => refusal === undefined).length
  } finally {
    await letGoOfSandbox(db, held)
  }
}

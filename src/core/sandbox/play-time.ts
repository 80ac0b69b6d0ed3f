import type { Deps } from '../deps.ts'
import { Refusal } from '../problems.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { realTime } from './account-clock.ts'
import { findNextSteps } from './due-steps.ts'
import { type HeldSandbox, showTime } from './sandbox-writes.ts'
import type { Span, Step, Taken } from './step.ts'

/** What happened to an account as its clock passed. */
export type Happened = Taken & Pick<Step, 'at' | 'what'>

type UntriedSpan = Omit<Span, 'tried'>

// Whoever holds a sandbox must show that they are still at it, though not at each of many steps of the same moment.
const shownEvery = 20

/**
 * Lets everything happen that is due up to the end of the span, each at its own moment: the clock stands there meanwhile. What has
 * been played is only noted when all of it is, so that a process which dies on the way leaves out no month.
 */
export function playTime(deps: Deps, held: HeldSandbox, span: UntriedSpan): Promise<Happened[]> {
  let shown = { at: 0, steps: 0 }
  return takeDueSteps(deps, held.accountId, span, async (at) => {
    if (shown.at === at.getTime() && ++shown.steps < shownEvery) return
    shown = { at: at.getTime(), steps: 0 }
    const clock = { shownAt: at, setAt: realTime(deps), isFrozen: true }
    await showTime(deps.db, held, clock, span.since)
  })
}

/** Takes one step after the other, until nothing is due any more. */
export async function takeDueSteps(
  deps: Deps,
  accountId: number,
  span: UntriedSpan,
  beforeEach: (at: Date) => Promise<unknown>,
): Promise<Happened[]> {
  const tried = new Set<string>()
  const happened: Happened[] = []
  for (;;) {
    const steps = await findNextSteps(deps, accountId, { ...span, tried })
    if (steps.length === 0) return happened
    for (const step of steps) {
      const { at, what, key, isOnce } = step
      await beforeEach(at)
      const taken = await take(deps, step)
      if (isOnce || taken?.refusal !== undefined) tried.add(key)
      if (taken) happened.push({ at, what, ...taken })
    }
  }
}

/** A step that is refused leaves everything as it was. */
async function take(deps: Deps, step: Step): Promise<Taken | undefined> {
  try {
    return await step.run(deps)
  } catch (error) {
    if (error instanceof WorkRefusal) return { id: step.id, refusal: error.message }
    if (error instanceof Refusal) return { id: step.id, refusal: inWords(error) }
    throw error
  }
}

function inWords({ problem }: Refusal): string {
  if (problem.code === 'fields_invalid' || problem.code === 'address_invalid')
    return problem.fields.map(({ field, message }) => `${field} ${message}`).join('; ')
  return problem.code.replaceAll('_', ' ')
}

import type { Deps } from '../deps.ts'
import { Refusal } from '../problems.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { realTime } from './account-clock.ts'
import { findNextStep, keyOf, type Span, type Step } from './due-steps.ts'
import { showTime } from './sandbox-writes.ts'

/** What happened to an account as its clock passed. `refusal` is why it did not, after all. */
export type Happened = Pick<Step, 'at' | 'what' | 'id'> & { refusal?: string }

/** Lets everything happen that is due up to the end of the span, each at its own moment: the clock stands there meanwhile. */
export async function playTime(
  deps: Deps,
  accountId: number,
  span: Omit<Span, 'refused'>,
): Promise<Happened[]> {
  const refused = new Set<string>()
  const happened: Happened[] = []
  for (;;) {
    const step = await findNextStep(deps, accountId, { ...span, refused })
    if (!step) return happened
    const { at, what, id } = step
    await showTime(deps.db, accountId, { shownAt: at, setAt: realTime(deps), isFrozen: true }, at)
    const refusal = await take(deps, step)
    if (refusal !== undefined) refused.add(keyOf(step))
    happened.push({ at, what, id, ...(refusal !== undefined && { refusal }) })
  }
}

/** Why the step could not be taken, or undefined when it was. */
async function take(deps: Deps, step: Step): Promise<string | undefined> {
  try {
    await step.run(deps)
    return undefined
  } catch (error) {
    if (error instanceof WorkRefusal || error instanceof Refusal) return error.message
    throw error
  }
}

import type { Deps } from '../deps.ts'
import { atTimeOf } from './account-clock.ts'
import { findMonthStep } from './months-due.ts'
import { findOrderStep } from './order-steps-due.ts'
import { findPutawayStep } from './putaway-steps-due.ts'
import type { Span, Step } from './step.ts'

/**
 * The first thing that has to happen, or undefined when nothing is left to do. What should have happened before the present happens
 * now. Months come first, since what happens at the same moment is of the next one; then what comes in, then what goes out.
 */
export async function findNextStep(deps: Deps, accountId: number, span: Span): Promise<Step | undefined> {
  const { now } = await atTimeOf(deps, accountId)
  const present = Math.max(now().getTime(), span.since.getTime())
  const inTime = (moment: Date) => Math.min(Math.max(moment.getTime(), present), span.until.getTime())
  const found = [
    await findMonthStep(deps, accountId, span),
    ...(span.isAuto
      ? [await findPutawayStep(deps, accountId, span), await findOrderStep(deps, accountId, span)]
      : []),
  ]
  return found
    .filter((step) => step !== undefined)
    .map((step) => ({ ...step, at: new Date(inTime(step.at)) }))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())[0]
}

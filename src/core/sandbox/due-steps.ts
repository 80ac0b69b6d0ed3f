import type { Deps } from '../deps.ts'
import { atTimeOf } from './account-clock.ts'
import { findMonthSteps } from './months-due.ts'
import { findOrderSteps } from './order-steps-due.ts'
import { findPutawaySteps } from './putaway-steps-due.ts'
import type { Span, Step } from './step.ts'

/**
 * What has to happen first, one thing or several of the same moment; none when nothing is left to do. What should have happened
 * before the present happens now. Months come first, since what happens at the same moment is of the next one; then what comes in,
 * then what goes out.
 */
export async function findNextSteps(deps: Deps, accountId: number, span: Span): Promise<Step[]> {
  const { now } = await atTimeOf(deps, accountId)
  const present = Math.max(now().getTime(), span.since.getTime())
  const inTime = (moment: Date) => Math.min(Math.max(moment.getTime(), present), span.until.getTime())
  const kinds = [
    await findMonthSteps(deps, accountId, span),
    ...(span.isAuto
      ? [await findPutawaySteps(deps, accountId, span), await findOrderSteps(deps, accountId, span)]
      : []),
  ]
  const [first = []] = kinds
    .filter((steps) => steps.length > 0)
    .map((steps) => steps.map((step) => ({ ...step, at: new Date(inTime(step.at)) })))
    .toSorted(([one], [other]) => (one?.at.getTime() ?? 0) - (other?.at.getTime() ?? 0))
  return first
}

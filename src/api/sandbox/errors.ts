import { Refusal } from '../../core/problems.ts'
import { answerErrors } from '../shared/answer-errors.ts'
import { describeWorkRefusal } from '../shared/work-refusals.ts'
import { describeProblem } from '../v2/failure-shape.ts'

/** What an owner is refused has the words of v2; what the warehouse could not do has those of the warehouse. */
export const sendError = answerErrors((error) =>
  error instanceof Refusal ? describeProblem(error.problem) : describeWorkRefusal(error),
)

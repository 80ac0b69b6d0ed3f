import { type Problem, Refusal } from '../../core/problems.ts'
import { answerErrors } from '../shared/answer-errors.ts'
import type { Failure } from '../shared/failures.ts'
import { describeWorkRefusal } from '../shared/work-refusals.ts'
import { describeProblem } from '../v2/failure-shape.ts'

/** What an owner is refused has the words of v2; what the warehouse could not do has those of the warehouse. */
export const sendError = answerErrors((error) =>
  error instanceof Refusal ? describeRefusal(error.problem) : describeWorkRefusal(error),
)

/** Keys open the sandbox as well, which v2 knows nothing of. */
const describeRefusal = (problem: Problem): Failure =>
  problem.code === 'credentials_invalid'
    ? {
        ...describeProblem(problem),
        message:
          'Send a valid token in the Authorization header: Bearer <BEARER_TOKEN>; or valid keys: AccessKey, SecretKey.',
      }
    : describeProblem(problem)

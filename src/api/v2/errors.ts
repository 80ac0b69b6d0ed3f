import { Refusal } from '../../core/problems.ts'
import { answerErrors } from '../shared/answer-errors.ts'
import { describeProblem } from './failure-shape.ts'

export const sendError = answerErrors((error) =>
  error instanceof Refusal ? describeProblem(error.problem) : undefined,
)

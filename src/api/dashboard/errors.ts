import { Refusal } from '../../core/problems.ts'
import { WorkRefusal } from '../../core/work-refusal.ts'
import { answerErrors } from '../shared/answer-errors.ts'
import { type Failure, invalidFieldsFailure, otherEnvironmentFailure } from '../shared/failures.ts'

/** The refusals that a page can meet, in words for the person in front of it. */
function describe(error: Error): Failure | undefined {
  if (error instanceof WorkRefusal) return { status: 409, name: error.code, message: error.message }
  if (!(error instanceof Refusal)) return undefined
  const { problem } = error
  switch (problem.code) {
    case 'credentials_of_other_environment':
      return otherEnvironmentFailure('link or session', problem)
    case 'credentials_invalid':
      return {
        status: 401,
        name: 'credentials_invalid',
        message: 'Sign in with your e-mail address and your password.',
      }
    case 'record_not_found':
      return {
        status: 404,
        name: 'not_found',
        message: 'There is nothing at this link. Ask for a new one.',
      }
    case 'fields_invalid':
      return invalidFieldsFailure(problem.fields)
    case 'account_blocked':
      return {
        status: 403,
        name: 'account_blocked',
        message: 'This account is blocked. Please contact the operator.',
      }
    default:
      return undefined
  }
}

export const sendError = answerErrors(describe)

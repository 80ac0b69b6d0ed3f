import { type Problem, Refusal } from '../../core/problems.ts'
import { answerErrors } from '../shared/answer-errors.ts'
import { type Failure, invalidFieldsFailure, otherEnvironmentFailure } from '../shared/failures.ts'
import { describeWorkRefusal } from '../shared/work-refusals.ts'

const litres = (ml: number) => ml / 1000

/** Every refusal that the owner's side shares, in the words of this side. */
function describeProblem(problem: Problem): Failure {
  switch (problem.code) {
    case 'credentials_invalid':
      return {
        status: 401,
        name: 'credentials_invalid',
        message: 'Sign in, or send a valid operator token as a bearer token.',
      }
    case 'credentials_of_other_environment':
      return otherEnvironmentFailure('token or session', problem)
    case 'rights_insufficient':
      return {
        status: 403,
        name: 'role_insufficient',
        message: 'Your role does not allow this. The API page tells for each route which roles do.',
      }
    case 'account_blocked':
      return { status: 403, name: 'account_blocked', message: 'The account is blocked.' }
    case 'record_not_found':
      return { status: 404, name: 'not_found', message: 'There is no such record.' }
    case 'fields_invalid':
      return invalidFieldsFailure(problem.fields)
    case 'idempotency_key_reused':
      return {
        status: 409,
        name: 'idempotency_key_reused',
        message: 'This Idempotency-Key was used for another request. Use a new one for each request.',
      }
    case 'address_invalid':
      return { ...invalidFieldsFailure(problem.fields), name: 'address_invalid' }
    case 'not_enough_bottles':
      return {
        status: 409,
        name: 'not_enough_stock',
        message: 'There are not enough free bottles.',
        details: problem.shortages.map(({ wineId, formatMl, asked, found }) => ({
          field: `wine ${wineId}, ${litres(formatMl)} l`,
          message: `${asked} asked, ${found} free`,
        })),
      }
    case 'delivery_date_invalid':
      return {
        status: 400,
        name: 'delivery_date_invalid',
        message: problem.earliestDate
          ? `The delivery date is not possible; the earliest is ${problem.earliestDate}.`
          : 'The delivery date is not possible.',
      }
    case 'order_not_editable':
      return {
        status: 409,
        name: 'order_not_editable',
        message: 'The order is in preparation, or a part of another one, and can no longer be changed.',
      }
    case 'file_type_invalid':
      return {
        status: 400,
        name: 'file_type_invalid',
        message: `The file ${problem.name} is of a type that is not taken, or not what its name says.`,
      }
    case 'file_too_large':
      return {
        status: 400,
        name: 'file_too_large',
        message: `The file ${problem.name} is larger than ${problem.largestFileBytes} bytes.`,
      }
    case 'reference_taken':
      return {
        status: 409,
        name: 'reference_taken',
        message: `The reference ${problem.reference} is used by order ${problem.orderId} already.`,
      }
  }
}

const describe = (error: Error): Failure | undefined =>
  error instanceof Refusal ? describeProblem(error.problem) : describeWorkRefusal(error)

export const sendError = answerErrors(describe)

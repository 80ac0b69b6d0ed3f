import { formatLitres } from '../../core/catalogue/format.ts'
import { type Problem, Refusal, type Shortage } from '../../core/problems.ts'
import { answerErrors } from '../shared/answer-errors.ts'
import { type Failure, invalidFieldsFailure, otherEnvironmentFailure } from '../shared/failures.ts'
import { describeFile } from '../shared/file-refusals.ts'
import { describeDate, describeShortages, inWireNames } from '../shared/order-refusals.ts'

/** The field of the body that a line came from. */
const fieldOf = ({ wineId, formatMl, boxCode }: Shortage) =>
  `${boxCode ? `boxes.${boxCode}` : 'bottles'}.${wineId}.${formatLitres(formatMl)}`

/** Every refusal of the business in v1's words. */
export function describeProblem(problem: Problem): Failure {
  switch (problem.code) {
    case 'credentials_invalid':
      return {
        status: 401,
        name: 'credentials_invalid',
        message: 'The AccessKey or the SecretKey is not valid.',
      }
    case 'credentials_of_other_environment':
      return otherEnvironmentFailure('key', problem)
    case 'rights_insufficient':
      return {
        status: 401,
        name: 'not_sufficient_rights_invalid',
        message: 'This key does not have the rights for this request.',
      }
    case 'account_blocked':
      return {
        status: 403,
        name: 'account_blocked',
        message: 'This account is blocked. Please contact the operator.',
      }
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
      return { ...invalidFieldsFailure(problem.fields.map(inWireNames)), name: 'address_invalid' }
    case 'not_enough_bottles':
      return describeShortages(problem.shortages, fieldOf)
    case 'delivery_date_invalid':
      return describeDate(problem)
    case 'order_not_editable':
      return {
        status: 409,
        name: 'order_not_editable',
        message:
          'This get out request is in preparation, or a part of another one, and can no longer be changed.',
      }
    case 'file_type_invalid':
    case 'file_too_large':
      return describeFile(problem)
    case 'reference_taken':
      return {
        status: 409,
        name: 'reference_taken',
        message: `The reference ${problem.reference} is used by get out request ${problem.orderId} already.`,
        details: [{ field: 'reference', message: `is used by get out request ${problem.orderId} already` }],
      }
  }
}

export const sendError = answerErrors((error) =>
  error instanceof Refusal ? describeProblem(error.problem) : undefined,
)

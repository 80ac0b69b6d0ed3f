import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, Refusal } from '../../core/problems.ts'
import { wantsExplanation } from '../shared/explain.ts'
import {
  describeFrameworkError,
  type Failure,
  failureBody,
  invalidFieldsFailure,
  notFoundFailure,
} from '../shared/failures.ts'
import { describeFile } from './file-refusals.ts'
import { describeDate, describeShortages, inWireNames } from './order-refusals.ts'

/** A no that only this version's wire knows, thrown before any business runs. */
export class WireRefusal extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.name)
    this.failure = failure
  }
}

/** Every refusal of the business in v1's words. */
export function describeProblem(problem: Problem): Failure {
  switch (problem.code) {
    case 'credentials_invalid':
      return {
        status: 401,
        name: 'credentials_invalid',
        message: 'The AccessKey or the SecretKey is not valid.',
      }
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
      return describeShortages(problem.shortages)
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

function describe(error: FastifyError): Failure | undefined {
  if (error instanceof Refusal) return describeProblem(error.problem)
  if (error instanceof WireRefusal) return error.failure
  return describeFrameworkError(error)
}

export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const failure = describe(error)
  if (failure) {
    const { explain, ...told } = failure
    return reply
      .code(failure.status)
      .send({ ...failureBody(told), ...(wantsExplanation(request) && explain && { explain }) })
  }
  request.log.error({ err: error }, 'request failed')
  const message = `Something went wrong on our side. Please quote the request id ${request.id}.`
  return reply.code(500).send(failureBody({ status: 500, name: 'internal_error', message }))
}

export const sendNotFound = (_request: FastifyRequest, reply: FastifyReply) =>
  reply.code(404).send(failureBody(notFoundFailure))

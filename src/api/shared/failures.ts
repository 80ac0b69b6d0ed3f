import type { FastifyError, FastifySchemaValidationError } from 'fastify'
import type { InvalidField, Problem, RuleStep } from '../../core/problems.ts'
import { formatWords } from './field-formats.ts'

/** An answer that says no. Both versions of the wire share this body. */
export type Failure = {
  status: number
  name: string
  message: string
  details?: readonly { field: string; message: string }[]
  /** The rules behind the refusal, told to those who ask for them. */
  explain?: readonly RuleStep[]
}

export const failureBody = ({ name, message, details }: Failure) =>
  details ? { result: 'error', name, message, details } : { result: 'error', name, message }

export const notFoundFailure: Failure = {
  status: 404,
  name: 'not_found',
  message: 'There is no service at this address.',
}

type OfOtherEnvironment = Extract<Problem, { code: 'credentials_of_other_environment' }>

/** `thing` is what the caller sent: a key, a token. */
export const otherEnvironmentFailure = (thing: string, { madeIn, here }: OfOtherEnvironment): Failure => ({
  status: 401,
  name: 'credentials_invalid',
  message: `This is a ${thing} of ${madeIn}, and this is ${here}. Use a ${thing} made here.`,
})

const mostDetails = 20

export function invalidFieldsFailure(fields: readonly InvalidField[]): Failure {
  const [first] = fields
  const details = fields.slice(0, mostDetails).map(({ field, message }) => ({ field, message }))
  return {
    status: 400,
    name: fields.every((each) => each.missing) ? 'parameter_missing' : 'parameter_invalid',
    message: first ? `The parameter ${first.field} ${first.message}.` : 'A parameter is not valid.',
    details,
  }
}

/** What the framework refuses before a route runs; undefined for anything that is our own fault. */
export function describeFrameworkError(error: FastifyError): Failure | undefined {
  if (error.validation) return invalidFieldsFailure(error.validation.filter(isOutermost).map(toInvalidField))
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return { status: 400, name: 'invalid_json', message: 'The request body is not valid JSON.' }
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return {
        status: 413,
        name: 'request_too_large',
        message: 'The request body is larger than this service takes.',
      }
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return {
        status: 400,
        name: 'invalid_json',
        message: 'The request body is not as long as its Content-Length says.',
      }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return contentTypeFailure
    default:
      return undefined
  }
}

export const contentTypeFailure: Failure = {
  status: 400,
  name: 'request_content_type_invalid',
  message: 'The Content-Type header must be application/json.',
}

// A bad name is told once, by the object that holds it.
const isOutermost = (error: FastifySchemaValidationError) => !('propertyName' in error)

function toInvalidField(error: FastifySchemaValidationError): InvalidField {
  const path = error.instancePath.slice(1).split('/').map(unescapePointer)
  const parameters = error.params as Record<string, unknown>
  const inside = (name: unknown) => [...path, String(name)].filter(Boolean).join('.')
  switch (error.keyword) {
    case 'required':
      return { field: inside(parameters.missingProperty), message: 'is required', missing: true }
    case 'propertyNames':
      return { field: inside(parameters.propertyName), message: 'is not a name that can stand here' }
    case 'additionalProperties':
      return { field: inside(parameters.additionalProperty), message: 'is not known here' }
    case 'format':
      return { field: inside(''), message: formatWords(String(parameters.format)) }
    case 'enum':
      return {
        field: inside(''),
        message: `must be one of ${(parameters.allowedValues as unknown[]).join(', ')}`,
      }
    default:
      return { field: inside('') || 'body', message: wordsFor(error, parameters) }
  }
}

function wordsFor(error: FastifySchemaValidationError, parameters: Record<string, unknown>): string {
  switch (error.keyword) {
    case 'minimum':
      return `must be ${parameters.limit} or more`
    case 'exclusiveMinimum':
      return `must be more than ${parameters.limit}`
    case 'maximum':
      return `must be ${parameters.limit} or less`
    case 'pattern':
      return `must match ${parameters.pattern}`
    case 'type':
      return `must be of type ${[parameters.type].flat().join(' or ')}`
    case 'minItems':
      return `must hold at least ${parameters.limit}`
    case 'maxItems':
      return `must hold at most ${parameters.limit}`
    case 'maxLength':
      return `must be at most ${parameters.limit} characters long`
    case 'minLength':
      return `must be at least ${parameters.limit} characters long`
    default:
      return error.message ?? 'is not valid'
  }
}

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

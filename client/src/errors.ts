import type { Failure as SandboxFailure } from './generated/sandbox.ts'
import type { Failure as LegacyFailure } from './generated/v1.ts'
import type { Failure } from './generated/v2.ts'

/** Names that the documents list. A later service may know more, so any text is a name. */
export type KnownErrorName = Failure['name'] | LegacyFailure['name'] | SandboxFailure['name']
export type ErrorName = KnownErrorName | (string & {})
export type ErrorDetail = NonNullable<Failure['details']>[number]

type Facts<N> = {
  name: N
  status: number
  details?: readonly ErrorDetail[] | undefined
  explain?: Failure['explain']
  requestId?: string | undefined
  retryAfter?: number | undefined
}

/** The service said no. */
export class CaveauError<N extends ErrorName = ErrorName> extends Error {
  /** What went wrong, for programs: `quantity_unavailable`. It never changes, whereas the message may. */
  override readonly name: N
  /** The status of the HTTP answer. */
  readonly status: number
  /** The fields that were wrong, if it was about fields. */
  readonly details: readonly ErrorDetail[]
  /** The rules that led to the answer, where `explain` was asked for. */
  readonly explain: Failure['explain']
  /** The request in the log of the service: name it when you ask for help. */
  readonly requestId: string | undefined
  /** Seconds after which the service asks to try again. */
  readonly retryAfter: number | undefined

  constructor(message: string, { name, status, details = [], explain, requestId, retryAfter }: Facts<N>) {
    super(message)
    this.name = name
    this.status = status
    this.details = details
    this.explain = explain
    this.requestId = requestId
    this.retryAfter = retryAfter
  }
}

/** No whole answer arrived: the service could not be reached, hung up, or took longer than it may. */
export class CaveauNetworkError extends Error {
  override readonly name = 'CaveauNetworkError'
  readonly isTimeout: boolean
  /** How many times the request was sent. */
  readonly attempts: number

  constructor(message: string, { cause, isTimeout, attempts }: { cause: unknown } & NetworkFacts) {
    super(message, { cause })
    this.isTimeout = isTimeout
    this.attempts = attempts
  }
}
type NetworkFacts = { isTimeout: boolean; attempts: number }

/** Whether this is a refusal of the service, and the named one if a name is given. */
export function isCaveauError(error: unknown): error is CaveauError
export function isCaveauError<const N extends ErrorName>(error: unknown, name: N): error is CaveauError<N>
export function isCaveauError(error: unknown, name?: string): boolean {
  return error instanceof CaveauError && (name === undefined || error.name === name)
}

/** The refusal in an answer. What stands between may answer as well, and in words of its own. */
export function errorFrom({ status, headers }: Response, body: unknown): CaveauError {
  const facts = {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: secondsOf(headers.get('retry-after')),
  }
  if (isFailure(body)) return new CaveauError(body.message, { ...body, ...facts })
  const location = headers.get('location')
  const message = location
    ? `The answer is a redirection to ${location}: give the address of the service itself as baseUrl.`
    : `The answer is not one of Caveau: status ${status}.`
  return new CaveauError(message, { name: 'unexpected_answer', ...facts })
}

function isFailure(body: unknown): body is Failure {
  return typeof body === 'object' && body !== null && 'name' in body && 'message' in body
}

/** Retry-After in seconds: it holds either these or a moment. */
export function secondsOf(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined
  const seconds = /^\d+$/.test(retryAfter.trim())
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds))
}

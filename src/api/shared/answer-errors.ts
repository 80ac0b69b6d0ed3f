import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { wantsExplanation } from './explain.ts'
import { describeFrameworkError, type Failure, failureBody, notFoundFailure } from './failures.ts'

/** A no that only the wire knows, thrown before any business runs. */
export class WireRefusal extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.name)
    this.failure = failure
  }
}

/** Answers with what went wrong. `describe` has words for refusals of the business; anything nobody has words for is our fault. */
export const answerErrors =
  (describe: (error: Error) => Failure | undefined) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const failure =
      describe(error) ?? (error instanceof WireRefusal ? error.failure : describeFrameworkError(error))
    if (failure) return reply.code(failure.status).send(failureAnswer(request, failure))
    request.log.error({ err: error }, 'request failed')
    if (isDatabaseAway(error)) return reply.code(503).header('retry-after', 5).send(failureBody(databaseAway))
    const message = `Something went wrong on our side. Please quote the request id ${request.id}.`
    return reply.code(500).send(failureBody({ status: 500, name: 'internal_error', message }))
  }

/** The body of a refusal, with the rules behind it for those who ask. */
export function failureAnswer(request: FastifyRequest, { explain, ...told }: Failure) {
  return { ...failureBody(told), ...(wantsExplanation(request) && explain && { explain }) }
}

const databaseAway: Failure = {
  status: 503,
  name: 'service_unavailable',
  message: 'The service cannot reach its database right now. Please try again in a moment.',
}

// Of the socket, and of a PostgreSQL that starts, stops or takes no more connections.
const away = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', '57P01', '57P02', '57P03', '08006', '53300']

/** The request did nothing, and the same one will be fine when the database is back. */
const isDatabaseAway = ({ code, message }: FastifyError): boolean =>
  away.includes(code) || /^(Connection terminated|timeout exceeded when trying to connect)/.test(message)

export const sendNotFound = (_request: FastifyRequest, reply: FastifyReply) =>
  reply.code(404).send(failureBody(notFoundFailure))

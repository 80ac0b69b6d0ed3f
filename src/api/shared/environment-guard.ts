import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Failure, failureBody } from './failures.ts'

/** On every answer: which environment it comes from. */
export const environmentHeader = 'x-caveau-environment'

const httpsRequired: Failure = {
  status: 403,
  name: 'https_required',
  message:
    'This is production, which takes requests over HTTPS only. Begin the address with https://, and make new keys if you sent some.',
}

/**
 * Whether a request came over plain HTTP. The framework believes X-Forwarded-Proto only from a proxy that is named in the settings.
 * The proxy's own question for our health comes that way as a rule.
 */
export const cameInClear = ({ protocol, url }: FastifyRequest): boolean =>
  protocol.toLowerCase() !== 'https' && !/^\/health(\/|\?|$)/.test(url)

export const sendHttpsRequired = (reply: FastifyReply) =>
  reply.code(httpsRequired.status).send(failureBody(httpsRequired))

import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { type Failure, failureBody } from '../shared/failures.ts'

const notHere: Failure = {
  status: 404,
  name: 'not_implemented',
  message: 'The sandbox is there in preproduction only.',
}

const sayNo = (reply: FastifyReply) => reply.code(notHere.status).send(failureBody(notHere))

/** What stands at /sandbox in production: one answer to every method and path, before anybody looks at keys or bodies. */
export const sandboxOff: FastifyPluginAsync = async (app) => {
  app.addHook('onRequest', async (_request, reply) => sayNo(reply))
  app.setNotFoundHandler((_request, reply) => sayNo(reply))
}

import type { FastifyPluginAsync } from 'fastify'
import type { Deps } from '../../core/deps.ts'
import { sendNotFound, WireRefusal } from '../shared/answer-errors.ts'
import type { RateLimiter } from '../shared/rate-limit.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { sendError } from './errors.ts'
import { invitationRoutes } from './invitations.ts'

export type DashboardOptions = { deps: Deps; limiter: RateLimiter | undefined }

/** The private API of the owners' pages. It changes with them, so no document tells of it. */
export const dashboard: FastifyPluginAsync<DashboardOptions> = async (plugin, { deps, limiter }) => {
  const app: TypedApp = plugin.withTypeProvider()
  app.addHook('onRequest', async (request, reply) => {
    const failure = limiter?.take(`address ${request.ip}`, reply)
    if (failure) throw new WireRefusal(failure)
  })
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(sendNotFound)

  invitationRoutes(app, deps)
}

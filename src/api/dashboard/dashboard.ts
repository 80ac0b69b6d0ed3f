import cookie from '@fastify/cookie'
import type { FastifyPluginAsync } from 'fastify'
import type { Seed } from '../../core/access/ask-for-access.ts'
import type { Deps } from '../../core/deps.ts'
import { loadScenario } from '../../core/sandbox/load-scenario.ts'
import { sendNotFound, WireRefusal } from '../shared/answer-errors.ts'
import { refuseForeignPage } from '../shared/own-pages.ts'
import type { RateLimiter } from '../shared/rate-limit.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { accessRequestRoutes } from './access-requests.ts'
import { sendError } from './errors.ts'
import { invitationRoutes } from './invitations.ts'
import { passwordRoutes } from './passwords.ts'
import { sessionRoutes } from './session.ts'

export type DashboardOptions = { deps: Deps; limiter: RateLimiter | undefined }

const seedCellar: Seed = async (within, accountId) => {
  await loadScenario(within, accountId, 'small')
}

/** The private API of the owners' pages. It changes with them, so no document tells of it. */
export const dashboard: FastifyPluginAsync<DashboardOptions> = async (plugin, { deps, limiter }) => {
  const app: TypedApp = plugin.withTypeProvider()
  await app.register(cookie)
  app.addHook('onRequest', async (request, reply) => {
    const failure = limiter?.take(`address ${request.ip}`, reply)
    if (failure) throw new WireRefusal(failure)
    // Also without a session: nobody is to be signed in by another site's page.
    refuseForeignPage(deps, request)
  })
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(sendNotFound)

  accessRequestRoutes(app, deps, seedCellar)
  sessionRoutes(app, deps)
  passwordRoutes(app, deps)
  invitationRoutes(app, deps)
}

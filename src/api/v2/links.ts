import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../core/deps.ts'

/** Where links of a record lead: this service, and the carrier's page. */
export type Links = { baseUrl: string; trackingBaseUrl: string }

/** Links in an answer lead back the way the caller came, unless the operator says where the service is reached. */
export const linksFor = ({ settings }: Deps, { protocol, host }: FastifyRequest): Links => ({
  baseUrl: settings.publicUrl ?? `${protocol}://${host}`,
  trackingBaseUrl: settings.trackingBaseUrl,
})

import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../core/deps.ts'

/** Where links of a record lead: this service, as people reach it, and the carrier's page. */
export type Links = { baseUrl: string; trackingBaseUrl: string }

/** Without a public address of the service, its links lead to where the request came in. */
export const linksFor = (
  { settings: { publicUrl, trackingBaseUrl } }: Deps,
  { protocol, host }: FastifyRequest,
): Links => ({ baseUrl: publicUrl ?? `${protocol}://${host}`, trackingBaseUrl })

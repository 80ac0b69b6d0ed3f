import type { FastifyRequest } from 'fastify'

/** Where links of a record lead: this service, as people reach it, and the carrier's page. */
export type Links = { baseUrl: string; trackingBaseUrl: string }

/** Without a public address of the service, its links lead to where the request came in. */
export function linksFor({ deps, protocol, host }: FastifyRequest): Links {
  const { publicUrl, trackingBaseUrl } = deps.settings
  return { baseUrl: publicUrl ?? `${protocol}://${host}`, trackingBaseUrl }
}

import { readFileSync } from 'node:fs'

/** A request that a route took, and what it answered, by status: recorded from the service itself, not written by hand. */
export type RouteExamples = { request?: unknown; answers: Record<string, unknown> }

/** The examples of an API by the operation id of the route. `npm run openapi` records them anew. */
export const readExamples = (slug: string): Record<string, RouteExamples> =>
  JSON.parse(readFileSync(new URL(`examples/${slug}.json`, import.meta.url), 'utf8'))

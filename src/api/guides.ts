import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

/** What is served of the documentation, by its path in the project, which is its address as well. */
const pages = [
  'llms.txt',
  'docs/guides/getting-started.md',
  'docs/guides/v1-to-v2.md',
  'docs/guides/events.md',
  'docs/guides/sandbox.md',
  'docs/api/v1.md',
  'docs/api/v2.md',
]

/** The pages for those who connect something, beside the API page. Nothing of an address is ever a path: each page is a route. */
export function guideRoutes(app: FastifyInstance): void {
  for (const page of pages) {
    const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8')
    const type = page.endsWith('.md') ? 'text/markdown' : 'text/plain'
    app.get(`/${page}`, { schema: { hide: true } }, async (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).send(text),
    )
  }
}

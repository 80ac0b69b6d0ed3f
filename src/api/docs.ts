import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Environment } from '../config.ts'
import { describeRoute } from './describe-route.ts'
import { eventsDocument } from './events-document.ts'
import type { ApiDocument } from './shared/api-document.ts'

type Documented = ApiDocument & { mount: (scope: FastifyInstance) => unknown }
/** Without an environment the documents are those that are published. */
type DocsOptions = { documents: readonly Documented[]; env: Environment | undefined }

const contact = { name: 'Caveau', url: 'https://caveau.example' }
const license = { name: 'MIT', identifier: 'MIT' }
const environments: Record<Environment, string> = {
  preproduction: '**This is preproduction**: for tests; no bottle moves.',
  production: '**This is production**: what you ask for happens.',
}
const addressOf = ({ slug }: ApiDocument) => `/docs/${slug}.json`

/** The API page at /docs. It sits around the APIs, because their documents are written from the routes' own schemas. */
export const docs: FastifyPluginAsync<DocsOptions> = async (app, { documents, env }) => {
  const inEnvironment = (description: string) => (env ? `${environments[env]} ${description}` : description)
  for (const document of documents)
    await app.register(async (scope) => {
      const { title, version, description, securitySchemes, security, tags } = document
      await scope.register(swagger, {
        openapi: {
          openapi: '3.1.0',
          info: { title, version, description: inEnvironment(description), contact, license },
          servers: [{ url: '/', description: 'The service that shows this page.' }],
          tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
          components: { securitySchemes },
          security,
        },
        transform: describeRoute(document),
      })
      await document.mount(scope)
      scope.get(addressOf(document), { schema: { hide: true } }, async () => scope.swagger())
    })
  // The page shows what can be asked; what is told without being asked has a document of another kind.
  const { info } = eventsDocument
  const shownEvents = { ...eventsDocument, info: { ...info, description: inEnvironment(info.description) } }
  app.get('/docs/events.json', async () => shownEvents)
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      pageTitle: `Caveau API${env ? `, ${env}` : ''}`,
      sources: documents.map((document) => ({
        url: addressOf(document),
        title: document.title,
        slug: document.slug,
        default: document.slug === 'v2',
      })),
      telemetry: false,
      withDefaultFonts: false,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
    hooks: {
      onRequest: (_request, reply, done) => {
        // The page carries its own script inline and styles itself.
        reply.header(
          'content-security-policy',
          "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'",
        )
        done()
      },
    },
  })
}

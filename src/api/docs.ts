import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'

type DocsOptions = { mountVersions: (scope: FastifyInstance) => unknown }

/** The API page at /docs. It sits around the versions, because their documents are written from the routes' own schemas. */
export const docs: FastifyPluginAsync<DocsOptions> = async (app, { mountVersions }) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Caveau API v1',
        version: '1',
        description:
          'Cellar stock, orders out of the cellar, putaways, invoices, movements, addresses and notes on wines.',
      },
      components: {
        securitySchemes: {
          AccessKey: { type: 'apiKey', in: 'header', name: 'AccessKey' },
          SecretKey: { type: 'apiKey', in: 'header', name: 'SecretKey' },
        },
      },
      security: [{ AccessKey: [], SecretKey: [] }],
    },
  })
  await mountVersions(app)
  app.get('/docs/v1.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/docs/v1.json',
      title: 'Caveau API',
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

import { expect, test } from 'vitest'
import { demoService } from '../../test/support/service.ts'

type Operation = { summary?: string; responses: Record<string, unknown>; security?: unknown }
type OpenApi = {
  openapi: string
  security: unknown
  components: { securitySchemes: Record<string, { in: string; name: string }> }
  paths: Record<string, Record<string, Operation>>
}

const { call, app } = await demoService()
const ask = (path: string) => call('GET', path, { keys: null, headers: { 'content-type': 'text/plain' } })
const page = await ask('/docs/')
const document = (await ask('/docs/v1.json')).body as OpenApi
const v2Document = (await ask('/docs/v2.json')).body as OpenApi
const operatorDocument = (await ask('/docs/operator.json')).body as OpenApi
const sandboxDocument = (await ask('/docs/sandbox.json')).body as OpenApi

test('the page answers, without keys, and may run its own script', async () => {
  const short = await ask('/docs')
  if (short.status !== 200) expect(short.headers.location).toBe('/docs/')
  expect(page.status).toBe(200)
  expect(page.headers['content-type']).toMatch(/^text\/html/)
  expect(page.text).toContain('/docs/v1.json')
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
})

test('the page and each document say which environment this is', async () => {
  expect(page.text).toContain('<title>Caveau API, preproduction</title>')
  for (const slug of ['v1', 'v2', 'operator', 'sandbox', 'events'])
    expect((await ask(`/docs/${slug}.json`)).body).toMatchObject({
      info: { description: expect.stringContaining('**This is preproduction**') },
    })
})

test('the page loads nothing from elsewhere', async () => {
  expect(page.text).not.toMatch(/(src|href)="https?:/)
  const script = /src="([^"]+\.js)"/.exec(page.text)?.[1]
  expect((await ask(new URL(script ?? '', 'http://x/docs/').pathname)).status).toBe(200)
})

test('the document is OpenAPI 3.1 with the two keys', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(Object.values(document.components.securitySchemes).map(({ name }) => name)).toEqual([
    'AccessKey',
    'SecretKey',
  ])
})

/** Every route of the service, such as `GET /v1/addresses/{}`, from the tree that the router prints. */
function routesOfService(): string[] {
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, branch = '', part = '', methods = ''] = /^([│├└─ ]*)(\S+) \(([A-Z, ]+)\)$/.exec(line) ?? []
      const depth = branch.length / 4
      above.splice(depth - 1, above.length, part)
      const path = above.join('').replaceAll(/:[\w|:]+/g, '{}')
      return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${path}`)
    })
}

// The private side of the pages, what stands around the APIs, and the stream of events, which is in the document of events.
const isElsewhere = (route: string) =>
  / \/((dashboard|health|docs|app|console)\b|llms\.txt$|api\/v2\/events\/stream$|$)/.test(route)
// At the quotes every other method says no, so that none of them is taken for an order.
const saysNo = (route: string) =>
  /^((PUT|DELETE) \/v1\/get-out-requests|(GET|DELETE) \/api\/v2\/orders)\/(delivery-cost|time-slots)$/.test(
    route,
  )

test('every route of the service is in a document, with a summary and an answer', () => {
  const operations = [document, v2Document, operatorDocument, sandboxDocument].flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([path, verbs]) =>
      Object.entries(verbs).map(([verb, operation]) => ({
        title: `${verb.toUpperCase()} ${path}`,
        operation,
      })),
    ),
  )
  const documented = operations.map(({ title }) => title.replaceAll(/\{\w+\}/g, '{}'))
  const routes = routesOfService()
  expect(routes).toContain('GET /health/live')
  expect(routes.filter((route) => !isElsewhere(route) && !saysNo(route)).toSorted()).toEqual(
    documented.toSorted(),
  )
  for (const { title, operation } of operations) {
    expect(operation.summary, title).toMatch(/./)
    expect(
      Object.keys(operation.responses).some((status) => /^20[0124]$/.test(status)),
      title,
    ).toBe(true)
  }
})

test('the documents have no address in common, and each its own way in', () => {
  expect(Object.keys(document.paths).every((path) => path.startsWith('/v1/'))).toBe(true)
  expect(Object.keys(v2Document.paths).every((path) => path.startsWith('/api/v2/'))).toBe(true)
  expect(Object.keys(v2Document.components.securitySchemes)).toEqual(['BearerToken'])
  expect(Object.keys(operatorDocument.paths).every((path) => path.startsWith('/operator/'))).toBe(true)
  expect(Object.keys(operatorDocument.components.securitySchemes)).toEqual(['OperatorToken', 'Session'])
})

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
  for (const slug of ['v1', 'v2', 'operator', 'events'])
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

test('every route of the service is in a document, with a summary and an answer', async () => {
  const routes = app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .filter((line) => line.includes('('))
  const methods = routes.flatMap((line) => /\(([A-Z, ]+)\)/.exec(line)?.[1]?.split(', ') ?? [])
  const operations = [document, v2Document, operatorDocument].flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([path, verbs]) =>
      Object.entries(verbs).map(([verb, operation]) => ({ title: `${verb} ${path}`, operation })),
    ),
  )
  // The others: three of health, the three of the page, its four documents, the six guides, those that say no at the quotes (two
  // of v1, four of v2), the one of the owners' pages, and the stream of events, which is in the document of events.
  expect(operations.length).toBe(methods.length - 23)
  for (const { title, operation } of operations) {
    expect(title).toMatch(/ \/(v1|api\/v2|operator)\//)
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

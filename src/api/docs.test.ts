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

test('the page answers, without keys, and may run its own script', async () => {
  const short = await ask('/docs')
  if (short.status !== 200) expect(short.headers.location).toBe('/docs/')
  expect(page.status).toBe(200)
  expect(page.headers['content-type']).toMatch(/^text\/html/)
  expect(page.text).toContain('/docs/v1.json')
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
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

test('every v1 route of the service is in the document, with a summary and an answer', () => {
  const routes = app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .filter((line) => line.includes('('))
  const methods = routes.flatMap((line) => /\(([A-Z, ]+)\)/.exec(line)?.[1]?.split(', ') ?? [])
  const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ title: `${verb} ${path}`, operation })),
  )
  // The others: two of health, three of the page itself, and the two that say no at delivery-cost.
  expect(operations.length).toBe(methods.length - 7)
  for (const { title, operation } of operations) {
    expect(title).toMatch(/ \/v1\//)
    expect(operation.summary, title).toMatch(/./)
    expect(
      Object.keys(operation.responses).some((status) => /^20[01]$/.test(status)),
      title,
    ).toBe(true)
  }
})

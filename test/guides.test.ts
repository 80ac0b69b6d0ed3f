// The guides as the service shows them: found, whole, and true to the documents.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { demoService, outcome } from './support/service.ts'

const { call } = await demoService()
const ask = (path: string) => call('GET', path, { keys: null })
const inProject = (path: string) => readFileSync(new URL(`..${path}`, import.meta.url), 'utf8')

const guides = ['getting-started', 'v1-to-v2', 'events'].map((name) => `/docs/guides/${name}.md`)
const pages = ['/llms.txt', '/docs/api/v1.md', '/docs/api/v2.md', ...guides]

test.each(pages)('%s is served as it is in the project, without keys', async (path) => {
  const { status, headers, text } = await ask(path)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe(
    path.endsWith('.md') ? 'text/markdown; charset=utf-8' : 'text/plain; charset=utf-8',
  )
  expect(text).toBe(inProject(path))
})

test.each([
  '/docs/guides/',
  '/docs/guides/nothing.md',
  '/docs/guides/getting-started',
  '/docs/guides/../../package.json',
  '/docs/guides/..%2f..%2fpackage.json',
  '/docs/guides/%2e%2e/decisions.md',
  '/docs/decisions.md',
  '/README.md',
])('%s leads nowhere', async (path) => expect(outcome(await ask(path))).toBe('404 not_found'))

const links = pages.flatMap((page) => {
  const found = [...inProject(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => link)
  return [...new Set(found)].map((link) => [page, link] as const)
})
test.each(links)('in %s the link %s leads somewhere', async (page, link) => {
  const [path = '', anchor] = link.split('#')
  const { status, text } = await ask(path === '' ? page : new URL(path, `http://caveau${page}`).pathname)
  expect(status).toBe(200)
  if (anchor) expect(headings(text)).toContain(anchor)
})

/** As pages that show Markdown name them. */
const headings = (text: string) =>
  [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('llms.txt has the form of llmstxt.org: a title, a summary, sections of links', () => {
  const lines = inProject('/llms.txt').split('\n')
  expect(lines[0]).toMatch(/^# \w+$/)
  expect(lines[2]).toMatch(/^> .+\.$/)
  const sections = lines.join('\n').split(/^## /m).slice(1)
  expect(sections.map((section) => section.split('\n')[0])).toEqual(['Guides', 'Reference', 'Optional'])
  for (const section of sections)
    for (const line of section.split('\n').slice(1).filter(Boolean))
      expect(line).toMatch(/^- \[[^\]]+\]\(\/[^)]+\)(: .+)?$/)
})

test('the API page links to the guides', async () => {
  const { info } = (await ask('/docs/v2.json')).body as { info: { description: string } }
  for (const guide of guides) expect(info.description).toContain(`](${guide})`)
})

test.each([...guides, '/docs/api/v2.md'])('every JSON in %s can be read', (page) => {
  for (const [, json = ''] of inProject(page).matchAll(/^```json\n([\s\S]*?)^```/gm))
    expect(() => JSON.parse(json), json).not.toThrow()
})

type Schema = { properties?: Record<string, unknown>; required?: string[]; items?: Schema }
type Content = { content: Record<string, { schema: Schema }> }
type Operation = { operationId: string; requestBody?: Content; responses: Record<string, Content> }
type OpenApi = { paths: Record<string, Record<string, Operation>> }

describe('the bodies of both versions', async () => {
  const documents = Object.fromEntries(
    await Promise.all(
      ['v1', 'v2'].map(async (slug) => [slug, (await ask(`/docs/${slug}.json`)).body as OpenApi] as const),
    ),
  )
  const shapeOf = (slug: string, operationId: string, part: string): Schema => {
    const all = Object.values(documents[slug]?.paths ?? {}).flatMap((verbs) => Object.values(verbs))
    const operation = all.find((each) => each.operationId === operationId)
    const [status = ''] = Object.keys(operation?.responses ?? {})
    const content = part === 'body' ? operation?.requestBody : operation?.responses[status]
    const schema = content?.content['application/json']?.schema ?? {}
    return part === 'record' ? (schema.items ?? {}) : schema
  }
  const pairs = [
    ...inProject('/docs/guides/v1-to-v2.md').matchAll(
      /^<!-- (\w+) of v1 (\w+) \| v2 (\w+) -->[\s\S]*?```json\n([\s\S]*?)```[\s\S]*?```json\n([\s\S]*?)```/gm,
    ),
  ].map(([, part = '', v1 = '', v2 = '', one = '', other = '']) => ({ part, v1, v2, one, other }))

  test('are of every record', () => expect(pairs.length).toBeGreaterThan(9))
  test.each(pairs)('$part of $v1 and $v2 have the fields that the documents tell', (pair) => {
    for (const [slug, operationId, json] of [
      ['v1', pair.v1, pair.one],
      ['v2', pair.v2, pair.other],
    ] as const) {
      const body = JSON.parse(json)
      const schema = shapeOf(slug, operationId, pair.part)
      const [record, shape] = Array.isArray(body) ? [body[0], schema.items] : [body, schema]
      const names = Object.keys(record)
      const known = Object.keys(shape?.properties ?? {})
      expect(names.filter((name) => !known.includes(name))).toEqual([])
      expect(shape?.required?.filter((name) => !names.includes(name)) ?? []).toEqual([])
    }
  })
})

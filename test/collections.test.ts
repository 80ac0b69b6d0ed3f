// The collections for Bruno and Postman hold every request of every document, and are as fresh as the documents.
import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { collectionFiles, collectionsFolder, readDocument } from '../tools/collections/collection-files.ts'
import { type Document, readApi } from '../tools/collections/read-api.ts'
import { sampleOf } from '../tools/collections/sample.ts'

type PostmanUrl = {
  raw: string
  path: string[]
  query?: { key: string; value: string; disabled?: boolean }[]
  variable?: { key: string; value: string }[]
}
type PostmanItem = {
  name: string
  auth?: { type: string }
  item?: PostmanItem[]
  request?: {
    method: string
    url: PostmanUrl
    header: { key: string; value: string; disabled?: boolean }[]
    body?: { mode: string; raw?: string }
    auth?: { type: string }
  }
}

const files = collectionFiles()
const slugs = ['v2', 'v1', 'operator', 'sandbox']
const documents = Object.fromEntries(slugs.map((slug) => [slug, readDocument(slug)]))
const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
const postman = JSON.parse(files.get('caveau.postman_collection.json') ?? '') as {
  info: { schema: string }
  item: PostmanItem[]
  variable: { key: string }[]
}
const requestsIn = (item: PostmanItem): PostmanItem[] => (item.item ? item.item.flatMap(requestsIn) : [item])

test('docs/collections is what docs/openapi gives; if not, run npm run openapi', () => {
  const kept = readdirSync(collectionsFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.split('/docs/collections/').at(-1) ?? '')
  expect(kept.map((path) => path.replace(/^\//, '')).toSorted()).toEqual([...files.keys()].toSorted())
  for (const [path, text] of files)
    expect(readFileSync(new URL(path, collectionsFolder), 'utf8') === text, `${path} is fresh`).toBe(true)
})

describe('the Postman collection', () => {
  test('is of the format 2.1 and has the five variables', () => {
    expect(postman.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json')
    expect(postman.variable.map(({ key }) => key)).toEqual([
      ...['baseUrl', 'accessKey', 'secretKey', 'token', 'operatorToken'],
    ])
  })

  test.each(slugs.map((slug, index) => [slug, index] as const))('has every request of %s', (slug, index) => {
    const folder = postman.item[index] as PostmanItem
    const found = requestsIn(folder).map(
      ({ request }) => `${request?.method} /${request?.url.path.join('/')}`,
    )
    const wanted = operationsOf(documents[slug] as Document).map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    )
    expect(found.toSorted()).toEqual(wanted.toSorted())
  })

  test('fills in every place of an address, and says how each request is let in', () => {
    for (const [index, folder] of postman.item.entries())
      for (const { name, request } of requestsIn(folder)) {
        const places = request?.url.path.filter((part) => part.startsWith(':')).map((part) => part.slice(1))
        expect(request?.url.variable?.map(({ key }) => key) ?? [], name).toEqual(places)
        for (const { value } of request?.url.variable ?? []) expect(value, name).toMatch(/./)
        expect(request?.url.raw, name).toMatch(/^\{\{baseUrl\}\}\//)
        const headers = request?.header.map(({ key }) => key) ?? []
        if (slugs[index] === 'v1')
          expect(headers, name).toEqual(expect.arrayContaining(['AccessKey', 'SecretKey']))
        else expect(folder.auth?.type).toBe('bearer')
        if (slugs[index] === 'v1' && request?.body?.mode !== 'formdata')
          expect(headers).toContain('Content-Type')
        if (request?.body?.mode === 'raw')
          expect(() => JSON.parse(request.body?.raw ?? ''), name).not.toThrow()
      }
  })
})

describe('the Bruno collection', () => {
  test('has a file for every request', () => {
    const requests = [...files].filter(([path]) =>
      /^bruno\/(v1|v2|sandbox|operator)\/[^/]+\/(?!folder)/.test(path),
    )
    expect(requests.length).toBe(slugs.flatMap((slug) => operationsOf(documents[slug] as Document)).length)
    for (const [path, text] of requests) {
      expect(text, path).toMatch(/^meta \{\n {2}name: .+\n {2}type: http\n {2}seq: \d+\n\}\n/)
      expect(text, path).toMatch(/\n(get|post|put|delete) \{\n {2}url: \{\{baseUrl\}\}\//)
      // Every block is closed, and nothing else begins at the edge.
      const edges = text.split('\n').filter((line) => /^\S/.test(line))
      expect(
        edges.every((line, at) => (at % 2 === 0 ? /^[\w:-]+ \{$/ : /^\}$/).test(line)),
        path,
      ).toBe(true)
    }
  })

  test('keeps no credential in a file', () => {
    expect(files.get('bruno/environments/local.bru')).toContain(
      'vars:secret [\n  accessKey,\n  secretKey,\n  token,\n  operatorToken\n]',
    )
    for (const [path, text] of files)
      expect(text, path).not.toMatch(/\b(pre|live)_[a-z]{2}_\w{8}|whsec_\w{8}/)
  })
})

test.each(slugs)('the bodies of %s are what its document asks for', (slug) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const { folders } = readApi(slug, documents[slug] as Document)
  const bodies = new Map(
    folders.flatMap(({ requests }) => requests.map(({ operationId, body }) => [operationId, body] as const)),
  )
  for (const { operation } of operationsOf(documents[slug] as Document)) {
    const body = bodies.get(operation.operationId)
    const schema = operation.requestBody?.content['application/json']?.schema
    if (body?.kind !== 'json' || !schema) continue
    const isValid = ajv.validate(schema, JSON.parse(body.text))
    expect(isValid, `${operation.operationId}: ${ajv.errorsText()} in ${body.text}`).toBe(true)
  }
})

test.each<[Parameters<typeof sampleOf>[0], unknown]>([
  [{ type: 'string', examples: ['a'], enum: ['b'] }, 'a'],
  [{ type: ['integer', 'null'], minimum: 3 }, 3],
  [{ type: 'number', exclusiveMinimum: 0 }, 1],
  [{ type: 'array', items: { type: 'boolean' } }, [true]],
  [{ type: 'object', required: ['b'], properties: { a: {}, b: { enum: ['x', 'y'] } } }, { b: 'x' }],
  [{ type: 'object', properties: { city: { type: 'string' } } }, { city: 'Paris' }],
])('a sample of %j is %j', (schema, sample) => expect(sampleOf(schema)).toEqual(sample))

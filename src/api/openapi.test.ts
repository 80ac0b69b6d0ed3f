// The published documents under the recommended rules of Spectral, an outside checker, and their examples under their own schemas.
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { type OpenApi, publishedSchemas } from '../../test/support/published-schemas.ts'
import { demoService } from '../../test/support/service.ts'
import { readExamples } from './route-examples.ts'

type Media = { schema: object; example?: unknown }
type Content = { content?: Record<string, Media> }
type Operation = { operationId: string; requestBody?: Content; responses: Record<string, Content> }
type Document = OpenApi & { paths: Record<string, Record<string, Operation>> }

const { call } = await demoService()
const spectral = new spectralCore.Spectral()
spectral.setRuleset({ extends: [rulesets.oas as RulesetDefinition] })
const ajv = new Ajv2020({ strict: false, validateFormats: false })
const isSuccess = (status: string) => status.startsWith('2')
const mayBeNull = (schema: { type?: unknown } = {}) =>
  Array.isArray(schema.type) && schema.type.includes('null')

describe.each(['v1', 'v2', 'operator', 'sandbox'])('the document of %s', async (slug) => {
  const { text, body } = await call('GET', `/docs/${slug}.json`, { keys: null })
  const document = body as Document
  const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ method: verb.toUpperCase(), path, ...operation })),
  )
  const jsonOf = ({ content }: Content) => content?.['application/json']
  const examples = readExamples(slug)

  test('is clean', async () => {
    const found = await spectral.run(text)
    expect(found.map(({ code, path, message }) => `${code} at ${path.join('.')}: ${message}`)).toEqual([])
  })

  test('has answers as examples that are as their schemas say, to the field', async () => {
    const expectPublished = publishedSchemas(async () => document)
    for (const { method, path, responses } of operations)
      for (const [status, response] of Object.entries(responses)) {
        const example = jsonOf(response)?.example
        if (example !== undefined) await expectPublished(method, path, Number(status), example)
      }
  })

  test('has requests as examples that their schemas take', () => {
    for (const { operationId, requestBody = {} } of operations) {
      const { schema = {}, example } = jsonOf(requestBody) ?? {}
      if (example === undefined) continue
      const validate = ajv.compile(schema)
      validate(example)
      expect(validate.errors, operationId).toBeNull()
    }
  })

  test('shows every example that was recorded', () => {
    const shown = operations.flatMap(({ operationId, requestBody, responses }) => [
      ...(requestBody && jsonOf(requestBody)?.example ? [`${operationId} request`] : []),
      ...Object.entries(responses).flatMap(([status, response]) =>
        jsonOf(response)?.example === undefined ? [] : [`${operationId} ${status}`],
      ),
    ])
    const recorded = Object.entries(examples).flatMap(([operationId, { request, answers }]) => [
      ...(request ? [`${operationId} request`] : []),
      ...Object.keys(answers).map((status) => `${operationId} ${status}`),
    ])
    expect(recorded.length).toBeGreaterThan(0)
    expect(shown.toSorted()).toEqual(recorded.toSorted())
  })

  if (slug !== 'operator')
    test.each(operations)('has an example of what $operationId takes and answers', (operation) => {
      const answers = Object.entries(operation.responses).filter(([status]) => isSuccess(status))
      const json = answers.map(([, response]) => jsonOf(response)).filter((media) => media !== undefined)
      expect(json.length === 0 || json.some(({ example }) => example !== undefined)).toBe(true)
      expect(jsonOf(operation.responses[401] ?? {})?.example).toBeDefined()
      const asked = operation.requestBody && jsonOf(operation.requestBody)
      // The body of a GET says what its query could say, and one that may be null need not be there.
      if (asked && operation.method !== 'GET' && !mayBeNull(asked.schema)) expect(asked.example).toBeDefined()
    })
})

test.each(['v1', 'v2', 'operator', 'sandbox'])('the examples of %s stay small enough to be read', (slug) => {
  expect(JSON.stringify(readExamples(slug), null, 2).length).toBeLessThan(300_000)
})

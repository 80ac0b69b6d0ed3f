// The order in which a request is checked: route, keys, content type, JSON, fields, record. A request that breaks several rules
// is told the first of them.
import { describe, expect, test } from 'vitest'
import { type Call, demoService, outcome } from '../support/service.ts'

const { call } = await demoService()

const noKeys: Call = { keys: null }
const textual: Call = { headers: { 'content-type': 'text/plain' } }
const broken: Call = { rawBody: '{"comment": ' }

describe.each([
  ['PUT', '/v1/addresses/999999999'],
  ['POST', '/v1/wine-comments'],
  ['PUT', '/v1/wine-prices'],
  ['DELETE', '/v1/wine-prices'],
  ['GET', '/v1/bottles?page=0'],
])('%s %s', (method, path) => {
  const invalidFields = method === 'GET' ? {} : { body: { unknown: 1 } }

  test.each<[string, Call, string]>([
    ['keys before content type and JSON', { ...noKeys, ...textual, ...broken }, '401 access_key_id_missing'],
    ['content type before JSON', { ...textual, ...broken }, '400 request_content_type_invalid'],
    ['content type before fields', { ...textual, ...invalidFields }, '400 request_content_type_invalid'],
    ['JSON before fields and record', broken, '400 invalid_json'],
    ['fields before the record', invalidFields, '400 parameter_invalid'],
  ])('%s', async (_title, options, expected) =>
    expect(outcome(await call(method, path, options))).toBe(expected),
  )
})

describe('the route comes before', () => {
  test.each<[string, Call]>([
    ['the keys', noKeys],
    ['the content type', textual],
    ['the JSON', broken],
    ['the size', { rawBody: 'x'.repeat(300_000) }],
    ['all of them', { ...noKeys, ...textual, ...broken }],
  ])('%s', async (_title, options) => {
    for (const [method, path] of [
      ['GET', '/v1/nothing'],
      ['GET', '/v1'],
      ['GET', '/v2/bottles'],
      ['GET', '/V1/bottles'],
      ['GET', '/v1/Bottles'],
      ['POST', '/v1/bottles'],
      ['PATCH', '/v1/addresses/1'],
      ['PUT', '/v1/wine-comments/single'],
    ] as const)
      expect(outcome(await call(method, path, options)), `${method} ${path}`).toBe('404 not_found')
  })
})

test('the size comes after the keys and the content type', async () => {
  const rawBody = 'x'.repeat(300_000)
  const post = async (options: Call) => outcome(await call('POST', '/v1/addresses', { rawBody, ...options }))
  expect(await post(noKeys)).toBe('401 access_key_id_missing')
  expect(await post(textual)).toBe('400 request_content_type_invalid')
  expect(await post({})).toBe('413 request_too_large')
})

test.each<[string, string | undefined, boolean]>([
  ['the bare type', 'application/json', true],
  ['a parameter', 'application/json; charset=utf-8', true],
  ['capitals', 'Application/JSON', true],
  ['none', undefined, false],
  ['an empty one', '', false],
  ['plain text', 'text/plain', false],
  ['a relative', 'application/vnd.api+json', false],
  ['a longer name', 'application/jsonp', false],
  ['a form', 'application/x-www-form-urlencoded', false],
  ['files', 'multipart/form-data; boundary=x', false],
  ['nonsense', ';;;', false],
])('content type: %s', async (_title, contentType, accepted) => {
  // undici leaves a header out whose value is undefined.
  const headers = { 'content-type': contentType } as Record<string, string>
  const read = outcome(await call('GET', '/v1/users', { headers }))
  expect(read).toBe(accepted ? '200 ok' : '400 request_content_type_invalid')
  const removed = outcome(await call('DELETE', '/v1/addresses/999999999', { headers }))
  expect(removed).toBe(accepted ? '404 not_found' : '400 request_content_type_invalid')
})

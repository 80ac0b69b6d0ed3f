// The order in which a request of v1 is checked, and the content type that it asks of every request.
import { expect, test } from 'vitest'
import { walkOrderOfChecks } from '../support/order-of-checks-walk.ts'
import { demoService, outcome } from '../support/service.ts'
import { v1Walk } from './all-routes.ts'

const service = await demoService()
const { call } = service

walkOrderOfChecks(await v1Walk(service), {
  nobody: '401 access_key_id_missing',
  nowhere: [
    ['GET', '/v1/nothing'],
    ['GET', '/v1'],
    ['GET', '/v2/bottles'],
    ['GET', '/V1/bottles'],
    ['GET', '/v1/Bottles'],
    ['POST', '/v1/bottles'],
    ['PATCH', '/v1/addresses/1'],
    ['PUT', '/v1/wine-comments/single'],
  ],
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

// The order in which a request of v2 is checked, and the content type that it asks of bodies.
import { expect, test } from 'vitest'
import { walkOrderOfChecks } from '../support/order-of-checks-walk.ts'
import { demoService, outcome } from '../support/service.ts'
import { v2Walk } from './all-routes.ts'

const service = await demoService()
const { callV2 } = service

walkOrderOfChecks(await v2Walk(service), {
  nobody: '401 credentials_invalid',
  nowhere: [
    ['GET', '/api/v2'],
    ['GET', '/api/v2/nothing'],
    ['GET', '/api/v3/bottles'],
    ['GET', '/API/v2/bottles'],
    ['GET', '/api/v2/Bottles'],
    ['POST', '/api/v2/bottles'],
    ['GET', '/api/v2/bottles/1'],
    ['GET', '/api/v2/bottles/consolidated'],
    ['GET', '/api/v2/get-out-requests'],
    ['PUT', '/api/v2/orders/1'],
    ['PATCH', '/api/v2/addresses/1'],
    ['PUT', '/api/v2/wine-comments/single'],
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
])('content type of a body: %s', async (_title, contentType, accepted) => {
  // undici leaves a header out whose value is undefined.
  const headers = { 'content-type': contentType } as Record<string, string>
  const added = outcome(await callV2('POST', '/addresses', { headers, body: {} }))
  expect(added).toBe(accepted ? '400 parameter_missing' : '400 request_content_type_invalid')
  const removed = outcome(await callV2('DELETE', '/wine-prices', { headers, body: { wine_id: 0 } }))
  expect(removed).toBe(accepted ? '400 parameter_invalid' : '400 request_content_type_invalid')
  expect(outcome(await callV2('GET', '/account', { headers }))).toBe('200 ok')
  expect(outcome(await callV2('DELETE', '/addresses/999999999', { headers }))).toBe('404 not_found')
})

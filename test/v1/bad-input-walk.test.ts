// Sends every kind of bad input to every route: each gets the right status and the documented error body, never a 500, and
// nothing is written.
import { describe, expect, test } from 'vitest'
import { checksumOf } from '../support/checksum.ts'
import { expectShape, listOf, nonEmpty, oneOf, record } from '../support/fields.ts'
import { type Call, demoService, outcome, type Reply } from '../support/service.ts'
import { allRoutes, type Good, goodRequests, idsOf, type Route } from './all-routes.ts'
import { badBodyValues, badIds, badQueryValues } from './bad-values.ts'

const { call, read, pool, owner } = await demoService()
const routes = await allRoutes(read)
const good = goodRequests(await idsOf(read))

const fiveMegabytes = `"${'x'.repeat(5_000_000)}"`
const errorBody = record([
  ['result', oneOf('error')],
  ['name', nonEmpty],
  ['message', nonEmpty],
  [
    'details',
    listOf(
      record([
        ['field', nonEmpty],
        ['message', nonEmpty],
      ]),
    ),
    'optional',
  ],
])

const goodFor = (route: Route): Good => good[route.title] ?? { path: route.path }

/** The good request of a route with one thing changed; the answer must be an error of the documented shape. */
async function refused(route: Route, change: Call & { path?: string }): Promise<string> {
  const { path, body, form } = goodFor(route)
  const reply: Reply = await call(route.method, change.path ?? path, { body, ...form, ...change })
  const sent = change.rawBody ?? JSON.stringify(change.body) ?? ''
  const what = `${route.method} ${change.path ?? path} ${sent.slice(0, 200)}`
  expect(reply.headers['x-request-id'], what).toMatch(/./)
  expect(reply.status, `${what}: ${reply.text.slice(0, 200)}`).toBeGreaterThanOrEqual(400)
  expectShape(reply.body, errorBody)
  return outcome(reply)
}

const beforeAnything = await checksumOf(pool)
/** A test that also fails when anything at all was written meanwhile. */
const testUnchanged = (title: string, work: () => Promise<void>) =>
  test(title, async () => {
    const before = await checksumOf(pool)
    await work()
    expect(await checksumOf(pool)).toEqual(before)
  })
const withQuery = (route: Route, name: string, value: string) => {
  const [path, query] = goodFor(route).path.split('?')
  const others = (query ?? '').split('&').filter((each) => each && !each.startsWith(`${name}=`))
  return `${path}?${[...others, `${name}=${value.replace('{name}', name)}`].join('&')}`
}

test('the walk knows a good request for every route, and no other route', () => {
  expect(Object.keys(good).toSorted()).toEqual(routes.map((route) => route.title).toSorted())
})

describe.each(routes)('$title', (route) => {
  // What is sent by GET is looked after once, at the end.
  const testRefusals = route.method === 'GET' ? test : testUnchanged
  const takesBody = goodFor(route).body !== undefined
  const takesForm = goodFor(route).form !== undefined
  const bodyFields = takesForm ? [] : Object.keys(route.body?.properties ?? {})

  testRefusals('keys and content type', async () => {
    expect(await refused(route, { keys: null })).toBe('401 access_key_id_missing')
    expect(await refused(route, { keys: { ...owner, secretKey: '' } })).toBe('401 secret_access_key_missing')
    expect(await refused(route, { keys: { ...owner, secretKey: 'x' } })).toBe('401 credentials_invalid')
    const textual = { headers: { 'content-type': 'text/plain' } }
    expect(await refused(route, textual)).toBe('400 request_content_type_invalid')
  })

  if (!takesForm)
    testRefusals('broken JSON, and a body of 5 MB', async () => {
      const broken = ['{', '{"a":}', "{'a':1}", 'undefined', '\0', '{"a":"\u0001"}', '{}{}', '['.repeat(9999)]
      for (const rawBody of broken)
        expect(await refused(route, { rawBody }), rawBody.slice(0, 20)).toBe('400 invalid_json')
      expect(await refused(route, { rawBody: fiveMegabytes })).toBe('413 request_too_large')
    })

  testRefusals('other methods', async () => {
    const known = routes.filter((each) => each.path === route.path).map((each) => each.method)
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])
      if (!known.includes(method))
        expect(outcome(await call(method, goodFor(route).path)), method).toBe('404 not_found')
    const head = await call('HEAD', goodFor(route).path)
    expect([head.status, head.text]).toEqual([404, ''])
  })

  testRefusals('paths that cannot be read', async () => {
    const [path = ''] = goodFor(route).path.split('?')
    for (const bad of [
      `${path}/%zz`,
      `${path}%zz`,
      `${path}/%`,
      `${path}%00`,
      `${path}/%00/x`,
      `${path}/x/y`,
    ])
      expect(await refused(route, { path: bad }), bad).toMatch(/^(404 not_found|400 parameter_invalid)$/)
  })

  if (route.path.includes('{id}'))
    testRefusals('ids', async () => {
      for (const id of badIds)
        expect(await refused(route, { path: route.path.replace('{id}', id) }), id).toBe(
          '400 parameter_invalid',
        )
      for (const id of ['999999999', '9007199254740991'])
        expect(await refused(route, { path: route.path.replace('{id}', id) }), id).toBe('404 not_found')
    })

  if (route.query.length > 0)
    testRefusals('the query', async () => {
      for (const name of route.query)
        for (const value of badQueryValues[name] ?? expect.fail(`no bad values for ${name}`))
          expect(await refused(route, { path: withQuery(route, name, value) }), `${name}=${value}`).toBe(
            '400 parameter_invalid',
          )
    })

  if (route.query.includes('wine_id'))
    testRefusals('a query without its required names', async () => {
      const [path = ''] = goodFor(route).path.split('?')
      expect(await refused(route, { path })).toBe('400 parameter_missing')
      expect(await refused(route, { path: `${path}?wine_id=1` })).toBe('400 parameter_missing')
      expect(await refused(route, { path: `${path}?format=1` })).toBe('400 parameter_missing')
      expect(await refused(route, { path: `${path}?format=1&wine_id=999999999` })).toBe('404 not_found')
    })

  if (route.body && !takesForm)
    testRefusals('a body that is no object, and a field that is not known', async () => {
      const isOptional = !takesBody
      for (const rawBody of ['[]', '"x"', '1', 'true', '[{}]', ...(isOptional ? [] : ['null', ''])])
        expect(await refused(route, { rawBody }), rawBody).toBe('400 parameter_invalid')
      for (const rawBody of ['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}']) {
        expect(await refused(route, { rawBody }), rawBody).toMatch(/^400 (parameter_invalid|invalid_json)$/)
        expect('x' in {}, 'the prototype of all objects was written to').toBe(false)
      }
      const unknown: Record<string, unknown>[] = [
        { unknown: 1 },
        { Comment: 'x' },
        { toString: 'x' },
        { ['x'.repeat(5000)]: 1 },
        { 'a/b~c': 1 },
      ]
      for (const more of unknown)
        expect(await refused(route, { body: { ...goodFor(route).body, ...more } })).toBe(
          '400 parameter_invalid',
        )
    })

  if (bodyFields.length > 0)
    testRefusals('every field of the body', async () => {
      const badValues = badBodyValues[route.path.split('/')[2] ?? ''] ?? {}
      for (const field of bodyFields)
        for (const value of badValues[field] ?? expect.fail(`no bad values for ${field}`)) {
          const answer = await refused(route, { body: { ...goodFor(route).body, [field]: value } })
          // A field that is left out is told as missing, and a blank one may be.
          const isBlank = value === null || (typeof value === 'string' && value.trim() === '')
          const names = value === undefined ? 'missing' : isBlank ? '(missing|invalid)' : 'invalid'
          expect(answer, `${field}: ${JSON.stringify(value)?.slice(0, 80)}`).toMatch(
            new RegExp(`^400 (parameter_${names}|address_invalid)$`),
          )
        }
    })

  if (bodyFields.includes('wine_id'))
    testRefusals('a wine that is not there', async () => {
      const body = { ...goodFor(route).body, wine_id: 999_999_999 }
      expect(await refused(route, { body })).toBe('404 not_found')
    })
})

test('nothing was written by any of it', async () => {
  expect(await checksumOf(pool)).toEqual(beforeAnything)
})

describe('the good requests, without which the bad ones would prove nothing', () => {
  const deletesLast = routes.toSorted(
    (one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'),
  )
  test.each(deletesLast)('$title is taken', async (route) => {
    const { path, body, form } = goodFor(route)
    expect(outcome(await call(route.method, path, { body, ...form }))).toMatch(/^20[01] ok$/)
  })
})

import { describe, expect, test } from 'vitest'
import { fieldsOf, type Route, withField } from './all-routes.ts'
import { contentOf, goodOf, pathWithId, pathWithQuery, type WalkedApi } from './api-walk.ts'
import { type BadInput, badIds, badValuesOf, unknownIds } from './bad-values.ts'
import { checksumOf } from './checksum.ts'
import { expectShape, listOf, nonEmpty, oneOf, record } from './fields.ts'
import { type Call, outcome, type Reply } from './service.ts'

type Rules = {
  /** Headers that open no door, and what they are answered. */
  closedDoors: readonly { headers: Record<string, string>; answer: string }[]
  /** Whether a request without a body must have a content type as well. */
  asksContentTypeOf: 'every request' | 'bodies'
}

const tooLarge = `"${'x'.repeat(300_000)}"`
const brokenJson = ['{', '{"a":}', "{'a':1}", 'undefined', '\0', '{"a":"\u0001"}', '{}{}', '['.repeat(9999)]
const unknownFields = ['unknown', 'Comment', 'toString', 'x'.repeat(5000), 'a/b~c']
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']
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

/** Requests that write nothing need not wait for each other. */
const atOnce = <T>(values: readonly T[], check: (value: T) => Promise<void>) => Promise.all(values.map(check))

/** That the refusal is told by the name of what is wrong, or of something in it. */
function expectNamed({ body, text }: Reply, name: string): void {
  const { details = [] } = body as { details?: { field: string }[] }
  const isNamed = details.some(({ field }) => field === name || field.startsWith(`${name}.`))
  expect(isNamed, `${name} in ${text.slice(0, 200)}`).toBe(true)
}

/**
 * Sends every kind of bad input to every route: each gets the right status and the documented error body, never a 500, and nothing
 * is written. Then the good requests, without which the bad ones would prove nothing.
 */
export async function walkBadInput(api: WalkedApi, bad: BadInput & Rules): Promise<void> {
  let lastSeen = await checksumOf(api.pool)
  const expectNothingWritten = async () => {
    const before = lastSeen
    lastSeen = await checksumOf(api.pool)
    expect(lastSeen).toEqual(before)
  }

  test.each(api.routes)('$title has a good request, for the walk to spoil', ({ title }) => {
    expect(Object.keys(api.good)).toContain(title)
  })
  test('every good request is one of a route', () => {
    const titles = api.routes.map(({ title }) => title)
    expect(Object.keys(api.good).filter((title) => !titles.includes(title))).toEqual([])
  })

  describe.each(api.routes.filter(({ title }) => api.good[title]))('$title', (route) => {
    walkRoute(api, route, bad)
    // What is sent by GET is looked after once, at the end.
    if (route.method !== 'GET') test('nothing of it was written', expectNothingWritten)
  })
  test('nothing was written by any of it', expectNothingWritten)

  describe('the good requests', () => {
    const deletesLast = api.routes.toSorted(
      (one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'),
    )
    test.each(deletesLast)('$title is taken', async (route) => {
      const good = goodOf(api, route)
      expect(outcome(await api.call(route.method, good.path, contentOf(good)))).toMatch(/^20[01] ok$/)
    })
  })
}

function walkRoute(api: WalkedApi, route: Route, bad: BadInput & Rules): void {
  const good = goodOf(api, route)
  const [address = ''] = good.path.split('?')
  const fields = route.body ? fieldsOf(route.body) : []
  const mayLeaveBodyOut = [route.body?.type].flat().includes('null')

  /** The good request with one thing changed; the answer must be an error of the documented shape. */
  async function refusalOf(change: Call & { path?: string; caller?: WalkedApi['call'] }) {
    const { path = good.path, caller = api.call, ...options } = change
    const reply = await caller(route.method, path, { ...contentOf(good), ...options })
    const sent = options.rawBody ?? JSON.stringify(options.body) ?? ''
    const what = `${route.method} ${path} ${sent.slice(0, 200)}`
    expect(reply.headers['x-request-id'], what).toMatch(/./)
    expect(reply.status, `${what}: ${reply.text.slice(0, 200)}`).toBeGreaterThanOrEqual(400)
    expectShape(reply.body, errorBody)
    return reply
  }
  const refused = async (change: Parameters<typeof refusalOf>[0]) => outcome(await refusalOf(change))

  test('credentials and content type', async () => {
    for (const { headers, answer } of bad.closedDoors)
      expect(
        await refused({ caller: api.callAsNobody, headers: { ...good.form?.headers, ...headers } }),
      ).toBe(answer)
    const headers = { 'content-type': 'text/plain' }
    const asksBody = route.takesForm || (route.body && !mayLeaveBodyOut)
    if (bad.asksContentTypeOf === 'every request' || asksBody)
      expect(await refused({ headers })).toBe('400 request_content_type_invalid')
    else if (route.method !== 'GET')
      expect(await refused({ headers, rawBody: '{}' })).toBe('400 request_content_type_invalid')
    else expect((await api.call('GET', good.path, { headers })).status).toBe(200)
  })

  if (!route.takesForm)
    test('broken JSON, and a body that is too large', async () => {
      await atOnce(brokenJson, async (rawBody) =>
        expect(await refused({ rawBody }), rawBody.slice(0, 20)).toBe('400 invalid_json'),
      )
      expect(await refused({ rawBody: tooLarge })).toBe('413 request_too_large')
    })

  test('other methods', async () => {
    const known = api.routes.filter((each) => each.path === route.path).map((each) => each.method)
    const others = methods.filter((method) => !known.includes(method))
    await atOnce(others, async (method) =>
      expect(outcome(await api.call(method, good.path)), method).toBe('404 not_found'),
    )
    const head = await api.call('HEAD', good.path)
    expect([head.status, head.text]).toEqual([404, ''])
  })

  test('paths that cannot be read', async () => {
    await atOnce(['/%zz', '%zz', '/%', '%00', '/%00/x', '/x/y'], async (end) =>
      expect(await refused({ path: `${address}${end}` }), end).toMatch(
        /^(404 not_found|400 parameter_invalid)$/,
      ),
    )
  })

  if (route.ids.length > 0)
    test.each(route.ids)('the %s in the path', async (name) => {
      const refusedWith = (id: string) => refused({ path: pathWithId(route, good, name, id) })
      await atOnce(badIds, async (id) => expect(await refusedWith(id), id).toBe('400 parameter_invalid'))
      await atOnce(unknownIds, async (id) => expect(await refusedWith(id), id).toBe('404 not_found'))
    })

  if (route.query.length > 0)
    test.each(route.query)('%s in the query', async (name) => {
      await atOnce(bad.query[name] ?? expect.fail(`no bad values for ${name}`), async (value) => {
        const reply = await refusalOf({ path: pathWithQuery(good, name, value) })
        expect(outcome(reply), value).toBe('400 parameter_invalid')
        expectNamed(reply, name)
      })
    })

  if (route.requiredQuery.length > 0)
    test.each(route.requiredQuery)('a query without %s', async (name) => {
      expect(await refused({ path: pathWithQuery(good, name, undefined) })).toBe('400 parameter_missing')
    })

  if (route.query.includes('wine_id'))
    test('a wine in the query that is not there', async () => {
      expect(await refused({ path: pathWithQuery(good, 'wine_id', '999999999') })).toBe('404 not_found')
    })

  if (route.body)
    test('a body that is no object, and fields that are not known', async () => {
      const nothing = good.body && !mayLeaveBodyOut ? ['null', ''] : []
      const noObjects = ['[]', '"x"', '1', 'true', '[{}]', ...nothing]
      await atOnce(noObjects, async (rawBody) =>
        expect(await refused({ rawBody }), rawBody).toBe('400 parameter_invalid'),
      )
      for (const rawBody of ['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}']) {
        expect(await refused({ rawBody }), rawBody).toMatch(/^400 (parameter_invalid|invalid_json)$/)
        expect('x' in {}, 'the prototype of all objects was written to').toBe(false)
      }
      await atOnce(unknownFields, async (name) =>
        expect(await refused({ body: { ...good.body, [name]: 1 } }), name).toBe('400 parameter_invalid'),
      )
    })

  if (fields.length > 0)
    test.each(fields)('%s in the body', async (field) => {
      await atOnce(
        badValuesOf(api, route, bad)[field] ?? expect.fail(`no bad values for ${field}`),
        async (value) => {
          const reply = await refusalOf({ body: withField(good.body, field, value) })
          // A field that is left out is told as missing, and a blank one may be.
          const isBlank = value === null || (typeof value === 'string' && value.trim() === '')
          const names = value === undefined ? 'missing' : isBlank ? '(missing|invalid)' : 'invalid'
          const what = `${JSON.stringify(value)?.slice(0, 80)}: ${reply.text.slice(0, 200)}`
          expect(outcome(reply), what).toMatch(new RegExp(`^400 (parameter_${names}|address_invalid)$`))
          expectNamed(reply, field)
        },
      )
    })

  const late = api.tooLate[route.title]
  if (late)
    test('a record that can no longer be changed', async () => {
      expect(await refused({ path: late.path, ...contentOf(late) })).toBe('409 order_not_editable')
    })

  if (fields.includes('wine_id'))
    test('a wine in the body that is not there', async () => {
      expect(await refused({ body: { ...good.body, wine_id: 999_999_999 } })).toBe('404 not_found')
    })
}

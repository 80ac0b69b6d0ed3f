import { describe, expect, test } from 'vitest'
import { contentOf, goodOf, pathWithId, pathWithQuery, type WalkedApi } from './api-walk.ts'
import { type Call, outcome } from './service.ts'

type Checks = {
  /** What a request without credentials is answered. */
  nobody: string
  /** Addresses at which there is nothing, and methods that a known address does not have. */
  nowhere: readonly (readonly [method: string, path: string])[]
}

const textual: Call = { headers: { 'content-type': 'text/plain' } }
const broken: Call = { rawBody: '{"comment": ' }
const large: Call = { rawBody: 'x'.repeat(300_000) }

/**
 * The order in which a request is checked: route, credentials, content type, JSON, fields, record. A request that breaks several
 * rules is told the first of them.
 */
export function walkOrderOfChecks(api: WalkedApi, { nobody, nowhere }: Checks): void {
  describe.each(api.routes.filter(({ body, takesForm }) => body || takesForm))('$title', (route) => {
    const good = goodOf(api, route)
    const unknownId = route.ids[0] && pathWithId(route, good, route.ids[0], '999999999')
    const path = unknownId ?? good.path
    const outcomeOf = async (options: Call, caller = api.call) =>
      outcome(await caller(route.method, path, { ...contentOf(good), ...options }))
    const isJson = !route.takesForm

    test('credentials before content type, size and JSON', async () => {
      expect(await outcomeOf({ ...textual, ...broken }, api.callAsNobody)).toBe(nobody)
      expect(await outcomeOf({ ...textual, ...large }, api.callAsNobody)).toBe(nobody)
    })
    test('content type before size, JSON, fields and record', async () => {
      for (const content of [large, broken, ...(isJson ? [{ body: { unknown: 1 } }] : [])])
        expect(await outcomeOf({ ...textual, ...content })).toBe('400 request_content_type_invalid')
    })
    if (isJson)
      test('size before JSON, JSON before fields and record, fields before the record', async () => {
        expect(await outcomeOf(large)).toBe('413 request_too_large')
        expect(await outcomeOf(broken)).toBe('400 invalid_json')
        expect(await outcomeOf({ body: { unknown: 1 } })).toBe('400 parameter_invalid')
        if (unknownId) expect(await outcomeOf({})).toBe('404 not_found')
      })
  })

  describe.each(api.routes.filter(({ query }) => query.length > 0))('$title', (route) => {
    const path = pathWithQuery(goodOf(api, route), route.query[0] ?? '', '')

    test('credentials before the query, and JSON as well', async () => {
      expect(outcome(await api.callAsNobody(route.method, path))).toBe(nobody)
      expect(outcome(await api.call(route.method, path, broken))).toBe('400 invalid_json')
    })
  })

  describe('the route comes before', () => {
    test.each<[string, Call, WalkedApi['call']]>([
      ['the credentials', {}, api.callAsNobody],
      ['the content type', textual, api.call],
      ['the JSON', broken, api.call],
      ['the size', large, api.call],
      ['all of them', { ...textual, ...broken }, api.callAsNobody],
    ])('%s', async (_title, options, caller) => {
      for (const [method, path] of nowhere)
        expect(outcome(await caller(method, path, options)), `${method} ${path}`).toBe('404 not_found')
    })
  })
}

import { describe, expect, test } from 'vitest'
import { goodOf, type WalkedApi } from './api-walk.ts'
import type { Reply } from './service.ts'

export const idsIn = (reply: Reply) => (reply.body as { id: number }[]).map((each) => each.id)

/** The links of a page by their relation. */
export const linksOf = ({ headers }: Reply) =>
  Object.fromEntries(
    [...String(headers.link).matchAll(/<([^>]*)>; rel="([^"]*)"/g)].map(([, path, relation]) => [
      relation,
      path,
    ]),
  )
const totalOf = ({ headers }: Reply) => Number(headers['x-total-count'])

/** Paging of every list that has pages: defaults, bounds, and the headers that tell where a page stands. */
export function walkPaging(api: WalkedApi): void {
  const get = (path: string) => api.call('GET', path)
  const lists = api.routes.filter(({ method, query }) => method === 'GET' && query.includes('page'))

  describe.each(lists)('$path', (route) => {
    const { path } = goodOf(api, route)
    test('is read page by page by its next links, each record once, newest first', async () => {
      const total = totalOf(await get(`${path}?count=1`))
      const count = Math.max(4, Math.ceil(total / 8))
      const ids: number[] = []
      let reply: Reply | undefined = await get(`${path}?count=${count}`)
      for (let pages = 0; reply && pages < 100; pages++) {
        ids.push(...idsIn(reply))
        expect(totalOf(reply)).toBe(total)
        const next: string | undefined = linksOf(reply).next
        reply = next === undefined ? undefined : await get(next)
      }
      expect(reply).toBeUndefined()
      expect(ids).toHaveLength(total)
      expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => other - one))
    })

    test('past its end is empty, and points back to its last page', async () => {
      const reply = await get(`${path}?page=999999&count=10`)
      expect([reply.status, reply.text]).toEqual([200, '[]'])
      const last = Math.ceil(totalOf(reply) / 10)
      expect(linksOf(reply)).toMatchObject({
        first: `${path}?page=1&count=10`,
        prev: `${path}?page=${last}&count=10`,
        last: `${path}?page=${last}&count=10`,
      })
      expect(linksOf(reply)).not.toHaveProperty('next')
    })

    test('has 30 records on a page unless told otherwise, and starts with the first', async () => {
      const [usual, sixty] = [idsIn(await get(path)), idsIn(await get(`${path}?count=60`))]
      expect(usual).toEqual(sixty.slice(0, 30))
      expect(usual).toEqual(idsIn(await get(`${path}?page=1&count=30`)))
      expect(idsIn(await get(`${path}?page=2`))).toEqual(sixty.slice(30))
    })

    test('has from 1 to 1000 records on a page', async () => {
      const all = await get(`${path}?count=1000`)
      expect(idsIn(all)).toHaveLength(Math.min(1000, totalOf(all)))
      expect(idsIn(await get(`${path}?count=1`))).toEqual(idsIn(all).slice(0, 1))
    })

    test('tells both faults of a query at once', async () => {
      const { body } = await get(`${path}?page=0&count=0`)
      const { details } = body as { details: { field: string }[] }
      expect(details.map(({ field }) => field)).toEqual(['page', 'count'])
    })

    test('knows names by their letters: Page and COUNT are others, and others are passed over', async () => {
      const usual = await get(path)
      expect((await get(`${path}?Page=0&COUNT=abc&unknown=x&__proto__=1`)).text).toBe(usual.text)
    })

    test('has an empty page with the largest number there can be', async () => {
      const reply = await get(`${path}?page=${Number.MAX_SAFE_INTEGER}&count=1000`)
      expect([reply.status, reply.text]).toEqual([200, '[]'])
    })
  })
}

import { describe, expect, test } from 'vitest'
import { contentOf, goodOf, pathWithId, type WalkedApi } from './api-walk.ts'
import { checksumOf } from './checksum.ts'
import { outcome, type Reply } from './service.ts'

const unknownId = '987654321'

/** All that a caller sees of a reply, but for the id and the time of the request itself. */
const seen = ({ status, text, headers }: Reply) => {
  const { 'x-request-id': _id, date: _date, ...others } = headers
  return { status, text, headers: others }
}

/** Isolation: to another owner the first owner's records are not there, on any route that takes an id. */
export function walkStrangers(api: WalkedApi): void {
  describe.each(api.routes.filter(({ ids }) => ids.length > 0))('$title', (route) => {
    const good = goodOf(api, route)
    const ask = (path: string) => api.callAsStranger(route.method, path, contentOf(good))

    test('answers a stranger as it answers about an id that nobody has, and changes nothing', async () => {
      const before = await checksumOf(api.pool)
      const foreign = await ask(good.path)
      expect(outcome(foreign)).toBe('404 not_found')
      for (const name of route.ids)
        expect(seen(foreign)).toEqual(seen(await ask(pathWithId(route, good, name, unknownId))))
      expect(await checksumOf(api.pool)).toEqual(before)
    })
  })
}

type Lists = {
  /** Lists of records that belong to one owner; each is read to its end. */
  owned: readonly string[]
  /** Every other list, which says nothing of whose a record is. */
  shared: readonly string[]
}

/** That two owners' lists have no record in common, and that no list of the document is forgotten. */
export function walkLists(api: WalkedApi, { owned, shared }: Lists): void {
  test.each(owned)('the lists of two owners at %s have no record in common', async (path) => {
    const idsSeenBy = async (caller: WalkedApi['call']) => {
      const pages = await Promise.all(
        [1, 2, 3, 4].map(async (page) => {
          const { body } = await caller(
            'GET',
            `${path}${path.includes('?') ? '&' : '?'}count=1000&page=${page}`,
          )
          return body as { id: number }[]
        }),
      )
      return new Set(pages.flat().map(({ id }) => id))
    }
    const [mine, theirs] = [await idsSeenBy(api.call), await idsSeenBy(api.callAsStranger)]
    expect(mine.size).toBeGreaterThan(0)
    expect(theirs.size).toBeGreaterThan(0)
    expect([...mine].filter((id) => theirs.has(id))).toEqual([])
  })

  test('every list of the document is among those compared', () => {
    const lists = api.routes.filter(
      ({ method, ids, answersList }) => method === 'GET' && !ids.length && answersList,
    )
    const named = [...owned, ...shared].map((path) => path.split('?')[0])
    expect(lists.map(({ path }) => path).toSorted()).toEqual([...new Set(named)].toSorted())
  })
}

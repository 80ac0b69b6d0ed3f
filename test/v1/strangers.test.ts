// Isolation: with the second owner's keys the first owner's records are not there, on any route that takes an id.
import { describe, expect, test } from 'vitest'
import { checksumOf } from '../support/checksum.ts'
import { demoService, type Keys, outcome, type Reply } from '../support/service.ts'
import { allRoutes, goodRequests, idsOf } from './all-routes.ts'

const { call, read, pool, owner, stranger } = await demoService()
const routes = await allRoutes(read)
const good = goodRequests(await idsOf(read))
const unknownId = 987_654_321

/** All that a caller sees of a reply, but for the id and the time of the request itself. */
const seen = ({ status, text, headers }: Reply) => {
  const { 'x-request-id': _id, date: _date, ...others } = headers
  return { status, text, headers: others }
}

describe.each(routes.filter((route) => route.path.includes('{id}')))('$title', (route) => {
  const { path, body, form } = good[route.title] ?? { path: route.path }

  test('answers a stranger as it answers about an id that nobody has, and changes nothing', async () => {
    const before = await checksumOf(pool)
    const foreign = await call(route.method, path, { body, ...form, keys: stranger })
    const unknown = await call(route.method, route.path.replace('{id}', String(unknownId)), {
      body,
      ...form,
      keys: stranger,
    })
    expect(outcome(foreign)).toBe('404 not_found')
    expect(seen(foreign)).toEqual(seen(unknown))
    expect(await checksumOf(pool)).toEqual(before)
  })
})

test.each([
  '/v1/bottles',
  '/v1/bottles?future=1',
  '/v1/putaways',
  '/v1/invoices',
  '/v1/transactions',
  '/v1/addresses',
  '/v1/get-out-requests',
  '/v1/wine-comments',
  '/v1/wine-prices',
])('the lists of two owners at %s have no record in common', async (path) => {
  const idsSeenBy = async (keys: Keys) => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) =>
        read<{ id: number }[]>(`${path}${path.includes('?') ? '&' : '?'}count=1000&page=${page}`, { keys }),
      ),
    )
    return new Set(pages.flat().map((each) => each.id))
  }
  const [mine, theirs] = [await idsSeenBy(owner), await idsSeenBy(stranger)]
  expect(mine.size).toBeGreaterThan(0)
  expect(theirs.size).toBeGreaterThan(0)
  expect([...mine].filter((id) => theirs.has(id))).toEqual([])
})

test('every list of the document is among those compared', () => {
  const lists = routes.filter((route) => route.method === 'GET' && route.query.includes('page'))
  expect(lists.map((route) => route.path).toSorted()).toEqual([
    '/v1/addresses',
    '/v1/bottles',
    '/v1/get-out-requests',
    '/v1/invoices',
    '/v1/putaways',
    '/v1/transactions',
  ])
})

describe('notes on a wine', () => {
  type Entry = { id: number; format: string; 'wine-price': string; 'wine-comment': string }
  const views = ['/v1/bottles/consolidated', '/v1/get-out-requests?count=1000', '/v1/putaways?count=1000']
  const ownersView = () => Promise.all(views.map((path) => read(path)))

  test("of one owner never show in the other's cellar, orders or putaways", async () => {
    const before = await ownersView()
    const entries = await read<Entry[]>('/v1/bottles/consolidated')
    expect(entries.length).toBeGreaterThan(50)
    for (const { id, format } of entries.slice(0, 60)) {
      const note = { wine_id: id, format }
      await call('PUT', '/v1/wine-comments', { keys: stranger, body: { ...note, comment: 'theirs' } })
      await call('PUT', '/v1/wine-prices', { keys: stranger, body: { ...note, price: '0.07' } })
    }
    expect(await ownersView()).toEqual(before)
  })

  test('are removed only by their owner', async () => {
    const [entry] = await read<{ 'wine-id': number; format: string }[]>('/v1/wine-comments')
    const note = { wine_id: entry?.['wine-id'], format: entry?.format }
    await call('PUT', '/v1/wine-comments', { keys: stranger, body: { ...note, comment: 'theirs' } })
    expect(outcome(await call('DELETE', '/v1/wine-comments', { keys: stranger, body: note }))).toBe('200 ok')
    const single = `/v1/wine-comments/single?wine_id=${note.wine_id}&format=${note.format}`
    expect(await read(single)).toEqual(entry)
    expect(outcome(await call('GET', single, { keys: stranger }))).toBe('404 not_found')
  })
})

test('the account that is read and changed is the one of the keys', async () => {
  const theirs = await read('/v1/users', { keys: stranger })
  const mine = await read<{ id: number }>('/v1/users')
  expect(outcome(await call('PUT', '/v1/users', { body: { id: 2, company: 'Vasseur & fille' } }))).toBe(
    '200 ok',
  )
  expect(await read('/v1/users', { keys: stranger })).toEqual(theirs)
  expect(await read('/v1/users')).toMatchObject({ id: mine.id, company: 'Vasseur & fille' })
})

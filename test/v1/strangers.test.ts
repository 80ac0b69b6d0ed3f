// Isolation: with the second owner's keys the first owner's records are not there.
import { describe, expect, test } from 'vitest'
import { demoService, outcome } from '../support/service.ts'
import { walkLists, walkStrangers } from '../support/stranger-walk.ts'
import { v1Walk } from './all-routes.ts'

const service = await demoService()
const { call, read, stranger } = service
const api = await v1Walk(service)

walkStrangers(api)
walkLists(api, {
  owned: [
    '/v1/bottles',
    '/v1/bottles?future=1',
    '/v1/putaways',
    '/v1/invoices',
    '/v1/transactions',
    '/v1/addresses',
    '/v1/get-out-requests',
    '/v1/wine-comments',
    '/v1/wine-prices',
  ],
  // Its ids are those of wines, which may lie in any cellar.
  shared: ['/v1/bottles/consolidated'],
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

// Isolation: with the second owner's token the first owner's records are not there.
import { describe, expect, test } from 'vitest'
import { formWithFile } from '../support/api-walk.ts'
import { demoService, outcome } from '../support/service.ts'
import { walkLists, walkStrangers } from '../support/stranger-walk.ts'
import { v2Walk } from './all-routes.ts'

const service = await demoService()
const { callV2, readV2 } = service
const token = service.stranger.bearerToken
const api = await v2Walk(service)

walkStrangers(api)
walkLists(api, {
  owned: [
    '/api/v2/orders',
    '/api/v2/putaways',
    '/api/v2/invoices',
    '/api/v2/transactions',
    '/api/v2/addresses',
    '/api/v2/wine-comments',
    '/api/v2/wine-prices',
    '/api/v2/webhooks',
  ],
  // The ids of bottles are those of wines, which may lie in any cellar; the others are the operator's.
  shared: ['/api/v2/bottles', '/api/v2/warehouses', '/api/v2/enums'],
})

type Row = { reference: string; quantity: number; id: number; format: number }

test('a file is not to be had by the way of an order of one’s own', async () => {
  const { path } = api.good['GET /api/v2/orders/{id}/attachments/{file_id}'] ?? { path: '' }
  const [, fileId] = /attachments\/(\d+)$/.exec(path) ?? []
  const [row] = await readV2<Row[]>('/bottles', { token })
  const content = [{ reference: row?.reference, quantity: 1 }]
  const own = (await callV2('POST', '/orders', { token, body: { content } })).body as { id: number }
  await callV2('POST', `/orders/${own.id}/attachments`, { token, ...formWithFile('a;b') })
  const reply = await callV2('GET', `/orders/${own.id}/attachments/${fileId}`, { token })
  expect(outcome(reply)).toBe('404 not_found')
})

test('a row of another’s cellar is as little there as one that nobody has', async () => {
  const theirs = new Set((await readV2<Row[]>('/bottles', { token })).map(({ id }) => id))
  const mine = (await readV2<Row[]>('/bottles')).find(({ id }) => !theirs.has(id))
  if (!mine) throw new Error('The demo has a wine that only the first owner keeps')
  const order = async (wine: number) => {
    const content = [{ reference: `${wine}|${mine.format}|bottles`, quantity: 1 }]
    const reply = await callV2('POST', '/orders', { token, body: { content } })
    return [reply.status, reply.text.replaceAll(String(wine), 'W')]
  }
  expect(await order(mine.id)).toEqual(await order(999_999_999))
})

describe('notes on a wine', () => {
  const views = ['/bottles', '/orders?count=1000', '/putaways?count=1000']
  const ownersView = () => Promise.all(views.map((path) => readV2(path)))

  test("of one owner never show in the other's cellar, orders or putaways", async () => {
    const before = await ownersView()
    for (const { id, format } of (await readV2<Row[]>('/bottles')).slice(0, 60)) {
      const note = { wine_id: id, format }
      await callV2('PUT', '/wine-comments', { token, body: { ...note, comment: 'theirs' } })
      await callV2('PUT', '/wine-prices', { token, body: { ...note, price: '0.07' } })
    }
    expect(await ownersView()).toEqual(before)
  })

  test('are removed only by their owner', async () => {
    const [entry] = await readV2<{ wine_id: number; format: number }[]>('/wine-comments')
    const note = { wine_id: entry?.wine_id, format: entry?.format }
    await callV2('PUT', '/wine-comments', { token, body: { ...note, comment: 'theirs' } })
    expect(outcome(await callV2('DELETE', '/wine-comments', { token, body: note }))).toBe('200 ok')
    const single = `/wine-comments/single?wine_id=${note.wine_id}&format=${note.format}`
    expect(await readV2(single)).toEqual(entry)
    expect(outcome(await callV2('GET', single, { token }))).toBe('404 not_found')
  })
})

test('the account that is read and changed is the one of the token', async () => {
  const theirs = await readV2('/account', { token })
  const mine = await readV2<Record<string, unknown>>('/account')
  const body = { ...mine, id: 2, company: 'Vasseur & fille' }
  expect(outcome(await callV2('PUT', '/account', { body }))).toBe('200 ok')
  expect(await readV2('/account', { token })).toEqual(theirs)
  expect(await readV2('/account')).toMatchObject({ id: mine.id, company: 'Vasseur & fille' })
})

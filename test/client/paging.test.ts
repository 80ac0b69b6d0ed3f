import { describe, expect, test } from 'vitest'
import { createClient, createLegacyClient, type Order } from '../../client/src/client.ts'
import { demoService } from '../support/service.ts'

const { origin, owner, readV2 } = await demoService()
const asked: string[] = []
const watched = (request: Request) => {
  asked.push(new URL(request.url).search)
  return fetch(request)
}
const client = createClient({ baseUrl: origin, token: owner.bearerToken, fetch: watched })

async function collect<T>(records: AsyncIterable<T>, atMost = Number.POSITIVE_INFINITY): Promise<T[]> {
  asked.length = 0
  const found: T[] = []
  for await (const record of records) {
    found.push(record)
    if (found.length >= atMost) break
  }
  return found
}
const idsOf = (records: readonly { id: number }[]) => records.map(({ id }) => id)

test('a page says where it stands', async () => {
  const { records, total, next } = await client.orders.page({ page: 2, count: 3 })
  expect(idsOf(records)).toEqual(idsOf(await readV2<Order[]>('/orders?page=2&count=3')))
  expect(total).toBeGreaterThan(6)
  expect(next).toEqual({ page: '3', count: '3' })
  const last = await client.orders.page({ page: total, count: 1 })
  expect([last.records.length, last.total, last.next]).toEqual([1, total, undefined])
})

describe('all', () => {
  test('gives every record once, in the sequence of the list', async () => {
    const all = idsOf(await readV2<Order[]>('/orders?count=1000'))
    const count = Math.ceil(all.length / 3)
    expect(idsOf(await collect(client.orders.all({ count })))).toEqual(all)
    expect(asked).toEqual([`?count=${count}`, `?count=${count}&page=2`, `?count=${count}&page=3`])
  })

  test('reads a page only when it is wanted', async () => {
    expect(await collect(client.orders.all({ count: 4 }), 4)).toHaveLength(4)
    expect(asked).toHaveLength(1)
    expect(await collect(client.orders.all({ count: 4 }), 5)).toHaveLength(5)
    expect(asked).toHaveLength(2)
  })

  test('keeps the filters and starts where it is told', async () => {
    const moves = await collect(client.transactions.all({ type: 'in', count: 5, page: 2 }), 8)
    expect(asked).toEqual(['?type=in&count=5&page=2', '?type=in&count=5&page=3'])
    expect(idsOf(moves)).toEqual(idsOf(await client.transactions.list({ type: 'in', count: 13 })).slice(5))
  })

  test('tells a record once that moves on because newer ones came in', async () => {
    const before = await client.orders.list({ count: 6 })
    const [row] = await client.bottles.list()
    const found: number[] = []
    for await (const { id } of client.orders.all({ count: 3 })) {
      found.push(id)
      if (found.length === 1)
        await client.orders.create({ content: [{ reference: row?.reference ?? '', quantity: 1 }] })
      if (found.length === 6) break
    }
    expect(found).toEqual(idsOf(before))
  })

  test('ends with the list when there is nothing', async () => {
    expect(
      await collect(client.transactions.all({ start_date: '1999-01-01', end_date: '1999-01-02' })),
    ).toEqual([])
  })

  test('finds its way in version 1 as well, where a link leads to version 2', async () => {
    const legacy = createLegacyClient({ baseUrl: origin, ...owner })
    const count = 400
    const all = await collect(legacy.bottles.all({ count }))
    const { total } = await legacy.bottles.page({ count: 1 })
    expect(new Set(idsOf(all)).size).toBe(total)
    expect(total).toBeGreaterThan(count)
  })
})

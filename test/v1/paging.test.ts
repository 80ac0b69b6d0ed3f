// Paging of the lists, and `future` of the list of bottles.
import { describe, expect, test } from 'vitest'
import { idsIn, linksOf, walkPaging } from '../support/paging-walk.ts'
import { demoService, outcome } from '../support/service.ts'
import { v1Walk } from './all-routes.ts'

const service = await demoService()
const { call, read, pool } = service

walkPaging(await v1Walk(service))

test('other parameters stay in the links, and the pointer to the next version stands beside them', async () => {
  const reply = await call('GET', '/v1/transactions?type=in&start_date=2024-01-01&count=5&x=%3E%2C%22')
  expect(linksOf(reply).next).toBe(
    '/v1/transactions?type=in&start_date=2024-01-01&count=5&x=%3E%2C%22&page=2',
  )
  expect(linksOf(reply)['successor-version']).toBe('/api/v2')
  expect(reply.headers.deprecation).toMatch(/^@\d+$/)
})

test('a list without a record has one page', async () => {
  const reply = await call('GET', '/v1/transactions?start_date=1900-01-01&end_date=1900-01-01')
  expect([reply.text, reply.headers['x-total-count']]).toEqual(['[]', '0'])
  expect(Object.keys(linksOf(reply))).toEqual(['successor-version', 'first', 'last'])
})

describe('future', async () => {
  const stock = idsIn(await call('GET', '/v1/bottles'))
  const future = idsIn(await call('GET', '/v1/bottles?future=1'))

  test('bottles are announced by a putaway that is not validated', async () => {
    expect(future.length).toBeGreaterThan(0)
    const { rows } = await pool.query(
      `select distinct b.state, p.status from bottles b join putaways p using (account_id)
       where p.id = b.putaway_id and b.id = any($1) order by 1, 2`,
      [future],
    )
    for (const { state, status } of rows) {
      expect(state).toBe('announced')
      expect(['announced', 'arrived']).toContain(status)
    }
    expect(stock.filter((id) => future.includes(id))).toEqual([])
  })

  test.each<[string, string, unknown]>([
    ['true in the body', '', { future: true }],
    ['1 in the body', '', { future: 1 }],
    ['1 in the query', '?future=1', undefined],
    ['true in the query', '?future=true', undefined],
    ['the body before the query', '?future=0', { future: 1 }],
    ['null in the body leaves it to the query', '?future=1', { future: null }],
  ])('%s', async (_title, query, body) => {
    expect(idsIn(await call('GET', `/v1/bottles${query}`, { body }))).toEqual(future)
  })

  test.each<[string, string, unknown]>([
    ['nothing', '', undefined],
    ['an empty body', '', {}],
    ['false in the body', '?future=1', { future: false }],
    ['0 in the body', '?future=1', { future: 0 }],
    ['0 in the query', '?future=0', undefined],
    ['false in the query', '?future=false', undefined],
  ])('%s means bottles in stock', async (_title, query, body) => {
    expect(idsIn(await call('GET', `/v1/bottles${query}`, { body }))).toEqual(stock)
  })

  test.each([{ futur: 1 }, { Future: 1 }, { future: 1, page: 2 }, { future: '1' }, { future: 2 }, [1]])(
    '%j in the body is refused',
    async (body) => expect(outcome(await call('GET', '/v1/bottles', { body }))).toBe('400 parameter_invalid'),
  )

  test('is paged as the stock is', async () => {
    const all = await read<{ id: number }[]>('/v1/bottles?count=1000', { body: { future: 1 } })
    const second = await read<{ id: number }[]>('/v1/bottles?count=5&page=2&future=1')
    expect(second).toEqual(all.slice(5, 10))
  })
})

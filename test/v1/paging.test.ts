// Paging of the lists: defaults, bounds, the headers that tell where a page stands, and `future` of the list of bottles.
import { describe, expect, test } from 'vitest'
import { demoService, outcome, type Reply } from '../support/service.ts'

const { call, read, pool } = await demoService()
const lists = ['bottles', 'putaways', 'invoices', 'transactions', 'addresses', 'get-out-requests']
const idsIn = (reply: Reply) => (reply.body as { id: number }[]).map((each) => each.id)
const links = ({ headers }: Reply) =>
  Object.fromEntries(
    [...String(headers.link).matchAll(/<([^>]*)>; rel="([^"]*)"/g)].map(([, path, relation]) => [
      relation,
      path,
    ]),
  )

describe.each(lists)('/v1/%s', (list) => {
  const path = `/v1/${list}`

  test('is read page by page by its next links, each record once, newest first', async () => {
    const count = list === 'bottles' || list === 'transactions' ? 700 : 4
    const first = await call('GET', `${path}?count=${count}`)
    const ids: number[] = []
    let reply: Reply | undefined = first
    for (let pages = 0; reply && pages < 100; pages++) {
      ids.push(...idsIn(reply))
      expect(reply.headers['x-total-count']).toBe(first.headers['x-total-count'])
      const next: string | undefined = links(reply).next
      reply = next === undefined ? undefined : await call('GET', next)
    }
    expect(reply).toBeUndefined()
    expect(ids).toHaveLength(Number(first.headers['x-total-count']))
    expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => other - one))
  })

  test('past its end is empty, and points back to its last page', async () => {
    const reply = await call('GET', `${path}?page=999999&count=10`)
    expect([reply.status, reply.text]).toEqual([200, '[]'])
    const last = Math.ceil(Number(reply.headers['x-total-count']) / 10)
    expect(links(reply)).toMatchObject({
      first: `${path}?page=1&count=10`,
      prev: `${path}?page=${last}&count=10`,
      last: `${path}?page=${last}&count=10`,
    })
    expect(links(reply)).not.toHaveProperty('next')
  })
})

test('the first page of 30 is the default', async () => {
  const reply = await call('GET', '/v1/bottles')
  expect(idsIn(reply)).toHaveLength(30)
  expect(idsIn(reply)).toEqual(idsIn(await call('GET', '/v1/bottles?page=1&count=30')))
  expect(idsIn(reply)).toEqual(idsIn(await call('GET', '/v1/bottles?count=60')).slice(0, 30))
  expect(idsIn(await call('GET', '/v1/bottles?page=2'))).toEqual(
    idsIn(await call('GET', '/v1/bottles?count=60')).slice(30),
  )
})

test.each([
  ['1', 1],
  ['1000', 1000],
])('count=%s is within the bounds', async (count, length) => {
  expect(idsIn(await call('GET', `/v1/bottles?count=${count}`))).toHaveLength(length)
})

test.each(['page=0', 'count=0', 'count=1001', 'count=1e9', 'page=-1', 'page=1&page=2', 'count=abc', 'page='])(
  '%s is refused',
  async (query) => {
    const reply = await call('GET', `/v1/bottles?${query}`)
    expect(outcome(reply)).toBe('400 parameter_invalid')
    expect(reply.body).toMatchObject({ details: [{ field: query.split('=')[0] }] })
  },
)

test('both faults of a query are told at once', async () => {
  const { body } = await call('GET', '/v1/bottles?page=0&count=0')
  expect((body as { details: { field: string }[] }).details.map((each) => each.field)).toEqual([
    'page',
    'count',
  ])
})

test.each(['0x10', '1e1', '%2010', '10%20', '10.0', '%2B10', '010.'])(
  '%s is no integer of the document',
  async (loose) => {
    expect(outcome(await call('GET', `/v1/bottles?page=${loose}`))).toBe('400 parameter_invalid')
    expect(outcome(await call('GET', `/v1/bottles?count=${loose}`))).toBe('400 parameter_invalid')
    expect(outcome(await call('GET', `/v1/bottles/${loose}`))).toBe('400 parameter_invalid')
  },
)

test('names are case-sensitive: Page and COUNT are other names, and other names are passed over', async () => {
  const usual = await call('GET', '/v1/bottles')
  expect((await call('GET', '/v1/bottles?Page=0&COUNT=abc&unknown=x&__proto__=1')).text).toBe(usual.text)
})

test('the largest page there can be is empty', async () => {
  const reply = await call('GET', `/v1/bottles?page=${Number.MAX_SAFE_INTEGER}&count=1000`)
  expect([reply.status, reply.text]).toEqual([200, '[]'])
})

test('other parameters stay in the links, and the pointer to the next version stands beside them', async () => {
  const reply = await call('GET', '/v1/transactions?type=in&start_date=2024-01-01&count=5&x=%3E%2C%22')
  expect(links(reply).next).toBe('/v1/transactions?type=in&start_date=2024-01-01&count=5&x=%3E%2C%22&page=2')
  expect(links(reply)['successor-version']).toBe('/api/v2')
  expect(reply.headers.deprecation).toMatch(/^@\d+$/)
})

test('a list without a record has one page', async () => {
  const reply = await call('GET', '/v1/transactions?start_date=1900-01-01&end_date=1900-01-01')
  expect([reply.text, reply.headers['x-total-count']]).toEqual(['[]', '0'])
  expect(Object.keys(links(reply))).toEqual(['successor-version', 'first', 'last'])
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

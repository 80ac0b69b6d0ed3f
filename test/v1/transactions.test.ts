// Transactions: the two directions, inclusive days of Paris also when the clock changes, and the world outside.
import { describe, expect, test } from 'vitest'
import { outcome, startService } from '../support/service.ts'
import { insert, openAccount, smallCellar } from '../support/small-cellar.ts'

type Transaction = {
  id: number
  type: string
  source: number
  destination: { id: number; code: string }
  comment: string
  created_at: string
}

const { deps, pool, call, read } = await startService({ content: 'empty' })
const { accountId, keys } = await openAccount(deps, 'ledger@example.com')
const { here, there, warehouseId, move, wineId, bottleId } = await smallCellar(pool, accountId)
const by = { email: 'a@b.cd', name: 'Ada' }
const orderId = await insert(pool, 'orders', {
  account_id: accountId,
  status: 'new',
  origin: 'api',
  warehouse_id: warehouseId,
  handover: 'pickup',
  delivery_date: '2026-11-17',
  preparation_date: '2026-11-16',
  half_day: 'am',
  created_by_email: by.email,
  created_by_name: by.name,
  updated_by_email: by.email,
  updated_by_name: by.name,
  created_at: '2026-11-16T09:00:00Z',
  updated_at: '2026-11-16T09:00:00Z',
})

// The two days on which the clock of Paris changes, and one millisecond on either side of each midnight around them.
const springDay = ['2026-03-28T23:00:00Z', '2026-03-29T21:59:59.999Z'] as const
const autumnDay = ['2026-10-24T22:00:00Z', '2026-10-25T22:59:59.999Z'] as const
await move('announced', null, null, { created_at: '2026-03-28T22:59:59.998Z' })
await move('received', null, here, {
  created_at: '2026-03-28T22:59:59.999Z',
  comment: 'evening before spring',
})
await move('moved', here, there, { created_at: springDay[0], comment: 'first of spring' })
await move('moved', there, here, { created_at: springDay[1], comment: 'last of spring' })
await move('lost', here, null, { created_at: '2026-03-29T22:00:00Z', comment: 'day after spring' })
await move('found', null, here, { created_at: '2026-10-24T21:59:59.999Z', comment: 'evening before autumn' })
await move('moved', here, there, { created_at: autumnDay[0], comment: 'first of autumn' })
await move('moved', there, here, { created_at: autumnDay[1], comment: 'last of autumn' })
const withOrder = { order_id: orderId, created_at: '2026-10-25T23:00:00Z' }
await move('reserved', here, here, withOrder)
await move('released', here, here, withOrder)
await move('reserved', here, here, withOrder)
await move('withdrawn', here, null, { ...withOrder, comment: 'day after autumn' })

const list = (query = '') => read<Transaction[]>(`/v1/transactions${query}`, { keys })
const comments = async (query: string) => (await list(query)).map((each) => each.comment)

test('lists what changed place or owner, newest first: no announcement, no reservation', async () => {
  expect(await comments('')).toEqual([
    'day after autumn',
    'last of autumn',
    'first of autumn',
    'evening before autumn',
    'day after spring',
    'last of spring',
    'first of spring',
    'evening before spring',
  ])
})

test('each row tells its type, and 0 and OUT are the world outside', async () => {
  const inside = (id: number, code: string) => ({ id, code })
  const outside = { id: 0, code: 'OUT' }
  expect((await list()).map(({ type, source, destination }) => ({ type, source, destination }))).toEqual([
    { type: 'O', source: here, destination: outside },
    { type: 'M', source: there, destination: inside(here, 'A-01') },
    { type: 'M', source: here, destination: inside(there, 'A-02') },
    { type: 'A', source: 0, destination: inside(here, 'A-01') },
    { type: 'A', source: here, destination: outside },
    { type: 'M', source: there, destination: inside(here, 'A-01') },
    { type: 'M', source: here, destination: inside(there, 'A-02') },
    { type: 'I', source: 0, destination: inside(here, 'A-01') },
  ])
})

test('a row carries the wine of its bottle', async () => {
  const [row] = await list()
  expect(row).toMatchObject({
    bottle_id: bottleId,
    wine_id: wineId,
    format: '0.75',
    wine: 'Clos Test',
    color: 'Rouge',
    millesime: 2019,
    description: null,
    created_at: '2026-10-26T00:00:00+01:00',
  })
})

describe('type', () => {
  test('in is what came: received and found', async () => {
    expect(await comments('?type=in')).toEqual(['evening before autumn', 'evening before spring'])
  })
  test('out is what left: by order and lost', async () => {
    expect(await comments('?type=out')).toEqual(['day after autumn', 'day after spring'])
  })
  test('goes together with days', async () => {
    expect(await comments('?type=out&end_date=2026-10-25')).toEqual(['day after spring'])
    expect(await comments('?type=in&start_date=2026-10-25')).toEqual([])
  })
})

describe('days are inclusive and those of Paris', () => {
  test.each<[string, string[]]>([
    ['?start_date=2026-03-29&end_date=2026-03-29', ['last of spring', 'first of spring']],
    ['?start_date=2026-10-25&end_date=2026-10-25', ['last of autumn', 'first of autumn']],
    ['?end_date=2026-03-28', ['evening before spring']],
    ['?start_date=2026-10-26', ['day after autumn']],
    ['?start_date=2026-03-30&end_date=2026-10-24', ['evening before autumn', 'day after spring']],
    ['?start_date=2026-10-27', []],
    ['?start_date=2026-10-25&end_date=2026-03-29', []],
    ['?start_date=9999-12-31', []],
    ['?end_date=1000-01-01', []],
  ])('%s', async (query, expected) => expect(await comments(query)).toEqual(expected))

  test('the whole calendar is everything', async () => {
    expect(await comments('?start_date=1000-01-01&end_date=9999-12-31')).toEqual(await comments(''))
  })

  test('paging counts what the filter leaves', async () => {
    const reply = await call('GET', '/v1/transactions?type=in&count=1', { keys })
    expect(reply.headers['x-total-count']).toBe('2')
    expect(await comments('?type=in&count=1&page=2')).toEqual(['evening before spring'])
  })
})

test.each(['type=IN', 'type=', 'start_date=2026-02-30', 'end_date=29-03-2026', 'start_date=2026-3-29'])(
  '%s is refused',
  async (query) =>
    expect(outcome(await call('GET', `/v1/transactions?${query}`, { keys }))).toBe('400 parameter_invalid'),
)

// Comments and prices: one per wine and format, stored by POST and PUT alike, read, removed.
import { beforeEach, describe, expect, test } from 'vitest'
import { expectShape } from '../support/fields.ts'
import { demoService, outcome } from '../support/service.ts'
import { wineComment, winePrice } from './document-tables.ts'

const { call, read, pool, clock } = await demoService()
const { rows } = await pool.query<{ id: number; name: string }>(
  `select id, name from wines w where not exists (select from bottles b where b.wine_id = w.id)
     and not exists (select from wine_comments c where c.wine_id = w.id) limit 1`,
)
const wine = rows[0] ?? expect.fail('the demo has a wine that nobody holds')

describe.each([
  { path: '/v1/wine-comments', field: 'comment', first: 'SKU-1', second: 'SKU-2 🍷', shape: wineComment },
  { path: '/v1/wine-prices', field: 'price', first: '12.50', second: '99.00', shape: winePrice },
])('$path', ({ path, field, first, second, shape }) => {
  const key = { wine_id: wine.id, format: '0.75' }
  const single = (format = '0.75') => call('GET', `${path}/single?wine_id=${wine.id}&format=${format}`)
  const store = (method: string, value: unknown, more = {}) =>
    call(method, path, { body: { ...key, [field]: value, ...more } })
  beforeEach(async () => {
    await call('DELETE', path, { body: key })
  })

  test.each(['POST', 'PUT'])('%s stores it: 201 when new, 200 when replaced', async (method) => {
    const made = await store(method, first)
    expect(made.status).toBe(201)
    expectShape(made.body, shape)
    expect(made.body).toMatchObject({ [field]: first, format: '0.75', wine: wine.name, 'wine-id': wine.id })
    clock.now = new Date(clock.now.getTime() + 3_600_000)
    const replaced = await store(method, second)
    expect(replaced.status).toBe(200)
    const { id, created_at } = made.body as Record<string, unknown>
    expect(replaced.body).toMatchObject({ id, created_at, [field]: second })
    expect((replaced.body as Record<string, unknown>).updated_at).not.toBe(created_at)
    expect((await single()).body).toEqual(replaced.body)
  })

  test('0,75 and 0.750 are the same bottle as 0.75', async () => {
    const made = await store('POST', first, { format: '0,75' })
    expect([made.status, made.body]).toEqual([201, expect.objectContaining({ format: '0.75' })])
    expect((await store('PUT', second, { format: '0.750' })).status).toBe(200)
    for (const format of ['0.75', '0,75', '0.750', '0.75000'])
      expect((await single(format)).body).toMatchObject({ [field]: second, format: '0.75' })
    const list = await read<{ 'wine-id': number }[]>(path)
    expect(list.filter((each) => each['wine-id'] === wine.id)).toHaveLength(1)
    expect(outcome(await call('DELETE', path, { body: { ...key, format: '0.7500' } }))).toBe('200 ok')
  })

  test('another format is another note', async () => {
    await store('POST', first)
    expect((await store('POST', second, { format: '1.5' })).status).toBe(201)
    expect((await single()).body).toMatchObject({ [field]: first })
    expect((await single('1.5')).body).toMatchObject({ [field]: second })
    await call('DELETE', path, { body: { ...key, format: '1.5' } })
  })

  test('the newest stands first in the list, also on a wine that is not in the cellar', async () => {
    const made = await store('POST', first)
    const [newest] = await read<unknown[]>(path)
    expect(newest).toEqual(made.body)
  })

  test('DELETE tells success once, and then there is nothing', async () => {
    await store('POST', first)
    const reply = await call('DELETE', path, { body: key })
    expect(reply.status).toBe(200)
    expect(Object.keys(reply.body as object)).toEqual(['result', 'message'])
    expect(reply.body).toEqual({ result: 'success', message: expect.stringMatching(/./) })
    expect(outcome(await call('DELETE', path, { body: key }))).toBe('404 not_found')
    expect(outcome(await single())).toBe('404 not_found')
  })

  test.each(['wine_id', 'format', field])('%s is required', async (missing) => {
    const { [missing]: _, ...body } = { ...key, [field]: first } as Record<string, unknown>
    for (const method of ['POST', 'PUT'] as const) {
      const reply = await call(method, path, { body })
      expect(outcome(reply)).toBe('400 parameter_missing')
      expect(reply.body).toMatchObject({ details: [{ field: missing, message: 'is required' }] })
    }
    if (missing === field) return
    const { [missing]: _gone, ...rest } = key as Record<string, unknown>
    expect(outcome(await call('DELETE', path, { body: rest }))).toBe('400 parameter_missing')
  })

  test.each(['', '   ', '\t\n'])('a blank value, %j, is none', async (blank) => {
    await store('POST', first)
    expect(outcome(await store('PUT', blank))).toMatch(/^400 parameter_(missing|invalid)$/)
    expect((await single()).body).toMatchObject({ [field]: first })
  })

  test('a wine that is not there is not found', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const body = { ...key, wine_id: 999_999_999, ...(method === 'DELETE' ? {} : { [field]: first }) }
      expect(outcome(await call(method, path, { body }))).toBe('404 not_found')
    }
  })

  test('many at once leave one record', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => store('PUT', first)))
    expect(replies.map((each) => each.status).toSorted()).toEqual([...Array(9).fill(200), 201])
  })
})

test.each([
  ['0', '0.00'],
  ['7', '7.00'],
  ['12.5', '12.50'],
  ['0.01', '0.01'],
  ['0012.30', '12.30'],
  ['9999999999.99', '9999999999.99'],
])('the price %s is kept exactly and read as %s', async (given, kept) => {
  const body = { wine_id: wine.id, format: '0.33', price: given }
  expect((await call('PUT', '/v1/wine-prices', { body })).body).toMatchObject({ price: kept })
  expect(await read(`/v1/wine-prices/single?wine_id=${wine.id}&format=0.33`)).toMatchObject({ price: kept })
})

test.each(['12.345', '-1', '1e3', '12,50', '', '.5', '5.', 'NaN', 'Infinity', '0x1', '1 000', '10000000000'])(
  'the price "%s" is refused',
  async (price) => {
    const body = { wine_id: wine.id, format: '0.33', price }
    expect(outcome(await call('POST', '/v1/wine-prices', { body }))).toBe('400 parameter_invalid')
  },
)

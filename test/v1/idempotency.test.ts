// Idempotency-Key: a repeated POST finds the answer of the first, whatever happened in between.
import { beforeEach, describe, expect, test } from 'vitest'
import { walkIdempotency } from '../support/idempotency-walk.ts'
import { demoService, outcome, type Reply } from '../support/service.ts'
import { goodAddress, v1Walk } from './all-routes.ts'

const service = await demoService()
const { call, read, pool, clock, stranger } = service

walkIdempotency(await v1Walk(service), {
  another: { half_day: 'pm', city: 'Lyon', comment: 'SKU-9', price: '9' },
  reads: [],
})

let keys = 0
let key = ''
beforeEach(() => {
  keys += 1
  key = `order-${keys}`
})

const post = (body: object = goodAddress, more: Parameters<typeof call>[2] = {}) =>
  call('POST', '/v1/addresses', { body, headers: { 'Idempotency-Key': key }, ...more })
const addresses = async () => Number((await call('GET', '/v1/addresses')).headers['x-total-count'])
const replayed = ({ headers }: Reply) => headers['idempotent-replayed']

test('a repeat gives the same bytes and status, says so, and makes no second record', async () => {
  const first = await post()
  const before = await addresses()
  const second = await post()
  expect([first.status, replayed(first)]).toEqual([201, undefined])
  expect([second.status, replayed(second)]).toEqual([201, 'true'])
  expect(second.text).toBe(first.text)
  expect(second.headers['content-type']).toBe(first.headers['content-type'])
  expect(await addresses()).toBe(before)
})

test('the answer with a key is the answer without one', async () => {
  const withKey = await post()
  const without = await call('POST', '/v1/addresses', { body: goodAddress })
  expect(withKey.headers['content-type']).toBe(without.headers['content-type'])
  const { id: _one, ...one } = withKey.body as { id: number }
  const { id: _other, ...other } = without.body as { id: number }
  expect(one).toEqual(other)
})

test('the answer is kept also when the record is gone since', async () => {
  const first = await post()
  await call('DELETE', `/v1/addresses/${(first.body as { id: number }).id}`)
  expect((await post()).text).toBe(first.text)
})

test.each<[string, string, object]>([
  ['another body', '/v1/addresses', { ...goodAddress, city: 'Lyon' }],
  ['another address', '/v1/wine-comments', goodAddress],
])('the same key for %s is refused', async (_title, path, body) => {
  await post()
  const before = await addresses()
  const valid = path === '/v1/addresses' ? body : { wine_id: 1, format: '0.75', comment: 'x' }
  const reply = await call('POST', path, { body: valid, headers: { 'Idempotency-Key': key } })
  expect(outcome(reply)).toBe('409 idempotency_key_reused')
  expect(await addresses()).toBe(before)
})

test('many at once with the same key make one record', async () => {
  const before = await addresses()
  const replies = await Promise.all(Array.from({ length: 8 }, () => post()))
  expect(replies.map((each) => each.status)).toEqual(Array(8).fill(201))
  expect(new Set(replies.map((each) => each.text)).size).toBe(1)
  expect(replies.filter((each) => replayed(each) === undefined)).toHaveLength(1)
  expect(await addresses()).toBe(before + 1)
})

test('many at once with the same key and other bodies make one record', async () => {
  const before = await addresses()
  const replies = await Promise.all(
    Array.from({ length: 6 }, (_, index) => post({ ...goodAddress, reference: `R${index}` })),
  )
  expect(replies.map((each) => each.status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
  expect(await addresses()).toBe(before + 1)
})

describe('the key is kept', () => {
  test('for 24 hours and not longer', async () => {
    const first = await post()
    const then = clock.now.getTime()
    clock.now = new Date(then + 24 * 3_600_000 - 1)
    expect((await post()).text).toBe(first.text)
    clock.now = new Date(then + 24 * 3_600_000)
    const anew = await post({ ...goodAddress, city: 'Lyon' })
    expect([anew.status, replayed(anew)]).toEqual([201, undefined])
    expect(anew.text).not.toBe(first.text)
    expect((await post({ ...goodAddress, city: 'Lyon' })).text).toBe(anew.text)
  })

  test('per account', async () => {
    const mine = await post()
    const theirs = await post({ ...goodAddress, city: 'Lille' }, { keys: stranger })
    expect([theirs.status, replayed(theirs)]).toEqual([201, undefined])
    expect((await post()).text).toBe(mine.text)
  })

  test('only when the request was taken: a refused one may be mended under the same key', async () => {
    expect(outcome(await post({ ...goodAddress, city: '' }))).toBe('400 parameter_missing')
    expect(outcome(await post({ ...goodAddress, unknown: 1 }))).toBe('400 parameter_invalid')
    const mended = await post()
    expect([mended.status, replayed(mended)]).toEqual([201, undefined])
    const { rows } = await pool.query('select status from idempotent_answers where key = $1', [key])
    expect(rows).toEqual([{ status: 201 }])
  })

  test('not when the work fails on our side: nothing of it stays', async () => {
    await pool.query('alter table idempotent_answers add constraint broken check (body is null) not valid')
    const before = await addresses()
    const reply = await post()
    await pool.query('alter table idempotent_answers drop constraint broken')
    expect(outcome(reply)).toBe('500 internal_error')
    expect(await addresses()).toBe(before)
    expect(outcome(await post())).toBe('201 ok')
  })
})

test('wine notes keep their answers too', async () => {
  const body = { wine_id: 1, format: '0.1', comment: 'once' }
  const once = () => call('POST', '/v1/wine-comments', { body, headers: { 'Idempotency-Key': key } })
  const [first, second] = [await once(), await once()]
  expect([first.status, second.status, second.text === first.text]).toEqual([201, 201, true])
  expect(replayed(second)).toBe('true')
})

test.each(['with space', ' ', '', 'x'.repeat(256), 'é'])('the key "%s" is refused', async (bad) => {
  const before = await addresses()
  const reply = await post(goodAddress, { headers: { 'Idempotency-Key': bad } })
  expect(outcome(reply)).toBe('400 parameter_invalid')
  expect(reply.body).toMatchObject({ details: [{ field: 'Idempotency-Key' }] })
  expect(await addresses()).toBe(before)
})

test.each(['x', 'x'.repeat(255), '!"#$%&()*+,-./:;<=>?@[]^_{|}~'])('the key "%s" is taken', async (good) => {
  expect((await post(goodAddress, { headers: { 'Idempotency-Key': good } })).status).toBe(201)
})

test('keys of other verbs change nothing', async () => {
  const { id } = (await post()).body as { id: number }
  const headers = { 'Idempotency-Key': key }
  for (let times = 0; times < 2; times++)
    expect(await read(`/v1/addresses/${id}`, { headers })).toMatchObject({ id })
  expect(outcome(await call('DELETE', `/v1/addresses/${id}`, { headers }))).toBe('200 ok')
  expect(outcome(await call('DELETE', `/v1/addresses/${id}`, { headers }))).toBe('404 not_found')
})

// Owners keep the numbers of wines in their own systems: after a merge the old number goes on to work, in orders and in notes.
import { beforeEach, describe, expect, test } from 'vitest'
import { verifyLedger } from '../../src/core/cellar/verify-ledger.ts'
import { operatorService } from '../support/operator-service.ts'
import { orderCellar } from '../support/order-cellar.ts'
import { outcome } from '../support/service.ts'
import { openAccount } from '../support/small-cellar.ts'

const { call, done, operate, pool, db, deps } = await operatorService()
const { addWine, store } = await orderCellar(pool)
const { accountId, keys } = await openAccount(deps, 'merchant@example.com')

type Line = { id: number; format: string; box: string; quantity: number }
type Order = { id: number; content: Line[]; errors?: unknown[] }
let survivorId = 0
let duplicateId = 0

beforeEach(async () => {
  survivorId = await addWine('Clos Double')
  duplicateId = await addWine('Clos Double')
})

const asOwner = (method: string, path: string, body?: unknown) => call(method, `/v1${path}`, { keys, body })
const merge = () => done('POST', `/wines/${survivorId}/merge`, { body: { duplicate_id: duplicateId } })
const order = async (bottles: Record<string, Record<string, number>>, more = {}) => {
  const reply = await asOwner('POST', '/get-out-requests', { bottles, half_day: 'am', ...more })
  return { ...reply, order: reply.body as Order }
}
const contentOf = ({ content }: Order) =>
  content.map(({ id, format, box, quantity }) => [id, format, box, quantity])
const expectWhole = async () => expect((await verifyLedger(db)).discrepancies).toEqual([])

test('an order, a new one and a changed one, may name the old number, alone or beside the new one', async () => {
  await store(accountId, { count: 6, wineId: duplicateId })
  await store(accountId, { count: 6, wineId: survivorId })
  await store(accountId, { count: 6, wineId: duplicateId, boxCode: 'CBO6' })
  await merge()
  const alone = await order({ [duplicateId]: { '0.75': 2 } })
  expect(alone.status).toBe(201)
  expect(contentOf(alone.order)).toEqual([[survivorId, '0.75', '', 2]])
  const beside = await order(
    { [duplicateId]: { '0.75': 2 }, [survivorId]: { '0.75': 3 } },
    { boxes: { CBO6: { [duplicateId]: { '0.75': 6 } } } },
  )
  expect(contentOf(beside.order)).toEqual([
    [survivorId, '0.75', '', 5],
    [survivorId, '0.75', 'CBO6', 6],
  ])
  const edited = await asOwner('PUT', `/get-out-requests/${alone.order.id}`, {
    bottles: { [duplicateId]: { '0.75': 4 } },
  })
  expect(edited.status).toBe(200)
  expect(contentOf(edited.body as Order)).toEqual([[survivorId, '0.75', '', 4]])
  await expectWhole()
})

test('an order from before reads under the new number, and can be deleted', async () => {
  await store(accountId, { count: 3, wineId: duplicateId })
  const { order: placed } = await order({ [duplicateId]: { '0.75': 3 } })
  await merge()
  const read = await asOwner('GET', `/get-out-requests/${placed.id}`)
  expect(contentOf(read.body as Order)).toEqual([[survivorId, '0.75', '', 3]])
  expect((await asOwner('DELETE', `/get-out-requests/${placed.id}`)).status).toBe(200)
  const again = await order({ [duplicateId]: { '0.75': 3 } })
  expect(contentOf(again.order)).toEqual([[survivorId, '0.75', '', 3]])
  await expectWhole()
})

test('too many are refused as ever, and a partial order tells what is short', async () => {
  await store(accountId, { count: 2, wineId: duplicateId })
  await merge()
  const refused = await order({ [duplicateId]: { '0.75': 3 } })
  expect(outcome(refused)).toBe('400 quantity_unavailable')
  const partial = await order({ [duplicateId]: { '0.75': 3 } }, { auto_qty: 1 })
  expect(contentOf(partial.order)).toEqual([[survivorId, '0.75', '', 2]])
  expect(partial.order.errors).toMatchObject([{ id: survivorId, asked: 3, found: 2, diff: 1 }])
  expect(outcome(await order({ [duplicateId]: { '1.5': 1 } }))).toBe('400 bottle_not_found')
  await expectWhole()
})

test('the cellar, the bottles and the transactions show the wine that it is now', async () => {
  await store(accountId, { count: 2, wineId: duplicateId })
  await merge()
  const read = async (path: string) => (await asOwner('GET', path)).body as Record<string, unknown>[]
  expect((await read('/bottles/consolidated')).map(({ id }) => id)).not.toContain(duplicateId)
  expect((await read('/bottles'))[0]).toMatchObject({ 'wine-id': survivorId })
  expect((await read('/transactions')).slice(0, 2)).toMatchObject([
    { wine_id: survivorId, wine: 'Clos Double' },
    { wine_id: survivorId, wine: 'Clos Double' },
  ])
})

describe.each([
  ['/wine-comments', 'comment', 'SKU-1', 'SKU-2'],
  ['/wine-prices', 'price', '12.50', '99.00'],
])('%s', (path, field, first, second) => {
  const single = (wineId: number) => asOwner('GET', `${path}/single?wine_id=${wineId}&format=0.75`)
  const key = () => ({ wine_id: duplicateId, format: '0.75' })

  test('a note is stored, read, replaced and removed under the old number', async () => {
    await merge()
    const made = await asOwner('POST', path, { ...key(), [field]: first })
    expect([made.status, made.body]).toMatchObject([201, { 'wine-id': survivorId, [field]: first }])
    expect((await single(duplicateId)).body).toEqual(made.body)
    expect((await single(survivorId)).body).toEqual(made.body)
    const replaced = await asOwner('PUT', path, { ...key(), [field]: second })
    expect([replaced.status, replaced.body]).toMatchObject([200, { 'wine-id': survivorId, [field]: second }])
    expect((await asOwner('DELETE', path, key())).status).toBe(200)
    expect(outcome(await single(survivorId))).toBe('404 not_found')
    expect(outcome(await asOwner('DELETE', path, key()))).toBe('404 not_found')
  })

  test('a note from before is found under both numbers', async () => {
    await asOwner('POST', path, { ...key(), [field]: first })
    await merge()
    for (const wineId of [survivorId, duplicateId])
      expect((await single(wineId)).body).toMatchObject({ 'wine-id': survivorId, [field]: first })
  })
})

test('the old number tells where it leads, and cannot be edited or merged again', async () => {
  await merge()
  expect(await done('GET', `/wines/${duplicateId}`)).toMatchObject({ merged_into: survivorId, stored: 0 })
  const { merged_into, id, created_at, updated_at, stored, announced, ...record } = await done<
    Record<string, unknown>
  >('GET', `/wines/${duplicateId}`)
  expect([merged_into, id]).toEqual([survivorId, duplicateId])
  const edited = await operate('PUT', `/wines/${duplicateId}`, { body: { ...record, duplicate_ok: true } })
  expect(outcome(edited)).toBe('409 step_not_possible')
  expect(edited.body).toMatchObject({ message: expect.stringContaining(`wine ${survivorId}`) })
  const again = await operate('POST', `/wines/${survivorId}/merge`, { body: { duplicate_id: duplicateId } })
  expect(outcome(again)).toBe('409 step_not_possible')
  expect(again.body).toMatchObject({ details: [{ field: 'duplicate_id' }] })
})

test.each([
  ['itself', () => ({ duplicate_id: survivorId }), '400 parameter_invalid'],
  ['a wine that is not there', () => ({ duplicate_id: 987_654_321 }), '400 parameter_invalid'],
  ['none', () => ({}), '400 parameter_missing'],
  ['a huge number', () => ({ duplicate_id: 1e30 }), '400 parameter_invalid'],
])('merging %s is refused', async (_title, body, expected) => {
  expect(outcome(await operate('POST', `/wines/${survivorId}/merge`, { body: body() }))).toBe(expected)
  const missing = await operate('POST', '/wines/987654321/merge', { body: { duplicate_id: duplicateId } })
  expect(outcome(missing)).toBe('404 not_found')
})

test('a merge that was acknowledged under a key is not made again', async () => {
  const options = { body: { duplicate_id: duplicateId }, headers: { 'idempotency-key': 'merge-1' } }
  const first = await operate('POST', `/wines/${survivorId}/merge`, options)
  expect(first.status).toBe(200)
  expect((await operate('POST', `/wines/${survivorId}/merge`, options)).text).toBe(first.text)
})

test('owners who order through the old and the new number while the merge is made all get their bottles', async () => {
  await store(accountId, { count: 20, wineId: duplicateId })
  await store(accountId, { count: 20, wineId: survivorId })
  const orders = Array.from({ length: 12 }, (_, index) =>
    order({ [index % 2 === 0 ? duplicateId : survivorId]: { '0.75': 2 } }),
  )
  const [replies] = await Promise.all([Promise.all(orders), merge()])
  expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(201))
  const { rows } = await pool.query<{ wine_id: number; quantity: number }>(
    `select wine_id, sum(quantity)::int as quantity from order_lines where wine_id = any($1) group by wine_id`,
    [[survivorId, duplicateId]],
  )
  expect(rows).toEqual([{ wine_id: survivorId, quantity: 24 }])
  await expectWhole()
})

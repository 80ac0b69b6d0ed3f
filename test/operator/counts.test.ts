import { describe, expect, test } from 'vitest'
import { verifyLedger } from '../../src/core/cellar/verify-ledger.ts'
import { createOrder } from '../../src/core/orders/create-order.ts'
import { checksumOf } from '../support/checksum.ts'
import { operatorService } from '../support/operator-service.ts'
import { line, pickup } from '../support/order-cellar.ts'
import { outcome } from '../support/service.ts'
import { stockCellar } from '../support/stock-cellar.ts'

const { operate, done, deps, db, pool } = await operatorService()
const cellar = await stockCellar(deps, pool)
const { warehouseId, wineId, ownerOf, store } = cellar
const asWarehouse = { as: 'warehouse' } as const
type Count = { id: number; state: string; differences: unknown[] }

let shelf = 0
/** A new shelf with bottles of a new owner, and a count of it. */
async function newCount(count: number) {
  const location = `S-${++shelf}`
  await cellar.addLocation(warehouseId, location)
  const { owner, stored } = await ownerOf({ count })
  const { accountId } = owner
  const [ids = []] = stored
  const move = { account_id: accountId, warehouse_id: warehouseId, to: location, bottle_ids: ids }
  if (count > 0) await done('POST', '/stock/moves', { ...asWarehouse, body: move })
  const opened = await done<Count>('POST', '/counts', {
    ...asWarehouse,
    body: { warehouse_id: warehouseId, location },
  })
  const seen = (quantity: number) => ({ account_id: accountId, wine_id: wineId, format: '0.75', quantity })
  const enter = (body: unknown) => operate('PUT', `/counts/${opened.id}/lines`, { ...asWarehouse, body })
  const post = (body: unknown = { reason: 'yearly count' }) =>
    operate('POST', `/counts/${opened.id}/post`, { ...asWarehouse, body })
  const read = () => done<Count>('GET', `/counts/${opened.id}`, asWarehouse)
  return { owner, accountId, ids, location, opened, seen, enter, post, read }
}

test('an open count tells only what was entered; a posted one what it came to', async () => {
  const { opened, accountId, ids, location, seen, enter, post, read } = await newCount(3)
  expect(opened).toEqual({
    ...{ id: opened.id, warehouse_id: warehouseId, location, state: 'open' },
    ...{ opened_by: 'Sam warehouse', opened_at: '2026-11-16T09:30:00+01:00' },
    ...{ counted_by: null, counted_at: null, closed_by: null, closed_at: null, reason: null },
    ...{ lost: 0, found: 0, moved: 0, lines: [], bottles: [], differences: [] },
  })
  const [first = 0] = ids
  const entered = await enter({ lines: [seen(1)], bottles: [`B${first}`, `B${first}`] })
  expect(entered.body).toEqual({
    ...opened,
    ...{ counted_by: 'Sam warehouse', counted_at: '2026-11-16T09:30:00+01:00' },
    lines: [{ account_id: accountId, wine_id: wineId, format: '0.75', box: '', quantity: 1 }],
    bottles: [`B${first}`],
  })
  expect(await read()).toEqual(entered.body)
  const compared = await operate('POST', `/counts/${opened.id}/compare`, asWarehouse)
  const difference = {
    ...{ account_id: accountId, wine_id: wineId, format: '0.75', box: '', wine: 'Clos Un', vintage: 2019 },
    ...{
      expected: 3,
      seen: 2,
      difference: -1,
      lost: [`B${ids[1]}`],
      moved_here: [],
      found_again: [],
      found_new: 0,
    },
  }
  expect(compared.body).toEqual({
    lost: 1,
    found: 0,
    moved: 0,
    differences: [difference],
    orders_in_the_way: [],
  })
  expect(await read()).toEqual(entered.body)
  const posted = await post()
  expect(posted.status).toBe(200)
  expect(posted.body).toMatchObject({
    ...{ state: 'posted', reason: 'yearly count', closed_by: 'Sam warehouse', lost: 1, found: 0, moved: 0 },
    differences: [difference],
  })
  expect(await read()).toEqual(posted.body)
  expect(outcome(await post())).toBe('409 step_not_possible')
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

test('every step is in the audit, also who compared', async () => {
  const { opened, enter, post } = await newCount(1)
  await enter({ lines: [] })
  await done('POST', `/counts/${opened.id}/compare`)
  await post()
  const entries = await done<{ action: string; detail: unknown }[]>(
    'GET',
    `/audit?subject=count&subject_id=${opened.id}`,
  )
  expect(entries.map(({ action }) => action)).toEqual([
    'count.post',
    'count.compare',
    'count.enter',
    'count.open',
  ])
  expect(entries[0]?.detail).toEqual({ reason: 'yearly count', lost: 1, found: 0, moved: 0 })
})

test('another counter may not compare, an admin may', async () => {
  const { opened, seen } = await newCount(1)
  await done('PUT', `/counts/${opened.id}/lines`, { as: 'admin', body: { lines: [seen(1)] } })
  const path = `/counts/${opened.id}/compare`
  expect(outcome(await operate('POST', path, asWarehouse))).toBe('403 role_insufficient')
  expect(outcome(await operate('POST', path, { as: 'admin' }))).toBe('200 ok')
})

test('a reserved bottle that would have to go stops the count', async () => {
  const { owner, enter, post, read } = await newCount(1)
  const { order } = await createOrder(deps, owner, pickup([line(wineId, 1)]))
  await enter({ lines: [] })
  const before = await checksumOf(pool)
  const reply = await post()
  expect(outcome(reply)).toBe('409 in_use')
  expect(reply.body).toMatchObject({
    details: [{ field: 'order_id', message: `order ${order.id} holds some` }],
  })
  expect(await checksumOf(pool)).toEqual(before)
  expect(await read()).toMatchObject({ state: 'open' })
})

test('one open count for a location; a cancelled one makes room', async () => {
  const { opened, location } = await newCount(0)
  const body = { warehouse_id: warehouseId, location }
  const second = await operate('POST', '/counts', { ...asWarehouse, body })
  expect(outcome(second)).toBe('409 already_exists')
  expect(second.text).toContain(`count ${opened.id}`)
  expect(await done('POST', `/counts/${opened.id}/cancel`, asWarehouse)).toMatchObject({ state: 'cancelled' })
  expect(outcome(await operate('POST', `/counts/${opened.id}/cancel`, asWarehouse))).toBe(
    '409 step_not_possible',
  )
  expect((await operate('POST', '/counts', { ...asWarehouse, body })).status).toBe(201)
})

test('two who post at once: one wins', async () => {
  const { enter, post, seen } = await newCount(2)
  await enter({ lines: [seen(1)] })
  const outcomes = (await Promise.all([post(), post(), post()])).map(outcome)
  expect(outcomes.sort()).toEqual(['200 ok', '409 step_not_possible', '409 step_not_possible'])
})

test('counts are listed newest first, by warehouse and state', async () => {
  const { opened } = await newCount(0)
  const idsOf = async (query: string) =>
    (await done<Count[]>('GET', `/counts?${query}`, { as: 'billing' })).map(({ id }) => id)
  expect((await idsOf('state=open&count=1'))[0]).toBe(opened.id)
  expect(await idsOf('state=posted')).not.toContain(opened.id)
  expect((await idsOf(`warehouse_id=${warehouseId}`))[0]).toBe(opened.id)
  expect(await idsOf('warehouse_id=999999')).toEqual([])
  expect(outcome(await operate('GET', '/counts?state=lost'))).toBe('400 parameter_invalid')
})

describe('bad input is named, and nothing is written', async () => {
  const { opened, accountId, seen } = await newCount(1)
  const linesPath = `/counts/${opened.id}/lines`
  const postPath = `/counts/${opened.id}/post`
  await store(accountId, { count: 1 })

  test.each<[string, string, string, unknown, string]>([
    ['no location', 'POST', '/counts', { warehouse_id: warehouseId }, 'location'],
    [
      'a location that there is not',
      'POST',
      '/counts',
      { warehouse_id: warehouseId, location: 'Z-99' },
      'location',
    ],
    ['nothing entered', 'PUT', linesPath, {}, 'body'],
    ['a quantity of 0', 'PUT', linesPath, { lines: [{ ...seen(1), quantity: 0 }] }, 'lines.0.quantity'],
    [
      'a quantity without end',
      'PUT',
      linesPath,
      { lines: [{ ...seen(1), quantity: 1e20 }] },
      'lines.0.quantity',
    ],
    [
      'an account that there is not',
      'PUT',
      linesPath,
      { lines: [{ ...seen(1), account_id: 999_999 }] },
      'lines.0.account_id',
    ],
    [
      'a wine that there is not',
      'PUT',
      linesPath,
      { lines: [{ ...seen(1), wine_id: 999_999 }] },
      'lines.0.wine_id',
    ],
    ['a box that there is not', 'PUT', linesPath, { lines: [{ ...seen(1), box: 'NONE' }] }, 'lines.0.box'],
    ['a box in small letters', 'PUT', linesPath, { lines: [{ ...seen(1), box: 'cbo6' }] }, 'lines.0.box'],
    ['a code that is none', 'PUT', linesPath, { bottles: ['123'] }, 'bottles.0'],
    ['a code of no bottle', 'PUT', linesPath, { bottles: ['B999999999999999'] }, 'bottles.0'],
    ['no reason', 'POST', postPath, {}, 'reason'],
    ['a blank reason', 'POST', postPath, { reason: '  ' }, 'reason'],
    ['a long reason', 'POST', postPath, { reason: 'x'.repeat(501) }, 'reason'],
    ['a NUL byte', 'POST', postPath, { reason: 'a\0b' }, 'reason'],
  ])('%s', async (_what, method, path, body, field) => {
    const before = await checksumOf(pool)
    const reply = await operate(method, path, { ...asWarehouse, body })
    expect(outcome(reply)).toMatch(/^400 parameter_(invalid|missing)$/)
    expect((reply.body as { details: { field: string }[] }).details.map((each) => each.field)).toContain(
      field,
    )
    expect(await checksumOf(pool)).toEqual(before)
  })

  test.each([
    ['GET', '/counts/999999'],
    ['PUT', '/counts/999999/lines'],
    ['POST', '/counts/999999/post'],
    ['POST', '/counts/999999/compare'],
    ['POST', '/counts/999999/cancel'],
  ])('%s %s is not found', async (method, path) => {
    const body = path.endsWith('lines') ? { lines: [] } : path.endsWith('post') ? { reason: 'x' } : undefined
    expect(outcome(await operate(method, path, { ...asWarehouse, ...(body && { body }) }))).toBe(
      '404 not_found',
    )
  })

  test('billing reads and does not count', async () => {
    const path = `/counts/${opened.id}`
    expect(outcome(await operate('GET', path, { as: 'billing' }))).toBe('200 ok')
    expect(outcome(await operate('POST', `${path}/cancel`, { as: 'billing' }))).toBe('403 role_insufficient')
  })
})

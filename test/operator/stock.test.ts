import { describe, expect, test } from 'vitest'
import { issueAccessKey } from '../../src/core/accounts/credentials.ts'
import { verifyLedger } from '../../src/core/cellar/verify-ledger.ts'
import { createOrder } from '../../src/core/orders/create-order.ts'
import { checksumOf } from '../support/checksum.ts'
import { operatorService } from '../support/operator-service.ts'
import { line, pickup } from '../support/order-cellar.ts'
import { outcome } from '../support/service.ts'
import { openAccount } from '../support/small-cellar.ts'
import { stockCellar } from '../support/stock-cellar.ts'

const { operate, done, call, deps, db, pool } = await operatorService()
const cellar = await stockCellar(deps, pool)
const { warehouseId, otherWarehouseId, wineId, otherWineId, ownerOf, store } = cellar
const asWarehouse = { as: 'warehouse' } as const
const place = { warehouse_id: warehouseId }
const goods = { wine_id: wineId, format: '0.75' }

/** An owner who can call the service, with bottles. */
async function caller(email: string, count: number) {
  const { accountId, personId } = await openAccount(deps, email)
  const keys = await issueAccessKey(deps, { accountId, personId, name: 'shop', rights: 'write' })
  return { accountId, keys, ids: await store(accountId, { count }) }
}

describe('moving', () => {
  test('owners see a move as type M, with places and comment', async () => {
    const { accountId, keys, ids } = await caller('moves@example.com', 2)
    const body = { account_id: accountId, ...place, to: 'A-02', bottle_ids: ids, comment: 'nearer' }
    const reply = await operate('POST', '/stock/moves', { ...asWarehouse, body })
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({ moved: 2, already_there: 0, bottle_ids: ids })
    const transactions = (await call('GET', '/v1/transactions?count=2', { keys })).body
    expect(transactions).toMatchObject([
      { type: 'M', bottle_id: ids[1], destination: { code: 'A-02' }, comment: 'nearer' },
      { type: 'M', bottle_id: ids[0], destination: { code: 'A-02' }, comment: 'nearer' },
    ])
    expect((await operate('POST', '/stock/moves', { ...asWarehouse, body })).body).toEqual({
      moved: 0,
      already_there: 2,
      bottle_ids: [],
    })
  })

  test('by goods, and the audit names the bottles', async () => {
    const { owner, stored } = await ownerOf({ count: 3 })
    const { accountId } = owner
    const body = {
      account_id: accountId,
      ...place,
      to: 'A-03',
      goods: { from: 'A-01', ...goods, quantity: 2 },
    }
    const moved = await done<{ bottle_ids: number[] }>('POST', '/stock/moves', { ...asWarehouse, body })
    expect(moved.bottle_ids).toEqual(stored[0]?.slice(0, 2))
    const [entry] = await done<unknown[]>('GET', `/audit?account_id=${accountId}`)
    expect(entry).toMatchObject({
      action: 'stock.move',
      staff_name: 'Sam warehouse',
      account_id: accountId,
      detail: { to: 'A-03', bottle_ids: moved.bottle_ids, goods: { from: 'A-01' } },
    })
  })

  test('5,000 at once, and a repeat with the same key is not done twice', async () => {
    const { owner, stored } = await ownerOf({ count: 5000 })
    const body = { account_id: owner.accountId, ...place, to: 'A-02', bottle_ids: stored[0] }
    const headers = { 'idempotency-key': 'move-5000' }
    const first = await operate('POST', '/stock/moves', { ...asWarehouse, body, headers })
    expect(first.body).toMatchObject({ moved: 5000 })
    const again = await operate('POST', '/stock/moves', { ...asWarehouse, body, headers })
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.text).toBe(first.text)
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })
})

describe('single corrections', () => {
  test('owners see losses and finds as type A', async () => {
    const { accountId, keys, ids } = await caller('corrections@example.com', 2)
    const [first = 0] = ids
    const lost = { account_id: accountId, bottle_ids: [first], reason: 'broken', comment: 'fell' }
    expect((await operate('POST', '/stock/losses', { ...asWarehouse, body: lost })).body).toEqual({
      lost: 1,
      bottle_ids: [first],
    })
    const found = { account_id: accountId, ...place, location: 'A-01', lines: [{ ...goods, quantity: 2 }] }
    const reply = await operate('POST', '/stock/finds', { ...asWarehouse, body: found })
    expect(reply.body).toMatchObject({ found: 2 })
    const typesOf = async (filter: string) =>
      ((await call('GET', `/v1/transactions?${filter}`, { keys })).body as { type: string }[]).map(
        ({ type }) => type,
      )
    expect(await typesOf('type=out')).toEqual(['A'])
    expect(await typesOf('type=in')).toEqual(['A', 'A', 'I', 'I'])
  })

  test('a reserved bottle is not lost behind its order', async () => {
    const { owner, stored } = await ownerOf({ count: 1 })
    const { order } = await createOrder(deps, owner, pickup([line(wineId, 1)]))
    const body = { account_id: owner.accountId, bottle_ids: stored[0], reason: 'missing' }
    const before = await checksumOf(pool)
    const reply = await operate('POST', '/stock/losses', { ...asWarehouse, body })
    expect(outcome(reply)).toBe('409 in_use')
    expect(reply.text).toContain(`order ${order.id}`)
    expect(await checksumOf(pool)).toEqual(before)
  })
})

describe('a bottle', () => {
  test('tells its life, with the names of places', async () => {
    const { owner, stored } = await ownerOf({ count: 1 })
    const { accountId } = owner
    const [[id = 0] = []] = stored
    const { order } = await createOrder(deps, owner, pickup([line(wineId, 1)]))
    await done('POST', '/stock/moves', {
      body: { account_id: accountId, ...place, to: 'A-02', bottle_ids: [id], comment: 'x' },
    })
    const life = await done<{ moves: unknown[] }>('GET', `/accounts/${accountId}/bottles/${id}`, {
      as: 'billing',
    })
    expect(life).toMatchObject({
      ...{ id, code: `B${id}`, wine_id: wineId, wine: 'Clos Un', vintage: 2019, format: '0.75', box: '' },
      ...{ state: 'stored', warehouse: 'Bercy', location: 'A-02', order_id: order.id, picked_at: null },
    })
    expect(life.moves).toMatchObject([
      { kind: 'received', from_location: null, to_warehouse: 'Bercy', to_location: 'A-01', order_id: null },
      { kind: 'reserved', from_location: 'A-01', to_location: 'A-01', order_id: order.id },
      { kind: 'moved', from_warehouse: 'Bercy', from_location: 'A-01', to_location: 'A-02', comment: 'x' },
    ])
  })

  test('of another account is not found, and one that is gone is', async () => {
    const { owner, stored } = await ownerOf({ count: 1 })
    const other = await ownerOf({ count: 1 })
    const [[id = 0] = []] = stored
    const path = (accountId: number) => `/accounts/${accountId}/bottles/${id}`
    expect(outcome(await operate('GET', path(other.owner.accountId)))).toBe('404 not_found')
    const body = { account_id: owner.accountId, bottle_ids: [id], reason: 'other' }
    await done('POST', '/stock/losses', { body })
    expect(await done('GET', path(owner.accountId))).toMatchObject({
      state: 'gone',
      warehouse: null,
      location: null,
      moves: [{ kind: 'received' }, { kind: 'lost', to_location: null, comment: 'other' }],
    })
  })
})

test('the cellar of a day, by warehouse and by location', async () => {
  const { owner } = await ownerOf(
    { count: 2, storedAt: '2026-11-10T09:00:00Z' },
    { count: 1, storedAt: '2026-11-12T09:00:00Z', warehouse: 1 },
  )
  const read = (query: string) =>
    operate('GET', `/accounts/${owner.accountId}/cellar${query}`, { as: 'billing' })
  const lineOf = { wine_id: wineId, format: '0.75', box: '', wine: 'Clos Un', vintage: 2019 }
  expect((await read('?date=2026-11-11')).body).toEqual({
    date: '2026-11-11',
    lines: [{ ...lineOf, warehouse_id: warehouseId, warehouse: 'Bercy', location: null, quantity: 2 }],
  })
  expect((await read('?by=location')).body).toMatchObject({
    date: '2026-11-16',
    lines: [
      { warehouse: 'Bercy', location: 'A-01', quantity: 2 },
      { warehouse: 'Ivry', location: 'A-01', quantity: 1 },
    ],
  })
  expect(outcome(await read('?date=2026-11-17'))).toBe('400 parameter_invalid')
  expect(outcome(await read('?date=2026-02-30'))).toBe('400 parameter_invalid')
  expect(outcome(await read('?by=shelf'))).toBe('400 parameter_invalid')
  expect(outcome(await operate('GET', '/accounts/999999/cellar'))).toBe('404 not_found')
})

test('availability of an account and of a wine: free, reserved and announced', async () => {
  const wine = await cellar.addWine('Clos Rare')
  const { owner } = await ownerOf({ count: 3, wineId: wine }, { count: 2, wineId: wine, warehouse: 1 })
  const other = await ownerOf({ count: 4, wineId: wine })
  await createOrder(deps, owner, pickup([line(wine, 1)]))
  const putaway = await done<{ id: number }>('POST', '/putaways', {
    body: {
      account_id: owner.accountId,
      warehouse_id: otherWarehouseId,
      lines: [{ wine_id: wine, format: '0.75', quantity: 5 }],
    },
  })
  expect(putaway.id).toBeGreaterThan(0)
  const amounts = async (path: string) =>
    (await done<Record<string, unknown>[]>('GET', path, { as: 'billing' })).map((each) => [
      each.warehouse_id,
      each.free,
      each.reserved,
      each.announced,
    ])
  expect(await amounts(`/accounts/${owner.accountId}/availability`)).toEqual([
    [warehouseId, 2, 1, 0],
    [otherWarehouseId, 2, 0, 5],
  ])
  expect(await amounts(`/accounts/${owner.accountId}/availability?wine_id=${otherWineId}`)).toEqual([])
  expect(await amounts(`/wines/${wine}/availability`)).toEqual([
    [warehouseId, 6, 1, 0],
    [otherWarehouseId, 2, 0, 5],
  ])
  expect(await amounts(`/accounts/${other.owner.accountId}/availability`)).toEqual([[warehouseId, 4, 0, 0]])
  expect(outcome(await operate('GET', '/wines/999999/availability'))).toBe('404 not_found')
  expect(outcome(await operate('GET', '/accounts/999999/availability'))).toBe('404 not_found')
})

test('what lies at a location, page by page, for the warehouse', async () => {
  await cellar.addLocation(warehouseId, 'C-01')
  const { owner, stored } = await ownerOf({ count: 3 })
  const body = { account_id: owner.accountId, ...place, to: 'C-01', bottle_ids: stored[0] }
  await done('POST', '/stock/moves', { body })
  const path = `/warehouses/${warehouseId}/locations/C-01/bottles`
  const reply = await operate('GET', `${path}?count=2`, asWarehouse)
  expect(reply.headers['x-total-count']).toBe('3')
  expect(reply.body).toMatchObject([
    {
      bottle_id: stored[0]?.[2],
      account_id: owner.accountId,
      account: 'Ada Cave',
      order_id: null,
      is_picked: false,
    },
    { bottle_id: stored[0]?.[1], wine: 'Clos Un', format: '0.75', box: '' },
  ])
  expect(outcome(await operate('GET', path, { as: 'billing' }))).toBe('403 role_insufficient')
  expect(outcome(await operate('GET', `/warehouses/${warehouseId}/locations/C-99/bottles`))).toBe(
    '404 not_found',
  )
})

describe('bad input is named, and nothing is written', async () => {
  const { owner, stored } = await ownerOf({ count: 1 })
  const good = { account_id: owner.accountId, ...place, to: 'A-02', bottle_ids: stored[0] }
  const loss = { account_id: owner.accountId, bottle_ids: stored[0], reason: 'broken' }
  const find = { account_id: owner.accountId, ...place, location: 'A-01', lines: [{ ...goods, quantity: 1 }] }
  const shelf = { from: 'A-01', ...goods, quantity: 1 }
  const { bottle_ids: _, ...withoutIds } = good

  test.each<[string, string, unknown, string]>([
    ['no bottles and no goods', '/stock/moves', withoutIds, 'bottle_ids'],
    ['bottles and goods', '/stock/moves', { ...good, goods: shelf }, 'bottle_ids'],
    ['no bottle', '/stock/moves', { ...good, bottle_ids: [] }, 'bottle_ids'],
    ['5,001 bottles', '/stock/moves', { ...good, bottle_ids: Array(5001).fill(1) }, 'bottle_ids'],
    ['a number too large', '/stock/moves', { ...good, bottle_ids: [1e300] }, 'bottle_ids.0'],
    ['half a number', '/stock/moves', { ...good, bottle_ids: [1.5] }, 'bottle_ids.0'],
    ['an account too large', '/stock/moves', { ...good, account_id: 2 ** 60 }, 'account_id'],
    ['a location in small letters', '/stock/moves', { ...good, to: 'a-02' }, 'to'],
    ['a NUL byte', '/stock/moves', { ...good, comment: 'a\0b' }, 'comment'],
    ['a long comment', '/stock/moves', { ...good, comment: 'x'.repeat(901) }, 'comment'],
    ['a field too many', '/stock/moves', { ...good, from: 'A-01' }, 'from'],
    [
      'a quantity of 0',
      '/stock/moves',
      { ...withoutIds, goods: { ...shelf, quantity: 0 } },
      'goods.quantity',
    ],
    [
      'a format of 31 l',
      '/stock/moves',
      { ...withoutIds, goods: { ...shelf, format: '31' } },
      'goods.format',
    ],
    ['a reason of their own', '/stock/losses', { ...loss, reason: 'drunk' }, 'reason'],
    ['no reason', '/stock/losses', { ...loss, reason: undefined }, 'reason'],
    [
      'a wine too large',
      '/stock/finds',
      { ...find, lines: [{ ...goods, wine_id: 2 ** 60, quantity: 1 }] },
      'lines.0.wine_id',
    ],
    ['nothing found', '/stock/finds', { ...find, lines: undefined }, 'lines'],
    ['an account that there is not', '/stock/finds', { ...find, account_id: 999_999 }, 'account_id'],
  ])('%s', async (_what, path, body, field) => {
    const before = await checksumOf(pool)
    const reply = await operate('POST', path, { ...asWarehouse, body })
    expect(outcome(reply)).toMatch(/^400 parameter_(invalid|missing)$/)
    expect((reply.body as { details: { field: string }[] }).details.map((each) => each.field)).toContain(
      field,
    )
    expect(await checksumOf(pool)).toEqual(before)
  })

  test.each(['/stock/moves', '/stock/losses', '/stock/finds'])('%s is not for billing', async (path) => {
    expect(outcome(await operate('POST', path, { as: 'billing', body: {} }))).toBe('403 role_insufficient')
  })
})

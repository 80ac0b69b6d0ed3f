import { describe, expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { line, pickup } from '../../../test/support/order-cellar.ts'
import { refusalOf, stockCellar } from '../../../test/support/stock-cellar.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import { createOrder } from '../orders/create-order.ts'
import { type Find, reportStockFind } from './report-stock-find.ts'
import { type Loss, reportStockLoss } from './report-stock-loss.ts'

const { db, pool, deps, clock } = await testDatabase()
const cellar = await stockCellar(deps, pool)
const { warehouseId, wineId, ownerOf, placesOf, ledgerOf } = cellar

const lose = (accountId: number, bottleIds: number[], more: Partial<Loss> = {}) =>
  reportStockLoss(deps, { accountId, bottleIds, reason: 'broken', comment: '', ...more })
const find = (accountId: number, more: Partial<Find>) =>
  reportStockFind(deps, {
    accountId,
    warehouseId,
    location: 'A-02',
    comment: '',
    lines: [],
    bottleIds: [],
    ...more,
  })
const goods = { wineId, formatMl: 750, boxCode: '' }

test('a lost bottle is gone, and the ledger tells why', async () => {
  const { owner, stored } = await ownerOf({ count: 3 })
  const [[first = 0, second = 0, third = 0] = []] = stored
  expect(await lose(owner.accountId, [first, first])).toEqual({ lostIds: [first] })
  await lose(owner.accountId, [second], { reason: 'stolen', comment: 'the door was open' })
  expect(await placesOf([first, second, third])).toEqual(['gone', 'gone', 'Bercy A-01'])
  expect((await ledgerOf(owner.accountId)).slice(3)).toEqual([
    'lost A-01 - broken',
    'lost A-01 - stolen: the door was open',
  ])
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

test('a found bottle is free, and as old as its finding', async () => {
  const { owner } = await ownerOf()
  const lines = [
    { ...goods, quantity: 2 },
    { ...goods, boxCode: 'CBO6', quantity: 1 },
  ]
  const { foundIds } = await find(owner.accountId, { lines, comment: 'behind the rack' })
  expect(await placesOf(foundIds)).toEqual(Array(3).fill('Bercy A-02'))
  expect(await ledgerOf(owner.accountId)).toEqual(Array(3).fill('found - A-02 behind the rack'))
  const { rows } = await pool.query('select distinct stored_at from bottles where account_id = $1', [
    owner.accountId,
  ])
  expect(rows).toEqual([{ stored_at: clock.now }])
  const { order } = await createOrder(deps, owner, pickup([line(wineId, 2)]))
  expect(order.lines).toMatchObject([{ quantity: 2, boxCode: '' }])
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

test('a lost bottle that turns up is the same bottle, as old as it was', async () => {
  const { owner, stored } = await ownerOf({ count: 1, storedAt: '2021-03-01T09:00:00Z' })
  const [ids = []] = stored
  await lose(owner.accountId, ids)
  expect(await find(owner.accountId, { bottleIds: ids })).toEqual({ foundIds: ids })
  expect(await placesOf(ids)).toEqual(['Bercy A-02'])
  const { rows } = await pool.query('select stored_at from bottles where id = any($1)', [ids])
  expect(rows).toEqual([{ stored_at: new Date('2021-03-01T09:00:00Z') }])
  expect(await ledgerOf(owner.accountId)).toEqual(['received - A-01', 'lost A-01 - broken', 'found - A-02'])
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

describe('refused, and nothing is written', async () => {
  const { owner, stored } = await ownerOf({ count: 2, storedAt: '2021-01-04T09:00:00Z' }, { count: 1 })
  const [[held = 0, alsoHeld = 0] = [], [free = 0] = []] = stored
  const announced = await cellar.announce(owner.accountId)
  const { order } = await createOrder(deps, owner, pickup([line(wineId, 2)]))
  const { accountId } = owner

  test.each<[string, () => Promise<unknown>, string]>([
    ['losing a reserved bottle', () => lose(accountId, [free, held, alsoHeld]), 'in_use order_id'],
    ['losing what has not come', () => lose(accountId, [announced]), 'step_not_possible bottle_ids.0'],
    ['losing what there is not', () => lose(accountId, [999_999]), 'fields_invalid bottle_ids.0'],
    ["losing another account's", () => lose(accountId + 999, [free]), 'fields_invalid bottle_ids.0'],
    ['finding nothing', () => find(accountId, {}), 'fields_invalid lines'],
    [
      'finding for nobody',
      () => find(999_999, { lines: [{ ...goods, quantity: 1 }] }),
      'fields_invalid account_id',
    ],
    [
      'finding a wine that there is not',
      () =>
        find(accountId, {
          lines: [
            { ...goods, quantity: 1 },
            { ...goods, wineId: 999_999, quantity: 1 },
          ],
        }),
      'fields_invalid lines.1.wine_id',
    ],
    [
      'finding a box that there is not',
      () => find(accountId, { lines: [{ ...goods, boxCode: 'NONE', quantity: 1 }] }),
      'fields_invalid lines.0.box',
    ],
    [
      'finding too many',
      () => find(accountId, { lines: Array(2).fill({ ...goods, quantity: 2501 }) }),
      'fields_invalid lines',
    ],
    [
      'finding nowhere',
      () => find(accountId, { lines: [{ ...goods, quantity: 1 }], location: 'Z-99' }),
      'fields_invalid location',
    ],
    [
      'finding in another warehouse',
      () => find(accountId, { lines: [{ ...goods, quantity: 1 }], location: 'I-09' }),
      'location_elsewhere location',
    ],
    [
      'finding what is not lost',
      () => find(accountId, { bottleIds: [free] }),
      'step_not_possible bottle_ids.0',
    ],
    [
      'finding what has not come',
      () => find(accountId, { bottleIds: [announced] }),
      'step_not_possible bottle_ids.0',
    ],
  ])('%s', async (_what, attempt, expected) => {
    const before = await checksumOf(pool)
    expect(await refusalOf(attempt())).toBe(expected)
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('the order that holds the bottle is named', async () => {
    await expect(lose(accountId, [held])).rejects.toThrow(`B${held}, of order ${order.id}.`)
  })
})

test('of two who report the same bottle at once one is too late', async () => {
  const { owner, stored } = await ownerOf({ count: 1 })
  const [ids = []] = stored
  const outcomes = await Promise.all([1, 2].map(() => refusalOf(lose(owner.accountId, ids))))
  expect(outcomes.sort()).toEqual(['nothing was refused', 'step_not_possible bottle_ids.0'])
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

test('a loss and an order for the last bottle at once: one of them gets it', async () => {
  for (let round = 0; round < 10; round++) {
    const { owner, stored } = await ownerOf({ count: 1 })
    const [ids = []] = stored
    const outcomes = await Promise.all([
      refusalOf(lose(owner.accountId, ids)),
      refusalOf(createOrder(deps, owner, pickup([line(wineId, 1)]))),
    ])
    expect([
      ['in_use order_id', 'nothing was refused'],
      ['nothing was refused', 'not_enough_bottles'],
    ]).toContainEqual(outcomes)
  }
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { line, linesIn, orderCellar, pickup } from '../../../test/support/order-cellar.ts'
import { insert } from '../../../test/support/small-cellar.ts'
import { listStockMoves } from '../cellar/stock-move-reads.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import { wineComments, winePrices } from '../cellar/wine-notes.ts'
import { createOrder } from '../orders/create-order.ts'
import { deleteOrder } from '../orders/delete-order.ts'
import { findOrder } from '../orders/order-reads.ts'
import { mergeWines } from './merge-wines.ts'
import { getWine, listWines } from './wine-reads.ts'

const { db, pool, deps } = await testDatabase()
const cellar = await orderCellar(pool)
const { addWine, ownerOf, store, warehouseIds } = cellar
const at = '2026-11-16T08:00:00Z'

/** Two wines of the same name: the one that is to stay, and its duplicate. */
const twins = async () => [await addWine('Clos Double'), await addWine('Clos Double')] as const
const rowsOf = async (table: string, wineId: number) =>
  (await pool.query(`select * from ${table} where wine_id = $1`, [wineId])).rows
const faults = async () => (await verifyLedger(db)).discrepancies

test('every table that names a wine is known to the merge', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
     where table_schema = 'public' and column_name like '%wine_id' order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'bottles',
    'count_lines',
    // Lives within one transaction; what it writes is checked then.
    'import_rows',
    'order_lines',
    'order_shortages',
    'putaway_counts',
    'putaway_lines',
    'stock_alerts',
    // The ledger keeps what it says, and its readers follow the merge.
    'stock_moves',
    'wine_comments',
    'wine_prices',
  ])
})

test('the bottles of all owners, free, reserved, announced and gone, become the survivor’s, and the ledger stays', async () => {
  const [survivorId, duplicateId] = await twins()
  const { owner } = await ownerOf({ count: 5, wineId: duplicateId }, { count: 1, wineId: survivorId })
  const { owner: other } = await ownerOf({ count: 2, wineId: duplicateId })
  const { order } = await createOrder(deps, owner, pickup([line(duplicateId, 2)]))
  const ledger = (await pool.query('select * from stock_moves order by account_id, id')).rows
  const announced = { account_id: other.accountId, wine_id: duplicateId, format_ml: 750, box_code: '' }
  const bottle = { ...announced, state: 'announced', created_at: at, updated_at: at }
  const bottleId = await insert(pool, 'bottles', bottle)
  const move = { account_id: other.accountId, wine_id: duplicateId, format_ml: 750, bottle_id: bottleId }
  await insert(pool, 'stock_moves', { ...move, kind: 'announced', created_at: at })

  const merged = await mergeWines(deps, survivorId, duplicateId)
  expect(merged).toMatchObject({ id: survivorId, mergedIntoId: null, stored: 8, announced: 1 })
  expect(await getWine(db, duplicateId)).toMatchObject({ mergedIntoId: survivorId, stored: 0, announced: 0 })
  expect(await rowsOf('bottles', duplicateId)).toEqual([])
  expect(linesIn((await findOrder(db, owner.accountId, order.id)) ?? expect.fail())).toEqual([
    line(survivorId, 2),
  ])
  expect((await pool.query('select * from stock_moves order by account_id, id')).rows).toEqual(
    expect.arrayContaining(ledger),
  )
  const moves = await listStockMoves(db, owner.accountId, {}, { page: 1, count: 30 })
  expect(moves.records).toHaveLength(6)
  expect(new Set(moves.records.map(({ wineId }) => wineId))).toEqual(new Set([survivorId]))
  expect(await faults()).toEqual([])
})

test('where an order has lines of both, their quantities add up, by format and box', async () => {
  const [survivorId, duplicateId] = await twins()
  const both = [survivorId, duplicateId]
  const { owner } = await ownerOf(
    ...both.map((wineId) => ({ count: 4, wineId })),
    ...both.map((wineId) => ({ count: 6, wineId, boxCode: 'CBO6' })),
    { count: 3, wineId: duplicateId, formatMl: 1500 },
  )
  const asked = [
    line(survivorId, 1),
    line(duplicateId, 3),
    line(survivorId, 6, { boxCode: 'CBO6' }),
    line(duplicateId, 6, { boxCode: 'CBO6' }),
    line(duplicateId, 2, { formatMl: 1500 }),
  ]
  const { order } = await createOrder(deps, owner, pickup(asked))
  const { order: deleted } = await createOrder(
    deps,
    owner,
    pickup([line(survivorId, 1), line(duplicateId, 1)]),
  )
  await deleteOrder(deps, owner, deleted.id)
  await mergeWines(deps, survivorId, duplicateId)
  expect(linesIn((await findOrder(db, owner.accountId, order.id)) ?? expect.fail())).toEqual([
    line(survivorId, 4),
    line(survivorId, 12, { boxCode: 'CBO6' }),
    line(survivorId, 2, { formatMl: 1500 }),
  ])
  expect(await rowsOf('order_lines', duplicateId)).toEqual([])
  expect(await faults()).toEqual([])
})

test('a split order adds up in its parent and in each of its parts', async () => {
  const [survivorId, duplicateId] = await twins()
  const { owner } = await ownerOf(
    { count: 2, wineId: duplicateId, warehouse: 0 },
    { count: 2, wineId: duplicateId, warehouse: 1 },
    { count: 1, wineId: survivorId, warehouse: 1 },
  )
  const { order } = await createOrder(deps, owner, pickup([line(survivorId, 1), line(duplicateId, 4)]))
  expect(order.children).toHaveLength(2)
  await mergeWines(deps, survivorId, duplicateId)
  const found = (await findOrder(db, owner.accountId, order.id)) ?? expect.fail()
  expect(linesIn(found)).toEqual([line(survivorId, 5)])
  expect(found.children.map(linesIn)).toEqual([[line(survivorId, 2)], [line(survivorId, 3)]])
  expect(await faults()).toEqual([])
})

test('lines of a putaway add up with what was counted, and what was counted follows', async () => {
  const [survivorId, duplicateId] = await twins()
  const { accountId } = await cellar.addOwner()
  const [warehouseId] = warehouseIds
  const putaway = { account_id: accountId, warehouse_id: warehouseId, created_at: at, updated_at: at }
  const arrived = { arrived_at: at, received_by: 'Sam', parcels: 1, status: 'arrived' }
  const putawayId = await insert(pool, 'putaways', { ...putaway, ...arrived, counted_at: at })
  const { rows: places } = await pool.query<{ id: number }>(
    `insert into locations (warehouse_id, code, created_at) values ($1, 'M-01', $2), ($1, 'M-02', $2) returning id`,
    [warehouseId, at],
  )
  const addLine = async (
    wineId: number,
    formatMl: number,
    numbers: Record<string, number | null>,
    counted: number[],
  ) => {
    const goods = {
      account_id: accountId,
      putaway_id: putawayId,
      wine_id: wineId,
      format_ml: formatMl,
      box_code: '',
    }
    await insert(pool, 'putaway_lines', { ...goods, ...numbers })
    for (const [index, quantity] of counted.entries())
      if (quantity > 0)
        await insert(pool, 'putaway_counts', {
          ...goods,
          warehouse_id: warehouseId,
          location_id: places[index]?.id,
          quantity,
        })
  }
  await addLine(survivorId, 750, { announced: 6, received: 5, broken: null }, [5, 0])
  await addLine(duplicateId, 750, { announced: 3, received: 4, broken: 1 }, [1, 2])
  await addLine(duplicateId, 1500, { announced: 2, received: null, broken: null }, [0, 2])
  await mergeWines(deps, survivorId, duplicateId)
  expect(await rowsOf('putaway_lines', survivorId)).toMatchObject([
    { format_ml: 750, announced: 9, received: 9, broken: 1 },
    { format_ml: 1500, announced: 2, received: null, broken: null },
  ])
  const counts = await pool.query(
    `select format_ml, location_id, quantity from putaway_counts where wine_id = $1 order by 1, 2`,
    [survivorId],
  )
  expect(counts.rows).toEqual([
    { format_ml: 750, location_id: places[0]?.id, quantity: 6 },
    { format_ml: 750, location_id: places[1]?.id, quantity: 2 },
    { format_ml: 1500, location_id: places[1]?.id, quantity: 2 },
  ])
  expect(await rowsOf('putaway_lines', duplicateId)).toEqual([])
  expect(await rowsOf('putaway_counts', duplicateId)).toEqual([])
})

test('the survivor keeps its own notes and gets those that it lacks', async () => {
  const [survivorId, duplicateId] = await twins()
  const { owner } = await ownerOf()
  const note = (wineId: number, formatMl: number, value: string) =>
    wineComments.store(deps, owner, { wineId, formatMl }, value)
  await note(survivorId, 750, 'mine')
  await note(duplicateId, 750, 'its')
  await note(duplicateId, 1500, 'its magnum')
  await winePrices.store(deps, owner, { wineId: duplicateId, formatMl: 750 }, '12.50')
  await mergeWines(deps, survivorId, duplicateId)
  const kept = await wineComments.list(db, owner.accountId)
  expect(kept.map(({ wineId, formatMl, value }) => [wineId, formatMl, value])).toEqual([
    [survivorId, 1500, 'its magnum'],
    [survivorId, 750, 'mine'],
  ])
  expect(await winePrices.list(db, owner.accountId)).toMatchObject([{ wineId: survivorId, value: '12.50' }])
})

test('lines of a count, shortages and alerts follow too', async () => {
  const [survivorId, duplicateId] = await twins()
  const { owner } = await ownerOf({ count: 2, wineId: duplicateId })
  const { order } = await createOrder(deps, owner, pickup([line(duplicateId, 1)]))
  const { rows } = await pool.query<{ id: number }>(
    `insert into counts (warehouse_id, location_id, state, opened_by, opened_at)
     select warehouse_id, id, 'open', 'Sam', $1 from locations where code = 'A-01' limit 1 returning id`,
    [at],
  )
  const goods = { account_id: owner.accountId, format_ml: 750, box_code: '' }
  for (const [wineId, quantity] of [
    [survivorId, 2],
    [duplicateId, 3],
  ])
    await insert(pool, 'count_lines', { ...goods, count_id: rows[0]?.id, wine_id: wineId, quantity })
  const shortage = { order_id: order.id, quantity: 1, reason: 'broken', reported_by: 'Sam', created_at: at }
  await insert(pool, 'order_shortages', { ...goods, ...shortage, wine_id: duplicateId })
  const { box_code: _, ...alert } = goods
  for (const wineId of [survivorId, duplicateId])
    await insert(pool, 'stock_alerts', { ...alert, wine_id: wineId, told_at: at })
  await mergeWines(deps, survivorId, duplicateId)
  expect(await rowsOf('count_lines', survivorId)).toMatchObject([{ quantity: 5 }])
  expect(await rowsOf('order_shortages', survivorId)).toHaveLength(1)
  expect(await rowsOf('stock_alerts', survivorId)).toHaveLength(1)
  for (const table of ['count_lines', 'order_shortages', 'stock_alerts'])
    expect(await rowsOf(table, duplicateId)).toEqual([])
})

describe('merges of merges', () => {
  test('a chain is one step long, and the ledger holds through it', async () => {
    const [first, second] = await twins()
    const third = await addWine('Clos Double')
    const { owner } = await ownerOf({ count: 3, wineId: first })
    await mergeWines(deps, second, first)
    await store(owner.accountId, { count: 1, wineId: second })
    await mergeWines(deps, third, second)
    for (const id of [first, second])
      expect(await getWine(db, id)).toMatchObject({ mergedIntoId: third, stored: 0 })
    expect(await getWine(db, third)).toMatchObject({ mergedIntoId: null, stored: 4 })
    expect(await faults()).toEqual([])
  })

  test('a merged wine no longer lists', async () => {
    const [survivorId, duplicateId] = await twins()
    await mergeWines(deps, survivorId, duplicateId)
    const { records } = await listWines(db, { search: 'clos double' }, { page: 1, count: 100 })
    const ids = records.map(({ id }) => id)
    expect(ids).toContain(survivorId)
    expect(ids).not.toContain(duplicateId)
  })

  test('into itself, of or into a merged wine, of or into none: refused, and nothing is written', async () => {
    const [survivorId, duplicateId] = await twins()
    const third = await addWine('Clos Double')
    await mergeWines(deps, survivorId, duplicateId)
    const before = await checksumOf(pool)
    const refusal = (survivor: number, duplicate: number) =>
      mergeWines(deps, survivor, duplicate).then(
        () => 'merged',
        (error: { code?: string; problem?: { code: string } }) => error.problem?.code ?? error.code,
      )
    expect(await refusal(third, third)).toBe('fields_invalid')
    expect(await refusal(duplicateId, third)).toBe('step_not_possible')
    expect(await refusal(third, duplicateId)).toBe('step_not_possible')
    expect(await refusal(survivorId, duplicateId)).toBe('step_not_possible')
    expect(await refusal(987_654_321, third)).toBe('record_not_found')
    expect(await refusal(third, 987_654_321)).toBe('fields_invalid')
    expect(await checksumOf(pool)).toEqual(before)
  })
})

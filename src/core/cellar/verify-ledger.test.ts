// verify rebuilds the cellar from the ledger. The demo holds; each kind of damage done to a copy of it is found and named.
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openTransactionOn } from '../../db/database.ts'
import { verifyLedger } from './verify-ledger.ts'

const { db, pool } = await testDatabase({ content: 'demo' })

test('the demo holds', async () => {
  const { discrepancies, bottles, moves } = await verifyLedger(db)
  expect(discrepancies).toEqual([])
  expect(bottles).toBeGreaterThan(3000)
  expect(moves).toBeGreaterThan(bottles)
})

test('an empty cellar holds', async () => {
  const empty = await testDatabase()
  expect(await verifyLedger(empty.db)).toEqual({ discrepancies: [], bottles: 0, moves: 0 })
})

describe('damage', async () => {
  const connection = await pool.connect()
  const query = async <T extends object>(sql: string, values: unknown[] = []) =>
    (await connection.query(sql, values)).rows as T[]
  // Each test breaks the cellar inside a transaction that is taken back, with the triggers out of the way.
  beforeEach(async () => {
    await query('begin')
    await query('alter table stock_moves disable trigger user')
    await query('alter table bottles disable trigger user')
  })
  afterEach(() => query('rollback'))
  afterAll(() => connection.release())

  const faults = async () => (await verifyLedger(openTransactionOn(connection))).discrepancies
  const someBottle = async (condition: string) => {
    const [row] = await query<{ account_id: number; id: number }>(
      `select account_id, id from bottles where ${condition} order by id limit 1`,
    )
    if (!row) throw new Error(`The demo has a bottle with ${condition}`)
    return { accountId: row.account_id, bottleId: row.id }
  }
  const free = `state = 'stored' and order_id is null`
  const heldByNewOrder = `order_id in (select id from orders where status = 'new')`

  test('a bottle that is in another place', async () => {
    const bottle = await someBottle(free)
    await query(
      `update bottles b set location_id = (select max(id) from locations l where l.warehouse_id = b.warehouse_id
         and l.id <> b.location_id) where id = $1`,
      [bottle.bottleId],
    )
    expect(await faults()).toEqual([
      { ...bottle, fault: expect.stringMatching(/^lies at location \d+, the ledger says \d+$/) },
    ])
  })

  test('a bottle that is gone without a word', async () => {
    const bottle = await someBottle(free)
    await query(`update bottles set state = 'gone', warehouse_id = null, location_id = null where id = $1`, [
      bottle.bottleId,
    ])
    expect(await faults()).toEqual([{ ...bottle, fault: 'is gone, the ledger says stored' }])
  })

  test('a bottle that is held by no order, though the ledger says so', async () => {
    const bottle = await someBottle(heldByNewOrder)
    await query('update bottles set order_id = null where id = $1', [bottle.bottleId])
    const found = await faults()
    expect(found).toContainEqual({
      ...bottle,
      fault: expect.stringMatching(/^is held by order none, the ledger says \d+$/),
    })
    expect(found).toContainEqual({
      accountId: bottle.accountId,
      bottleId: null,
      fault: expect.stringMatching(/^order \d+ holds \d+ bottle\(s\) of wine \d+ and its lines say \d+$/),
    })
  })

  test('a bottle that an order holds without a word in the ledger and without a line', async () => {
    const bottle = await someBottle(free)
    await query(
      `update bottles b set order_id = (select max(id) from orders o where o.account_id = b.account_id and status = 'new')
       where id = $1`,
      [bottle.bottleId],
    )
    const found = await faults()
    expect(found.map((each) => each.fault)).toEqual([
      expect.stringMatching(/^is held by order \d+, the ledger says none$/),
      expect.stringMatching(/^order \d+ holds \d+ bottle\(s\) of wine \d+ and its lines say \d+$/),
    ])
    for (const { accountId } of found) expect(accountId).toBe(bottle.accountId)
  })

  test('a bottle that nobody ever received', async () => {
    const [row] = await query<{ id: number }>(
      `insert into bottles (account_id, wine_id, format_ml, box_code, state, warehouse_id, location_id, stored_at, created_at, updated_at)
       select account_id, wine_id, format_ml, box_code, state, warehouse_id, location_id, stored_at, created_at, updated_at
       from bottles where ${free} limit 1 returning id`,
    )
    expect(await faults()).toEqual([
      { accountId: expect.any(Number), bottleId: row?.id, fault: 'is not in the ledger' },
    ])
  })

  test.each([
    ['its first row', 'min'],
    ['its last row', 'max'],
  ])('a life that lost %s', async (_title, which) => {
    const bottle =
      await someBottle(`${free} and (select count(*) from stock_moves m where m.bottle_id = bottles.id
      and kind in ('received', 'moved')) >= 2`)
    await query(
      `delete from stock_moves where id = (select ${which}(id) from stock_moves where bottle_id = $1
         and kind in ('received', 'moved'))`,
      [bottle.bottleId],
    )
    const found = await faults()
    expect(found.length).toBeGreaterThan(0)
    for (const each of found) expect(each).toMatchObject(bottle)
  })

  test('a ledger row that was changed to start elsewhere', async () => {
    const bottle =
      await someBottle(`${free} and exists (select from stock_moves m where m.bottle_id = bottles.id
      and kind = 'moved')`)
    const [row] = await query<{ id: number }>(
      `update stock_moves set from_location_id = from_location_id % 100 + 1
       where id = (select max(id) from stock_moves where bottle_id = $1 and kind = 'moved') returning id`,
      [bottle.bottleId],
    )
    expect(await faults()).toEqual([
      { ...bottle, fault: `ledger row ${row?.id} does not start where the row before it ended` },
    ])
  })

  test.each([
    ['another wine', 'wine_id = wine_id % 100 + 1'],
    ['another format', 'format_ml = format_ml + 1'],
  ])('a ledger row that names %s', async (_title, change) => {
    const bottle = await someBottle(free)
    const [row] = await query<{ id: number }>(
      `update stock_moves set ${change} where id = (select max(id) from stock_moves where bottle_id = $1) returning id`,
      [bottle.bottleId],
    )
    expect(await faults()).toEqual([
      { ...bottle, fault: `ledger row ${row?.id} names another wine or format` },
    ])
  })

  test.each([
    ['asks for more', 'update order_lines set quantity = quantity + 1'],
    ['has lost a line', 'delete from order_lines'],
  ])('an order that %s than it holds', async (_title, damage) => {
    const [row] = await query<{ account_id: number; order_id: number }>(
      `${damage} where (account_id, order_id, wine_id, format_ml, box_code) in (
         select l.account_id, l.order_id, l.wine_id, l.format_ml, l.box_code from order_lines l
           join orders o on o.account_id = l.account_id and o.id = l.order_id
         where o.deleted_at is null and not exists (select from orders c where c.parent_id = o.id) limit 1)
       returning account_id, order_id`,
    )
    expect(await faults()).toEqual([
      {
        accountId: row?.account_id,
        bottleId: null,
        fault: expect.stringContaining(`order ${row?.order_id} holds`),
      },
    ])
  })

  test('a deleted order that still holds its bottles', async () => {
    const bottle = await someBottle(heldByNewOrder)
    await query(
      'update orders set deleted_at = now() where (account_id, id) = (select account_id, order_id from bottles where id = $1)',
      [bottle.bottleId],
    )
    const found = await faults()
    expect(found.length).toBeGreaterThan(0)
    expect(found[0]).toMatchObject({ accountId: bottle.accountId })
  })
})

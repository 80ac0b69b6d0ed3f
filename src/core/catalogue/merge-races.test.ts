// A merge while owners order, edit, take notes and receive, and while somebody else merges: nothing is lost, nobody is refused for it.
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openTransaction, untilWaiting } from '../../../test/support/open-transaction.ts'
import { line, linesIn, orderCellar, pickup } from '../../../test/support/order-cellar.ts'
import { insert } from '../../../test/support/small-cellar.ts'
import type { Database } from '../../db/database.ts'
import type { Columns, Statement } from '../../db/statement.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import { wineComments } from '../cellar/wine-notes.ts'
import type { Caller, Deps } from '../deps.ts'
import { createOrder } from '../orders/create-order.ts'
import { deleteOrder } from '../orders/delete-order.ts'
import { editOrder } from '../orders/edit-order.ts'
import { findOrder } from '../orders/order-reads.ts'
import { mergeWines } from './merge-wines.ts'
import { getWine } from './wine-reads.ts'

const { db, pool, deps } = await testDatabase()
const { addWine, ownerOf, heldBottles, wineId: otherWineId } = await orderCellar(pool)

const twins = async () => [await addWine('Clos Double'), await addWine('Clos Double')] as const
const order = (within: Deps, owner: Caller, wineId: number, quantity: number) =>
  createOrder(within, owner, pickup([line(wineId, quantity)]))
const linesNow = async (owner: Caller, id: number) =>
  linesIn((await findOrder(db, owner.accountId, id)) ?? expect.fail())

async function expectNothingLeftOf(duplicateId: number) {
  const { rows } = await pool.query(
    `select 'bottles' as name from bottles where wine_id = $1 union all select 'lines' from order_lines where wine_id = $1
     union all select 'comments' from wine_comments where wine_id = $1`,
    [duplicateId],
  )
  expect(rows).toEqual([])
  expect((await verifyLedger(db)).discrepancies).toEqual([])
}

describe('while an order is being placed', () => {
  test.each(['by itself', 'under an idempotency key'])(
    '%s, the merge waits for it and moves its lines',
    async (way) => {
      const [survivorId, duplicateId] = await twins()
      const { owner } = await ownerOf({ count: 3, wineId: duplicateId })
      const placed = await openTransaction(deps, async (within) => {
        // A transaction that has written takes its turn first, and one that has not takes none.
        if (way !== 'by itself') await within.db.run({ text: 'create temporary table t ()', columns: {} })
        return order(within, owner, duplicateId, 2)
      })
      const merging = mergeWines(deps, survivorId, duplicateId)
      await untilWaiting(pool)
      await placed.commit()
      await merging
      expect(await linesNow(owner, placed.result.order.id)).toEqual([line(survivorId, 2)])
      await expectNothingLeftOf(duplicateId)
    },
  )

  test('that is taken back, its bottles become the survivor’s too', async () => {
    const [survivorId, duplicateId] = await twins()
    const { owner } = await ownerOf({ count: 3, wineId: duplicateId })
    const placed = await openTransaction(deps, (within) => order(within, owner, duplicateId, 2))
    const merging = mergeWines(deps, survivorId, duplicateId)
    await untilWaiting(pool)
    await placed.rollback()
    expect((await merging).stored).toBe(3)
    await expectNothingLeftOf(duplicateId)
  })
})

describe('while a merge runs', () => {
  test.each(['duplicate', 'survivor'] as const)(
    'an order under the number of the %s ends with all its bottles',
    async (which) => {
      const [survivorId, duplicateId] = await twins()
      const { owner, stored } = await ownerOf(
        { count: 2, wineId: duplicateId },
        { count: 1, wineId: survivorId },
      )
      const merging = await openTransaction(deps, (within) => mergeWines(within, survivorId, duplicateId))
      const placing = order(deps, owner, which === 'survivor' ? survivorId : duplicateId, 3)
      await untilWaiting(pool)
      await merging.commit()
      const { order: placed } = await placing
      expect(linesIn(placed)).toEqual([line(survivorId, 3)])
      expect(await heldBottles(owner.accountId)).toEqual({ [placed.id]: stored.flat() })
      await expectNothingLeftOf(duplicateId)
    },
  )

  test('that is taken back, an order gets the duplicate after all', async () => {
    const [survivorId, duplicateId] = await twins()
    const { owner } = await ownerOf({ count: 2, wineId: duplicateId })
    const merging = await openTransaction(deps, (within) => mergeWines(within, survivorId, duplicateId))
    const placing = order(deps, owner, duplicateId, 2)
    await untilWaiting(pool)
    await merging.rollback()
    expect(linesIn((await placing).order)).toEqual([line(duplicateId, 2)])
  })

  test('orders of what the survivor has already, and of other wines, do not wait', async () => {
    const [survivorId, duplicateId] = await twins()
    const { owner } = await ownerOf(
      { count: 2, wineId: duplicateId },
      { count: 2, wineId: survivorId },
      { count: 2, wineId: otherWineId },
    )
    const merging = await openTransaction(deps, (within) => mergeWines(within, survivorId, duplicateId))
    await order(deps, owner, survivorId, 2)
    await order(deps, owner, otherWineId, 2)
    await merging.commit()
    await expectNothingLeftOf(duplicateId)
  })

  test('an edit keeps the bottles that the order holds of the duplicate', async () => {
    const [survivorId, duplicateId] = await twins()
    const { owner } = await ownerOf({ count: 3, wineId: duplicateId })
    const { order: placed } = await order(deps, owner, duplicateId, 2)
    const merging = await openTransaction(deps, (within) => mergeWines(within, survivorId, duplicateId))
    const change = { allowPartial: false, recipient: {}, looseLines: [line(duplicateId, 3)] }
    const editing = editOrder(deps, owner, placed.id, change)
    await untilWaiting(pool)
    await merging.commit()
    expect(linesIn((await editing).order)).toEqual([line(survivorId, 3)])
    await expectNothingLeftOf(duplicateId)
  })

  test('a note under the duplicate’s number becomes the survivor’s', async () => {
    const [survivorId, duplicateId] = await twins()
    const { owner } = await ownerOf()
    const merging = await openTransaction(deps, (within) => mergeWines(within, survivorId, duplicateId))
    const noting = wineComments.store(deps, owner, { wineId: duplicateId, formatMl: 750 }, 'SKU-1')
    await untilWaiting(pool)
    await merging.commit()
    expect(await noting).toMatchObject({ wineId: survivorId, value: 'SKU-1' })
    await expectNothingLeftOf(duplicateId)
  })

  test.each([
    [
      'commits, a new bottle of the duplicate is refused, so that whoever brings it looks again',
      'commit',
      '40001',
    ],
    ['is taken back, a new bottle of the duplicate comes in', 'rollback', undefined],
  ] as const)('and %s', async (_title, end, refusal) => {
    const [survivorId, duplicateId] = await twins()
    const { owner } = await ownerOf()
    const merging = await openTransaction(deps, (within) => mergeWines(within, survivorId, duplicateId))
    const at = '2026-11-16T08:00:00Z'
    const goods = { account_id: owner.accountId, wine_id: duplicateId, format_ml: 750, box_code: '' }
    const bringing = insert(pool, 'bottles', {
      ...goods,
      state: 'announced',
      created_at: at,
      updated_at: at,
    }).then(
      (id) => pool.query('delete from bottles where id = $1', [id]).then(() => undefined),
      (error: { code: string }) => error.code,
    )
    await untilWaiting(pool)
    await merging[end]()
    expect(await bringing).toBe(refusal)
  })
})

describe('two merges at once', () => {
  const outcomes = async (...merges: Promise<unknown>[]) =>
    (await Promise.allSettled(merges))
      .map((each) => (each.status === 'fulfilled' ? 'merged' : (each.reason as { code: string }).code))
      .sort()

  test.each(Array.from({ length: 5 }, (_, round) => round + 1))(
    'of the same pair: one is made, round %d',
    async () => {
      const [survivorId, duplicateId] = await twins()
      const { owner } = await ownerOf({ count: 2, wineId: duplicateId }, { count: 1, wineId: survivorId })
      const { order: placed } = await createOrder(
        deps,
        owner,
        pickup([line(survivorId, 1), line(duplicateId, 1)]),
      )
      const merge = () => mergeWines(deps, survivorId, duplicateId)
      expect(await outcomes(merge(), merge())).toEqual(['merged', 'step_not_possible'])
      expect(await linesNow(owner, placed.id)).toEqual([line(survivorId, 2)])
      await expectNothingLeftOf(duplicateId)
    },
  )

  test.each(Array.from({ length: 5 }, (_, round) => round + 1))(
    'crosswise: one is made, round %d',
    async () => {
      const [one, other] = await twins()
      const { owner } = await ownerOf({ count: 2, wineId: one }, { count: 3, wineId: other })
      expect(await outcomes(mergeWines(deps, one, other), mergeWines(deps, other, one))).toEqual([
        'merged',
        'step_not_possible',
      ])
      const wines = [await getWine(db, one), await getWine(db, other)]
      expect(wines.filter(({ mergedIntoId }) => mergedIntoId === null)).toMatchObject([{ stored: 5 }])
      const { order: placed } = await order(deps, owner, one, 5)
      expect(placed.lines).toHaveLength(1)
    },
  )

  test('in a ring of three: no wine leads to a merged one', async () => {
    for (let round = 0; round < 5; round++) {
      const ids = [...(await twins()), await addWine('Clos Double')] as const
      const [a, b, c] = ids
      await ownerOf({ count: 1, wineId: a }, { count: 1, wineId: b }, { count: 1, wineId: c })
      await outcomes(mergeWines(deps, a, b), mergeWines(deps, b, c), mergeWines(deps, c, a))
      const wines = await Promise.all(ids.map((id) => getWine(db, id)))
      const survivors = wines.filter(({ mergedIntoId }) => mergedIntoId === null).map(({ id }) => id)
      expect(survivors.length).toBeGreaterThan(0)
      for (const { mergedIntoId } of wines)
        if (mergedIntoId !== null) expect(survivors).toContain(mergedIntoId)
      expect(wines.reduce((sum, { stored }) => sum + stored, 0)).toBe(3)
    }
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })
})

test('orders, edits and deletions of many owners in the midst of merges end with every bottle accounted for', async () => {
  for (let round = 0; round < 4; round++) {
    const [survivorId, duplicateId] = await twins()
    const third = await addWine('Clos Double')
    const owners = await Promise.all(
      Array.from({ length: 4 }, () =>
        ownerOf(
          { count: 12, wineId: duplicateId },
          { count: 12, wineId: survivorId, warehouse: 1 },
          { count: 4, wineId: third },
        ),
      ),
    )
    const work = owners.flatMap(({ owner }) => [
      order(deps, owner, duplicateId, 2),
      order(deps, owner, survivorId, 2),
      createOrder(deps, owner, pickup([line(survivorId, 3), line(duplicateId, 3)])),
      createOrder(deps, owner, pickup([line(third, 2), line(duplicateId, 1)], { allowPartial: true })),
      order(deps, owner, duplicateId, 1).then(({ order: { id } }) =>
        editOrder(deps, owner, id, {
          allowPartial: false,
          recipient: {},
          looseLines: [line(duplicateId, 2)],
        }),
      ),
      order(deps, owner, survivorId, 1).then(({ order: { id } }) => deleteOrder(deps, owner, id)),
    ])
    const merges = mergeWines(deps, survivorId, duplicateId).then(() => mergeWines(deps, third, survivorId))
    await Promise.all([...work, merges])
    for (const { owner } of owners) {
      const held = Object.values(await heldBottles(owner.accountId)).flat()
      expect(held).toHaveLength(2 + 2 + 6 + 3 + 2)
      expect(new Set(held).size).toBe(held.length)
    }
    await expectNothingLeftOf(duplicateId)
    await expectNothingLeftOf(survivorId)
    expect((await getWine(db, third)).stored).toBe(4 * 28)
  }
})

/** Tells the names of the statements that run. */
class Listener implements Database {
  readonly isTransaction = false
  readonly names: (string | undefined)[] = []
  rows<C extends Columns>(statement: Statement<C>, values?: readonly unknown[]) {
    this.names.push(statement.name)
    return db.rows(statement, values)
  }
  row<C extends Columns>(statement: Statement<C>, values?: readonly unknown[]) {
    this.names.push(statement.name)
    return db.row(statement, values)
  }
  run(statement: Statement, values?: readonly unknown[]) {
    this.names.push(statement.name)
    return db.run(statement, values)
  }
  transaction<T>(): Promise<T> {
    throw new Error('The usual order needs none')
  }
}

test('an order that one warehouse can serve asks nothing about merges', async () => {
  const { owner } = await ownerOf({ count: 1 })
  const listener = new Listener()
  await order({ ...deps, db: listener }, owner, otherWineId, 1)
  expect(listener.names).toEqual(['closed_days.from', 'orders.open-whole'])
})

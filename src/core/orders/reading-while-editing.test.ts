import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { line, linesIn, orderCellar, pickup } from '../../../test/support/order-cellar.ts'
import type { Database } from '../../db/database.ts'
import { createOrder } from './create-order.ts'
import { editOrder } from './edit-order.ts'
import { findOrder } from './order-reads.ts'

const { db, pool, deps } = await testDatabase()
const { wineId, ownerOf } = await orderCellar(pool)

/** The same database, but after the first query something happens. */
function interrupted(within: Database, happen: () => Promise<unknown>): Database {
  let isFirst = true
  const then = async <T>(result: Promise<T>): Promise<T> => {
    const value = await result
    if (isFirst) {
      isFirst = false
      await happen()
    }
    return value
  }
  return {
    isTransaction: within.isTransaction,
    rows: (statement, values) => then(within.rows(statement, values)),
    row: (statement, values) => then(within.row(statement, values)),
    run: (statement, values) => then(within.run(statement, values)),
    transaction: (work) => within.transaction((inner) => work(interrupted(inner, happen))),
  }
}

test('an order that is edited while it is read comes whole', async () => {
  const { owner } = await ownerOf({ count: 3, warehouse: 0 }, { count: 3, warehouse: 1 })
  const { order } = await createOrder(deps, owner, pickup([line(wineId, 2)]))
  const change = { allowPartial: false, recipient: {}, comment: 'Five', looseLines: [line(wineId, 5)] }
  const reading = interrupted(db, () => editOrder(deps, owner, order.id, change))
  const read = await findOrder(reading, owner.accountId, order.id)
  const told = { comment: read?.comment, lines: read && linesIn(read), children: read?.children.length }
  expect([
    { comment: null, lines: [line(wineId, 2)], children: 0 },
    { comment: 'Five', lines: [line(wineId, 5)], children: 2 },
  ]).toContainEqual(told)
})

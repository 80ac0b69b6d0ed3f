import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { statement, text } from '../db/statement.ts'
import { transactionInLine } from './account-queue.ts'

const { db, pool } = await testDatabase()
const look = statement('test.look', 'select now()::text as moment', { moment: text })

test('transactions of one account run one after the other and hold one connection at most', async () => {
  const events: string[] = []
  let running = 0
  const work = (name: string) =>
    transactionInLine(db, 1, async (within) => {
      running += 1
      expect(running).toBe(1)
      events.push(name)
      await within.row(look)
      running -= 1
      if (name === 'c') throw new Error('this one fails')
      return name
    })
  const settled = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(work))
  expect(events).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(settled.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
})

test('a queue of one account leaves the pool to the others', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const busy = Array.from({ length: 50 }, () => transactionInLine(db, 2, () => mayEnd))
  expect(await transactionInLine(db, 3, (within) => within.row(look))).toBeDefined()
  expect(pool.waitingCount).toBe(0)
  end()
  await Promise.all(busy)
})

test('inside a transaction nobody queues behind themselves', async () => {
  const inner = await transactionInLine(db, 4, (outer) =>
    transactionInLine(outer, 4, (within) => within.row(look)),
  )
  expect(inner).toBeDefined()
})

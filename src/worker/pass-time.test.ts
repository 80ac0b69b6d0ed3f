import pino from 'pino'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { line, orderCellar, pickup } from '../../test/support/order-cellar.ts'
import { createOrder } from '../core/orders/create-order.ts'
import { writeAuto } from '../core/sandbox/sandbox-writes.ts'
import { makeTimePasser } from './pass-time.ts'

const { deps, pool, db } = await testDatabase()
const cellar = await orderCellar(pool)
const lines: string[] = []
const pass = makeTimePasser(deps, pino({ level: 'info' }, { write: (text: string) => lines.push(text) }))

test('the job lets happen what is due, and tells of an account that failed', async () => {
  await pass()
  expect(lines).toEqual([])
  const { owner } = await cellar.ownerOf({ count: 1 })
  await createOrder(deps, owner, pickup([line(cellar.wineId, 1)]))
  await writeAuto(db, owner.accountId, true)
  await pool.query('alter table preparations add constraint no_more check (account_id < 0) not valid')
  await pass()
  await pool.query('alter table preparations drop constraint no_more')
  await pass()
  expect(lines.map((each) => JSON.parse(each))).toMatchObject([
    { level: 50, accountId: owner.accountId, err: { message: expect.stringContaining('no_more') } },
    { level: 30, happened: 1 },
  ])
})

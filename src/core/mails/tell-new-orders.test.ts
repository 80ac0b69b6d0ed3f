import { expect, test, vi } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { delivery, line, orderCellar, pickup } from '../../../test/support/order-cellar.ts'
import { createOrder } from '../orders/create-order.ts'
import { listMails } from './mail-reads.ts'
import { tellNewOrders } from './tell-new-orders.ts'

const { deps, db, pool } = await testDatabase()
const { wineId, addOwner, store } = await orderCellar(pool)
/** Asks until so many orders were told: transactions of other test files, which share the server, may hold them back. */
const tell = async (count: number, ask: () => Promise<number>) => {
  let told = 0
  await vi.waitFor(
    async () => {
      told += await ask()
      expect(told).toBe(count)
    },
    { timeout: 20_000, interval: 20 },
  )
}
const mailsOf = async (accountId: number) => (await listMails(db, accountId, { page: 1, count: 30 })).records

test('an owner is told of each new order once, whoever asks and how often', async () => {
  const owner = await addOwner()
  await store(owner.accountId, { count: 6 })
  const { order } = await createOrder(deps, owner, pickup([line(wineId, 2)]))
  await createOrder(deps, owner, delivery([line(wineId, 1)], { country: 'FR', zipcode: '75011' }))
  await tell(2, async () => {
    const told = await Promise.all([tellNewOrders(deps), tellNewOrders(deps)])
    return told[0] + told[1]
  })
  const mails = await mailsOf(owner.accountId)
  expect(mails).toHaveLength(2)
  expect(mails[1]).toMatchObject({
    kind: 'order_new',
    recipients: [owner.email],
    subject: `Order ${order.id} was placed`,
  })
  expect(mails[1]?.body).toContain('2 × Clos Un 2019, 0.75 l')
  expect(mails[1]?.body).toContain('It can be collected on')
  expect(mails[0]?.body).toContain('It will be delivered on')
  expect(await tellNewOrders(deps)).toBe(0)
})

test('who does not want to hear of it is passed over', async () => {
  const owner = await addOwner()
  await pool.query(`update accounts set muted_mails = '{order_new}' where id = $1`, [owner.accountId])
  await store(owner.accountId, { count: 1 })
  await createOrder(deps, owner, pickup([line(wineId, 1)]))
  await tell(1, () => tellNewOrders(deps))
  expect(await mailsOf(owner.accountId)).toEqual([])
})

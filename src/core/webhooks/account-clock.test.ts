// Webhooks of accounts that rehearse by a clock of their own: what is due is due by that clock.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { line, pickup } from '../../../test/support/order-cellar.ts'
import { testNow } from '../../../test/support/settings.ts'
import { showClock, shownThen } from '../../../test/support/show-clock.ts'
import { answerAll, answered, webhookCellar } from '../../../test/support/webhook-cellar.ts'
import type { Caller } from '../deps.ts'
import { createOrder } from '../orders/create-order.ts'
import { atTimeOf } from '../sandbox/account-clock.ts'
import { keepWaits } from '../sandbox/clock-turned-back.ts'
import { rotateSecret } from './change-endpoint.ts'
import { type ClaimedDelivery, claimDelivery } from './claim-delivery.ts'
import { listDueEndpoints } from './due-endpoints.ts'
import { resendDelivery } from './resend-deliveries.ts'
import { retryLadderMs } from './retry-ladder.ts'
import { sendTestEvent } from './send-test-event.ts'
import type { EndpointRef } from './wake-endpoint.ts'

const { deps, db, pool, clock } = await testDatabase()
const cellar = await webhookCellar(deps, pool)
const orders = { eventTypes: ['order.create', 'order.update', 'order.delete'] } as const

/** An owner whose clock stands still, and an address of theirs. */
async function rehearsing() {
  const owner = await cellar.addOwner()
  await showClock(pool, owner.accountId)
  const { id, ref } = await cellar.listen(owner, orders)
  return { owner, id, ref }
}
const order = async (owner: Caller) => {
  const theirs = await atTimeOf(deps, owner.accountId)
  return (await createOrder(theirs, owner, pickup([line(cellar.wineId, 1)]))).order
}
const take = async (ref: EndpointRef): Promise<ClaimedDelivery> => {
  const delivery = await claimDelivery(deps, ref)
  if (!delivery) throw new Error('Something is due')
  return delivery
}
const isListed = async ({ endpointId }: EndpointRef) =>
  (await listDueEndpoints(db, deps.now())).some((due) => due.endpointId === endpointId)
const after = (ms: number) => new Date(shownThen.getTime() + ms)

test('the first attempt goes out at once, though the clock stands still', async () => {
  const { owner, ref, id } = await rehearsing()
  await order(owner)
  expect(await isListed(ref)).toBe(true)
  await answered(deps, await take(ref), 200)
  const { rows } = await pool.query(
    'select created_at, signed_at from webhook_attempts where account_id = $1',
    [owner.accountId],
  )
  expect(rows).toEqual([{ created_at: shownThen, signed_at: expect.anything() }])
  expect(await cellar.deliveries(id)).toMatchObject([{ state: 'delivered', settled_at: shownThen }])
})

test('every further attempt comes when the account has seen its time pass, and not before', async () => {
  const { owner, ref, id } = await rehearsing()
  await order(owner)
  let waitedMs = 0
  for (const waitMs of retryLadderMs) {
    await answered(deps, await take(ref), 500)
    // However late it really is.
    clock.now = new Date(clock.now.getTime() + 7 * 24 * 3_600_000)
    expect(await claimDelivery(deps, ref)).toBeUndefined()
    expect(await isListed(ref)).toBe(false)
    await showClock(pool, owner.accountId, after(waitedMs + waitMs - 1))
    expect(await claimDelivery(deps, ref)).toBeUndefined()
    waitedMs += waitMs
    await showClock(pool, owner.accountId, after(waitedMs))
    expect(await isListed(ref)).toBe(true)
  }
  await answered(deps, await take(ref), 500)
  expect(await cellar.deliveries(id)).toMatchObject([{ state: 'failed', settled_at: after(waitedMs) }])
  const { rows } = await pool.query('select kind, created_at from mails where account_id = $1', [
    owner.accountId,
  ])
  expect(rows).toEqual([{ kind: 'webhook_failing', created_at: after(waitedMs) }])
  clock.now = testNow
})

test('a clock that runs from another time on lets attempts come in their own time', async () => {
  const { owner, ref } = await rehearsing()
  await showClock(pool, owner.accountId, new Date('2020-02-29T12:00:00Z'), { isFrozen: false })
  await order(owner)
  await answered(deps, await take(ref), 500)
  const [waitMs = 0] = retryLadderMs
  clock.now = new Date(testNow.getTime() + waitMs - 1)
  expect(await claimDelivery(deps, ref)).toBeUndefined()
  clock.now = new Date(testNow.getTime() + waitMs)
  expect(await claimDelivery(deps, ref)).toBeDefined()
  clock.now = testNow
})

test('an account at the real time is not disturbed by one that is far ahead or behind', async () => {
  const { owner, ref } = await rehearsing()
  const other = await cellar.addOwner()
  const { ref: otherRef } = await cellar.listen(other, orders)
  await order(owner)
  await order(other)
  for (const each of [ref, otherRef]) await answered(deps, await take(each), 500)
  await showClock(pool, owner.accountId, after(24 * 3_600_000))
  expect([await isListed(ref), await isListed(otherRef)]).toEqual([true, false])
  await showClock(pool, owner.accountId, new Date('2020-01-01T00:00:00Z'))
  clock.now = new Date(testNow.getTime() + 24 * 3_600_000)
  expect([await isListed(ref), await isListed(otherRef)]).toEqual([false, true])
  clock.now = testNow
})

test('a clock that is turned back leaves each wait as long as it was', async () => {
  const { owner, ref, id } = await rehearsing()
  const other = await rehearsing()
  await order(owner)
  await order(other.owner)
  for (const each of [ref, other.ref]) await answered(deps, await take(each), 500)
  const [waitMs = 0] = retryLadderMs
  const yearMs = 365 * 24 * 3_600_000
  await db.transaction((within) => keepWaits(within, owner.accountId, -yearMs))
  await showClock(pool, owner.accountId, after(-yearMs))
  expect(await cellar.deliveries(id)).toMatchObject([{ due_at: after(waitMs - yearMs) }])
  expect(await claimDelivery(deps, ref)).toBeUndefined()
  await order(owner)
  expect(await answerAll(deps, ref, 200)).toHaveLength(1)
  await showClock(pool, owner.accountId, after(waitMs - yearMs))
  expect(await answerAll(deps, ref, 200)).toHaveLength(1)
  expect(await cellar.deliveries(other.id)).toMatchObject([{ due_at: after(waitMs) }])
})

test('test events and what is sent again are due at once, and a former secret ends on the clock of the account', async () => {
  const {
    owner,
    ref,
    id,
    owner: { accountId },
  } = await rehearsing()
  const theirs = await atTimeOf(deps, accountId)
  const address = { accountId, accessKeyId: null }
  const { id: sent } = await sendTestEvent(theirs, address, id)
  await rotateSecret(theirs, address, id)
  const delivery = await take(ref)
  expect(delivery.secrets).toHaveLength(2)
  await answered(deps, delivery, 500)
  await resendDelivery(await atTimeOf(deps, accountId), address, id, sent)
  clock.now = new Date(testNow.getTime() + 48 * 3_600_000)
  const again = await take(ref)
  expect([again.id, again.secrets.length]).toEqual([sent, 2])
  await answered(deps, again, 200)
  clock.now = testNow
  await showClock(pool, accountId, after(24 * 3_600_000))
  await order(owner)
  expect((await take(ref)).secrets).toHaveLength(1)
})

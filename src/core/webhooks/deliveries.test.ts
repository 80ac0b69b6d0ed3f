// From due to delivered or given up: who may send what when, and what follows from each answer.
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openTransaction } from '../../../test/support/open-transaction.ts'
import { line, pickup } from '../../../test/support/order-cellar.ts'
import { answerAll, answered, webhookCellar } from '../../../test/support/webhook-cellar.ts'
import { listMails } from '../mails/mail-reads.ts'
import { createOrder } from '../orders/create-order.ts'
import { pauseEndpoint, replaceEndpoint, resumeEndpoint } from './change-endpoint.ts'
import { type ClaimedDelivery, claimDelivery } from './claim-delivery.ts'
import { getDelivery, listDeliveries } from './delivery-reads.ts'
import { listDueEndpoints } from './due-endpoints.ts'
import { getEndpoint } from './endpoint-reads.ts'
import { forgetOldEvents } from './forget-old-events.ts'
import { renewLeases } from './renew-leases.ts'
import { resendDelivery, resendFailed } from './resend-deliveries.ts'
import { retryLadderMs } from './retry-ladder.ts'
import { sendTestEvent } from './send-test-event.ts'
import { releaseDelivery } from './settle-delivery.ts'
import type { EndpointRef } from './wake-endpoint.ts'

const { deps, db, pool, clock } = await testDatabase()
const cellar = await webhookCellar(deps, pool)
const { addOwner, order, comment, deliveries } = cellar
const orders = { eventTypes: ['order.create', 'order.update', 'order.delete'] } as const
const listen = (owner: Parameters<typeof cellar.listen>[0]) => cellar.listen(owner, orders)
const whole = { page: 1, count: 30 }

const take = async (ref: EndpointRef): Promise<ClaimedDelivery> => {
  const delivery = await claimDelivery(deps, ref)
  if (!delivery) throw new Error('Something is due')
  return delivery
}
const later = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms)
}
const expireLeases = (endpointId: number) =>
  pool.query(
    `update webhook_deliveries set leased_until = clock_timestamp() where endpoint_id = $1 and lease is not null`,
    [endpointId],
  )
const states = async (id: number) => (await deliveries(id)).map(({ state }) => state)
const retryJobs = async (endpointId: number) => {
  const { rows } = await pool.query<{ seconds: number }>(
    `select round(extract(epoch from j.run_at - j.created_at))::int as seconds from graphile_worker._private_jobs j
     where (j.payload ->> 'endpointId')::bigint = $1 and j.run_at > j.created_at + interval '1 s' order by 1`,
    [endpointId],
  )
  return rows.map(({ seconds }) => seconds)
}
const mailsOf = async (accountId: number) =>
  (await listMails(db, accountId, whole)).records.map(({ kind, subject }) => [kind, subject])

describe('whose turn it is', () => {
  test('one record after the other, and those of one record in order', async () => {
    const owner = await addOwner()
    const { ref } = await listen(owner)
    const [one, other] = [await order(owner), await order(owner)]
    await comment(owner, one.id, 'again')
    const taken = [await take(ref), await take(ref)]
    expect(taken.map(({ event }) => [event.change, (event.record as { id: number }).id])).toEqual([
      ['create', one.id],
      ['create', other.id],
    ])
    expect(await claimDelivery(deps, ref)).toBeUndefined()
    await answered(deps, taken[0] as ClaimedDelivery, 200)
    expect((await take(ref)).event.change).toBe('update')
  })

  test('the lowest number first among many, whoever asks, and none twice', async () => {
    const owner = await addOwner()
    const { ref, id } = await listen(owner)
    const made = [await order(owner), await order(owner), await order(owner)]
    for (const text of ['a', 'b', 'c']) for (const each of made) await comment(owner, each.id, text)
    const told = new Map<number, string[]>()
    const worker = async () => {
      for (;;) {
        const delivery = await claimDelivery(deps, ref)
        if (!delivery) {
          if ((await states(id)).every((state) => state === 'delivered')) return
          continue
        }
        const { id: orderId, comment: text } = delivery.event.record as { id: number; comment: string | null }
        told.set(orderId, [...(told.get(orderId) ?? []), text ?? 'created'])
        await answered(deps, delivery, 200)
      }
    }
    await Promise.all([worker(), worker(), worker(), worker(), worker(), worker()])
    for (const each of made) expect(told.get(each.id)).toEqual(['created', 'a', 'b', 'c'])
  })

  test('another record passes, however many wait behind one that is on its way', async () => {
    const owner = await addOwner()
    const { ref } = await listen(owner)
    const busy = await order(owner)
    for (let edit = 0; edit < 60; edit++) await comment(owner, busy.id, `edit ${edit}`)
    const quiet = await order(owner)
    expect(await take(ref)).toMatchObject({ event: { change: 'create', record: { id: busy.id } } })
    expect(await take(ref)).toMatchObject({ event: { change: 'create', record: { id: quiet.id } } })
    expect(await claimDelivery(deps, ref)).toBeUndefined()
  })

  test('of a wine what was committed late waits for the one that is on its way, and then tells what is free', async () => {
    const owner = await addOwner(10)
    const { ref } = await cellar.listen(owner, { eventTypes: ['stock.update'] })
    const slow = await openTransaction(deps, (within) =>
      createOrder(within, owner, pickup([line(cellar.wineId, 1)])),
    )
    await order(owner)
    const quick = await take(ref)
    await slow.commit()
    expect(await claimDelivery(deps, ref)).toBeUndefined()
    await answered(deps, quick, 200)
    const late = await take(ref)
    expect(late.event.id).toBeLessThan(quick.event.id)
    expect([quick, late].map(({ event }) => event.record)).toMatchObject([
      { packings: [{ quantity: 9 }] },
      { packings: [{ quantity: 8 }] },
    ])
  })

  test('four at once and no more, also when many ask at the same moment', async () => {
    const owner = await addOwner()
    const { ref } = await listen(owner)
    for (let each = 0; each < 8; each++) await order(owner)
    const asked = await Promise.all(Array.from({ length: 9 }, () => claimDelivery(deps, ref)))
    expect(asked.filter(Boolean)).toHaveLength(4)
  })

  test('one at a time after a failure, until something arrives', async () => {
    const owner = await addOwner()
    const { ref } = await listen(owner)
    for (let each = 0; each < 8; each++) await order(owner)
    await answered(deps, await take(ref), 500)
    const next = await take(ref)
    expect(await claimDelivery(deps, ref)).toBeUndefined()
    await answered(deps, next, 204)
    const asked = await Promise.all(Array.from({ length: 6 }, () => claimDelivery(deps, ref)))
    expect(asked.filter(Boolean)).toHaveLength(4)
  })

  test('a lease that is over is anybody’s, and its former holder settles nothing any more', async () => {
    const owner = await addOwner()
    const { ref, id } = await listen(owner)
    await order(owner)
    const lost = await take(ref)
    expect(await claimDelivery(deps, ref)).toBeUndefined()
    await expireLeases(id)
    const found = await take(ref)
    expect(found.id).toBe(lost.id)
    expect(found.lease).not.toBe(lost.lease)
    await answered(deps, lost, 500)
    expect(await deliveries(id)).toMatchObject([{ state: 'pending', attempts: 0, lease: found.lease }])
    await answered(deps, found, 200)
    expect(await states(id)).toEqual(['delivered'])
  })

  test('a lease is renewed for whoever has it, and for nobody else', async () => {
    const owner = await addOwner()
    const { ref, id } = await listen(owner)
    await order(owner)
    const [held, lost] = [await take(ref), { ...ref, id: 0, lease: '6a3b7c1e-0000-4000-8000-000000000000' }]
    await expireLeases(id)
    expect(await renewLeases(deps, [{ ...held, lease: lost.lease }, lost])).toBe(0)
    expect(await renewLeases(deps, [held, lost])).toBe(1)
    expect(await claimDelivery(deps, ref)).toBeUndefined()
  })

  test('what is given back is due at once, and counts as no attempt', async () => {
    const owner = await addOwner()
    const { ref, id } = await listen(owner)
    await order(owner)
    await releaseDelivery(deps, await take(ref))
    expect(await deliveries(id)).toMatchObject([{ state: 'pending', attempts: 0, lease: null }])
    expect(await take(ref)).toBeDefined()
  })

  test('nothing is sent to an account that is blocked or has no access, until it has again', async () => {
    const owner = await addOwner()
    const { ref } = await listen(owner)
    await order(owner)
    const set = (change: string) =>
      pool.query(`update accounts set ${change} where id = $1`, [owner.accountId])
    for (const [closed, open] of [
      ['blocked_at = now()', 'blocked_at = null'],
      ['api_access = false', 'api_access = true'],
    ] as const) {
      await set(closed)
      expect(await claimDelivery(deps, ref)).toBeUndefined()
      expect(await listDueEndpoints(db, clock.now)).not.toContainEqual(ref)
      await set(open)
      expect(await listDueEndpoints(db, clock.now)).toContainEqual(ref)
    }
  })
})

describe('an attempt that fails', () => {
  test('is repeated after the steps of the ladder, ten attempts in all, then given up', async () => {
    const owner = await addOwner()
    const { ref, id, owner: of } = await listen(owner)
    await order(owner)
    const messageIds = new Set<number>()
    for (const [index, stepMs] of retryLadderMs.entries()) {
      const delivery = await take(ref)
      messageIds.add(delivery.id)
      await answered(deps, delivery, index % 2 ? 503 : null, 0)
      later(stepMs - 1)
      expect(await claimDelivery(deps, ref)).toBeUndefined()
      later(1)
    }
    expect(await deliveries(id)).toMatchObject([{ state: 'pending', attempts: 9 }])
    expect((await getEndpoint(db, of, id)).failingSince).toBeNull()
    const last = await take(ref)
    await answered(deps, last, 500)
    expect(messageIds).toEqual(new Set([last.id]))
    expect(await deliveries(id)).toMatchObject([{ state: 'failed', attempts: 10 }])
    expect((await getEndpoint(db, of, id)).failingSince).toEqual(clock.now)
    expect(await retryJobs(id)).toEqual(retryLadderMs.map((ms) => ms / 1000))
    const { attempts } = await getDelivery(db, of, id, last.id)
    expect(attempts).toHaveLength(10)
    expect(attempts.at(0)).toMatchObject({
      status: null,
      error: 'The connection was reset.',
      responseBody: null,
    })
    expect(attempts.at(1)).toMatchObject({ status: 503, error: null, responseBody: 'ok' })
  })

  test('lets what follows on it wait, and other records pass', async () => {
    const owner = await addOwner()
    const { ref } = await listen(owner)
    const one = await order(owner)
    await comment(owner, one.id, 'again')
    await answered(deps, await take(ref), 500)
    const other = await order(owner)
    const taken = await answerAll(deps, ref, 200)
    expect(taken.map(({ event }) => (event.record as { id: number }).id)).toEqual([other.id])
    later(5000)
    expect((await answerAll(deps, ref, 200)).map(({ event }) => event.change)).toEqual(['create', 'update'])
  })

  test('is told to the owner once, when it was given up; what arrives ends it, and the next time is told again', async () => {
    const owner = await addOwner()
    const { ref, id, owner: of } = await listen(owner)
    const giveUp = async () => {
      await pool.query(
        `update webhook_deliveries set attempts = 9 where endpoint_id = $1 and state = 'pending'`,
        [id],
      )
      await answered(deps, await take(ref), 500)
    }
    const expected = ['webhook_failing', 'Webhook "Shop" is failing']
    await order(owner)
    await giveUp()
    await order(owner)
    await giveUp()
    expect(await mailsOf(owner.accountId)).toEqual([expected])
    await order(owner)
    await answerAll(deps, ref, 200)
    expect((await getEndpoint(db, of, id)).failingSince).toBeNull()
    await order(owner)
    await giveUp()
    expect(await mailsOf(owner.accountId)).toEqual([expected, expected])
    const { records } = await listMails(db, owner.accountId, whole)
    expect(records[0]?.body).toContain('127.0.0.1:9')
    expect(records[0]?.body).not.toContain('/hook')
  })

  test.each([
    [200, 'delivered'],
    [201, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [199, 'pending'],
    [301, 'pending'],
    [302, 'pending'],
    [304, 'pending'],
    [400, 'pending'],
    [404, 'pending'],
    [429, 'pending'],
    [500, 'pending'],
    [null, 'pending'],
  ])('the answer %s makes it %s', async (status, state) => {
    const owner = await addOwner()
    const { ref, id } = await listen(owner)
    await order(owner)
    await answered(deps, await take(ref), status)
    expect(await states(id)).toEqual([state])
  })
})

test('410 switches the address off, cancels the rest, and tells the owner; to resume it is possible', async () => {
  const owner = await addOwner()
  const { ref, id, owner: of } = await listen(owner)
  for (let each = 0; each < 3; each++) await order(owner)
  const [first, beside] = [await take(ref), await take(ref)]
  await answered(deps, first, 410)
  await answered(deps, beside, 200)
  expect(await states(id)).toEqual(['failed', 'cancelled', 'cancelled'])
  expect(await getEndpoint(db, of, id)).toMatchObject({ state: 'gone' })
  expect(await mailsOf(owner.accountId)).toEqual([['webhook_gone', 'Webhook "Shop" was switched off']])
  await order(owner)
  expect(await states(id)).toHaveLength(3)
  expect(await resumeEndpoint(deps, of, id)).toMatchObject({ state: 'active' })
  await order(owner)
  expect(await answerAll(deps, ref, 200)).toHaveLength(1)
})

test('while paused deliveries wait, and are sent when it goes on', async () => {
  const owner = await addOwner()
  const { ref, id, owner: of } = await listen(owner)
  await order(owner)
  expect(await pauseEndpoint(deps, of, id)).toMatchObject({ state: 'paused' })
  await order(owner)
  expect(await claimDelivery(deps, ref)).toBeUndefined()
  expect(await listDueEndpoints(db, clock.now)).not.toContainEqual(ref)
  await resumeEndpoint(deps, of, id)
  expect(await answerAll(deps, ref, 200)).toHaveLength(2)
})

test('a state can come with the other fields; gone is nothing that one can ask for', async () => {
  const owner = await addOwner()
  const { id, owner: of } = await listen(owner)
  const fields = { name: 'Shop', url: 'https://shop.example/', eventTypes: [] }
  const to = async (state: 'active' | 'paused' | 'gone') =>
    (await replaceEndpoint(deps, of, id, { ...fields, state })).state
  expect(await to('paused')).toBe('paused')
  expect(await to('gone')).toBe('paused')
  expect(await to('active')).toBe('active')
})

describe('sending again', () => {
  test('one that was delivered, with the same id and a new ladder', async () => {
    const owner = await addOwner()
    const { ref, id, owner: of } = await listen(owner)
    await order(owner)
    const [sent] = await answerAll(deps, ref, 200)
    const again = await resendDelivery(deps, of, id, sent?.id ?? 0)
    expect(again).toMatchObject({ id: sent?.id, state: 'pending', attemptCount: 0, settledAt: null })
    const [repeated] = await answerAll(deps, ref, 200)
    expect(repeated?.id).toBe(sent?.id)
    expect((await getDelivery(db, of, id, sent?.id ?? 0)).attempts).toHaveLength(2)
  })

  test('one that waits to be tried again is tried at once, and what follows on it is sent after it', async () => {
    const owner = await addOwner()
    const { ref, id, owner: of } = await listen(owner)
    const made = await order(owner)
    await comment(owner, made.id, 'again')
    const first = await take(ref)
    await answered(deps, first, 500)
    await resendDelivery(deps, of, id, first.id)
    expect((await answerAll(deps, ref, 200)).map(({ event }) => event.change)).toEqual(['create', 'update'])
  })

  test('one that is being sent is left to whoever sends it', async () => {
    const owner = await addOwner()
    const { ref, id, owner: of } = await listen(owner)
    await order(owner)
    const delivery = await take(ref)
    expect(await resendDelivery(deps, of, id, delivery.id)).toMatchObject({ state: 'pending' })
    expect(await claimDelivery(deps, ref)).toBeUndefined()
    await answered(deps, delivery, 200)
    expect(await states(id)).toEqual(['delivered'])
  })

  test('all that were given up since a moment', async () => {
    const owner = await addOwner()
    const { ref, id, owner: of } = await listen(owner)
    await order(owner)
    later(60_000)
    const since = clock.now
    await order(owner)
    await order(owner)
    const sent = await take(ref)
    await answered(deps, sent, 200)
    await pool.query(
      `update webhook_deliveries set state = 'failed', settled_at = $2 where endpoint_id = $1 and state = 'pending'`,
      [id, clock.now],
    )
    expect(await resendFailed(deps, of, id, new Date(since.getTime() + 1))).toBe(0)
    expect(await resendFailed(deps, of, id, since)).toBe(2)
    expect(await states(id)).toEqual(['delivered', 'pending', 'pending'])
    expect(await resendFailed(deps, of, id, since)).toBe(0)
  })
})

test('a test goes to its address alone, and is listed like the others', async () => {
  const owner = await addOwner()
  const [{ ref, id, owner: of }, beside] = [await listen(owner), await cellar.listen(owner)]
  const test = await sendTestEvent(deps, of, id)
  expect(test).toMatchObject({ subject: 'test', change: 'create', state: 'pending', lastAttempt: null })
  expect(await deliveries(beside.id)).toEqual([])
  await order(owner)
  const taken = await answerAll(deps, ref, 200)
  expect(taken.map(({ event }) => event.subject)).toEqual(['test', 'order'])
  const { records, total } = await listDeliveries(db, of, id, whole)
  expect(total).toBe(2)
  expect(records.map(({ subject, state, lastAttempt }) => [subject, state, lastAttempt?.status])).toEqual([
    ['order', 'delivered', 200],
    ['test', 'delivered', 200],
  ])
  expect((await listDeliveries(db, of, id, whole, 'failed')).total).toBe(0)
})

test('after 30 days events are forgotten, and with them their deliveries and attempts', async () => {
  const owner = await addOwner()
  const { ref, id } = await listen(owner)
  await order(owner)
  await answerAll(deps, ref, 200)
  later(29 * 24 * 3_600_000)
  await order(owner)
  later(24 * 3_600_000 + 1)
  expect(await forgetOldEvents(deps)).toBeGreaterThan(0)
  expect(await states(id)).toEqual(['pending'])
  const { rows } = await pool.query('select 1 from webhook_attempts where account_id = $1', [owner.accountId])
  expect(rows).toEqual([])
  expect(await forgetOldEvents(deps)).toBe(0)
})

test('the watch finds what nobody is at, and nothing else', async () => {
  const owner = await addOwner()
  const { ref, id } = await listen(owner)
  const isDue = async () =>
    (await listDueEndpoints(db, clock.now)).some(({ endpointId }) => endpointId === ref.endpointId)
  expect(await isDue()).toBe(false)
  await order(owner)
  expect(await isDue()).toBe(true)
  const delivery = await take(ref)
  expect(await isDue()).toBe(false)
  await expireLeases(id)
  expect(await isDue()).toBe(true)
  await answered(deps, await take(ref), 500)
  expect(await isDue()).toBe(false)
  later(5000)
  expect(await isDue()).toBe(true)
  expect((await take(ref)).id).toBe(delivery.id)
})

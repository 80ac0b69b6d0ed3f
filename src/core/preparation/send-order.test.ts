import { describe, expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { refusalOf, warehouseFloor } from '../../../test/support/warehouse-floor.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import { findOrder } from '../orders/order-reads.ts'
import { getOrderSheet } from '../orders/order-sheet.ts'
import { holdOrder, releaseHold } from './hold-order.ts'
import { getPickList } from './pick-list.ts'
import { startPreparation } from './prepare-order.ts'
import { deliverOrder, shipOrder, withdrawOrder } from './send-order.ts'

const { deps, db, pool, clock } = await testDatabase()
const { ana, ben, orderedWhole, advance, bottlesOf, kindsOf, eventsOf, mailsOf } = await warehouseFloor(
  deps,
  pool,
)
const expectWhole = async () => expect((await verifyLedger(db)).discrepancies).toEqual([])

describe('shipping', () => {
  test('takes the bottles out of the cellar, keeps carrier and numbers, and tells the owner where to follow', async () => {
    const { id, owner, bottleIds } = await orderedWhole([{ count: 2 }])
    await advance(owner.accountId, id, 'ready')
    await shipOrder(deps, ben, id, { carrier: 'Chrono', trackingNumbers: ['CX1', 'C/2'] })
    expect(await bottlesOf(id)).toEqual(bottleIds.map((each) => ({ id: each, state: 'gone', picked: true })))
    for (const each of bottleIds) expect(await kindsOf(each)).toEqual(['received', 'reserved', 'shipped'])
    const { order, notes } = await getOrderSheet(db, id)
    expect(order).toMatchObject({
      status: 'shipped',
      trackingNumbers: ['CX1', 'C/2'],
      updatedBy: { name: 'Ben Picker' },
    })
    expect(notes).toMatchObject({ carrier: 'Chrono', shippedAt: clock.now })
    const mail = (await mailsOf(owner.accountId)).at(-1)
    expect(mail).toMatchObject({ kind: 'order_shipped', subject: `Order ${id} is on its way` })
    expect(mail?.body).toContain('CX1: https://tracking.example.com/CX1?lang=fr')
    expect(mail?.body).toContain('C/2: https://tracking.example.com/C%2F2?lang=fr')
    expect((await eventsOf(owner.accountId)).at(-1)).toBe(`update ${id} shipped`)
    await expectWhole()
  })

  test('is done by one of several who try at once', async () => {
    const { id, owner, bottleIds } = await orderedWhole([{ count: 2 }])
    await advance(owner.accountId, id, 'ready')
    const shipment = { carrier: 'Chrono', trackingNumbers: [] }
    const tries = await Promise.allSettled([1, 2, 3].map(() => shipOrder(deps, ana, id, shipment)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await kindsOf(bottleIds[0] ?? 0)).toEqual(['received', 'reserved', 'shipped'])
    await expectWhole()
  })

  test('an owner who does not want to hear of it is not told', async () => {
    const { id, owner } = await orderedWhole()
    await pool.query(`update accounts set muted_mails = '{order_ready,order_shipped}' where id = $1`, [
      owner.accountId,
    ])
    await advance(owner.accountId, id, 'delivered')
    expect((await mailsOf(owner.accountId)).map(({ kind }) => kind)).toEqual(['order_delivered'])
  })
})

describe('delivering', () => {
  const shipped = async () => {
    const prepared = await orderedWhole()
    await advance(prepared.owner.accountId, prepared.id, 'shipped')
    return prepared
  }

  test('keeps the day and the remark, and tells the owner', async () => {
    const { id, owner } = await shipped()
    clock.now = new Date('2026-11-18T10:00:00+01:00')
    await deliverOrder(deps, ana, id, { deliveredOn: '2026-11-17', remark: 'Left with the concierge' })
    clock.now = new Date('2026-11-16T09:30:00+01:00')
    expect((await getOrderSheet(db, id)).notes).toMatchObject({
      deliveredOn: '2026-11-17',
      deliveryRemark: 'Left with the concierge',
    })
    const mail = (await mailsOf(owner.accountId)).at(-1)
    expect(mail?.kind).toBe('order_delivered')
    expect(mail?.body).toMatch(/delivered on Tuesday 17 November 2026.*Remark: Left with the concierge/s)
    await expectWhole()
  })

  test('is today when no day is told', async () => {
    const { id } = await shipped()
    await deliverOrder(deps, ana, id, {})
    expect((await getOrderSheet(db, id)).notes.deliveredOn).toBe('2026-11-16')
  })

  test.each([
    ['in the future', '2026-11-17'],
    ['before it was shipped', '2026-11-15'],
  ])('a day %s is refused', async (_what, deliveredOn) => {
    const { id } = await shipped()
    const before = await checksumOf(pool)
    await expect(deliverOrder(deps, ana, id, { deliveredOn })).rejects.toMatchObject({
      problem: { code: 'fields_invalid', fields: [{ field: 'delivered_on' }] },
    })
    expect(await checksumOf(pool)).toEqual(before)
  })
})

test('withdrawing takes the bottles out and keeps who collected them', async () => {
  const { id, owner, bottleIds } = await orderedWhole([{ count: 2 }], 'pickup')
  await advance(owner.accountId, id, 'ready')
  await withdrawOrder(deps, ana, id, 'Zoé Martin')
  expect((await getOrderSheet(db, id)).notes).toMatchObject({
    collectedBy: 'Zoé Martin',
    withdrawnAt: clock.now,
    carrier: null,
  })
  for (const each of bottleIds) expect(await kindsOf(each)).toEqual(['received', 'reserved', 'withdrawn'])
  expect((await mailsOf(owner.accountId)).map(({ kind }) => kind)).toEqual(['order_ready'])
  await expectWhole()
})

describe('a split order', () => {
  const splitInTwo = async () => {
    const prepared = await orderedWhole([{ count: 2 }, { count: 2, warehouse: 1 }])
    const [one = 0, other = 0] = prepared.order.children.map(({ id }) => id)
    const whole = async () =>
      (await findOrder(db, prepared.owner.accountId, prepared.id)) ?? expect.fail('the order is there')
    return { ...prepared, one, other, whole }
  }

  test('is as far as the least advanced of its parts, has the numbers of all, and is told with them', async () => {
    const { id, owner, one, other, whole } = await splitInTwo()
    const steps: [string, string][] = []
    const step = async (work: Promise<void>) => {
      await work
      const { status, trackingNumbers } = await whole()
      steps.push([status, trackingNumbers.join()])
    }
    await step(advance(owner.accountId, one, 'ready'))
    await step(advance(owner.accountId, other, 'ready'))
    await step(shipOrder(deps, ana, other, { carrier: 'Chrono', trackingNumbers: ['O1', 'O2'] }))
    await step(shipOrder(deps, ana, one, { carrier: 'Chrono', trackingNumbers: ['A1'] }))
    await step(deliverOrder(deps, ana, one, {}))
    await step(deliverOrder(deps, ana, other, {}))
    expect(steps).toEqual([
      ['new', ''],
      ['ready', ''],
      ['ready', 'O1,O2'],
      ['shipped', 'A1,O1,O2'],
      ['shipped', 'A1,O1,O2'],
      ['delivered', 'A1,O1,O2'],
    ])
    const ofTheWhole = (await eventsOf(owner.accountId)).filter((each) => each.includes(` ${id} `))
    expect(ofTheWhole).toEqual([
      `update ${id} processing`,
      `update ${id} ready`,
      `update ${id} ready`,
      `update ${id} shipped`,
      `update ${id} delivered`,
    ])
    expect((await whole()).updatedBy.name).toBe('Ana Picker')
    const { rows } = await pool.query(
      `select record -> 'rows' -> 0 ->> 'parentStatus' as whole from events
       where account_id = $1 and subject_id = $2 order by id desc limit 1`,
      [owner.accountId, other],
    )
    expect(rows).toEqual([{ whole: 'delivered' }])
    await expectWhole()
  })

  test('is worked on in its parts only, which the refusal names', async () => {
    const { id, one, other } = await splitInTwo()
    const before = await checksumOf(pool)
    const shipment = { carrier: 'x', trackingNumbers: [] }
    for (const work of [
      () => startPreparation(deps, ana, id),
      () => shipOrder(deps, ana, id, shipment),
      () => holdOrder(deps, ana, id, 'x'),
      () => getPickList(db, id),
    ])
      expect(await refusalOf(work())).toEqual({
        code: 'step_not_possible',
        message: `Order ${id} is split over several warehouses; work on its parts instead: ${one} (Bercy), ${other} (Ivry).`,
      })
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('is on hold while any of its parts is', async () => {
    const { one, other, whole } = await splitInTwo()
    await holdOrder(deps, ana, other, 'second')
    expect((await whole()).holdReason).toBe('second')
    await holdOrder(deps, ana, one, 'first')
    expect((await whole()).holdReason).toBe('first')
    await releaseHold(deps, ana, one)
    expect((await whole()).holdReason).toBe('second')
    await startPreparation(deps, ana, one)
    await releaseHold(deps, ana, other)
    expect(await whole()).toMatchObject({ holdReason: null, status: 'new' })
  })

  test('whose parts are started and stopped at once ends as its parts do', async () => {
    const { one, other, whole } = await splitInTwo()
    await Promise.all([startPreparation(deps, ana, one), startPreparation(deps, ben, other)])
    expect(await whole()).toMatchObject({
      status: 'processing',
      children: [{ status: 'processing' }, { status: 'processing' }],
    })
  })
})

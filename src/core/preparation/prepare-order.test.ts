import { describe, expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { refusalOf, warehouseFloor } from '../../../test/support/warehouse-floor.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import { deleteOrder } from '../orders/delete-order.ts'
import { editOrder } from '../orders/edit-order.ts'
import { findOrder } from '../orders/order-reads.ts'
import { getOrderSheet } from '../orders/order-sheet.ts'
import { holdOrder } from './hold-order.ts'
import { makeReady, type Packing } from './make-ready.ts'
import { pickByScan, unpickBottle } from './pick-by-scan.ts'
import { startPreparation, stopPreparation, takeOver } from './prepare-order.ts'
import { reportLoss } from './report-loss.ts'

const { deps, db, pool, clock } = await testDatabase()
const { ana, ben, orderedWhole, pickAll, pickedOf, eventsOf, mailsOf } = await warehouseFloor(deps, pool)

const pickerOf = async (id: number) => (await getOrderSheet(db, id)).notes.picker
const start = async () => {
  const prepared = await orderedWhole([{ count: 3 }])
  await startPreparation(deps, ana, prepared.id)
  return prepared
}
const bottle = (ids: readonly number[], index = 0) => ids[index] ?? expect.fail('no such bottle')

describe('starting', () => {
  test('claims the order, in the name of who started, and tells of it', async () => {
    const { id, owner } = await start()
    expect(await pickerOf(id)).toEqual({ id: ana.id, name: 'Ana Picker', since: clock.now })
    expect(await findOrder(db, owner.accountId, id)).toMatchObject({
      status: 'processing',
      updatedBy: { email: ana.email, name: ana.name },
      updatedAt: clock.now,
    })
    expect(await eventsOf(owner.accountId)).toEqual([`update ${id} processing`])
  })

  test('is possible before the day of preparation', async () => {
    const { id, order } = await orderedWhole()
    clock.now = new Date('2026-11-15T09:00:00+01:00')
    expect(order.preparationDate).toBe('2026-11-16')
    await startPreparation(deps, ana, id)
    clock.now = new Date('2026-11-16T09:30:00+01:00')
    expect((await pickerOf(id))?.name).toBe('Ana Picker')
  })

  test('ends what its owner may change', async () => {
    const { id, owner } = await start()
    const refused = { problem: { code: 'order_not_editable' } }
    await expect(deleteOrder(deps, owner, id)).rejects.toMatchObject(refused)
    const change = { allowPartial: false, recipient: {}, comment: 'x' }
    await expect(editOrder(deps, owner, id, change)).rejects.toMatchObject(refused)
  })

  test('is done by one of several who try at once', async () => {
    const { id, owner } = await orderedWhole()
    const tries = await Promise.allSettled(
      [ana, ben, ana, ben].map((staff) => startPreparation(deps, staff, id)),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await eventsOf(owner.accountId)).toEqual([`update ${id} processing`])
  })

  test('an order that there is not, or no longer', async () => {
    const gone = { problem: { code: 'record_not_found' } }
    await expect(startPreparation(deps, ana, 999_999_999)).rejects.toMatchObject(gone)
    const { id, owner } = await orderedWhole()
    await deleteOrder(deps, owner, id)
    await expect(startPreparation(deps, ana, id)).rejects.toMatchObject(gone)
  })
})

describe('a second person', () => {
  test.each<[string, (id: number, bottleId: number) => Promise<unknown>]>([
    ['starting', (id) => startPreparation(deps, ben, id)],
    ['picking', (id, bottleId) => pickByScan(deps, ben, id, { scan: `B${bottleId}` })],
    ['picking at a place', (id) => pickByScan(deps, ben, id, { scan: 'A-01' })],
    ['putting back', (id, bottleId) => unpickBottle(deps, ben, id, bottleId)],
    [
      'reporting a loss',
      (id, bottleId) => reportLoss(deps, ben, id, { bottleId, reason: 'missing', comment: '' }),
    ],
    ['stopping', (id) => stopPreparation(deps, ben, id)],
  ])('%s is told who has it', async (_what, work) => {
    const { id, bottleIds } = await start()
    const before = await checksumOf(pool)
    expect(await refusalOf(work(id, bottle(bottleIds)))).toEqual({
      code: 'taken_by_another',
      message: `Order ${id} is being prepared by Ana Picker. Take it over if you go on in their place.`,
    })
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('takes over with all that is picked, and then the first is the second', async () => {
    const { id, bottleIds, owner } = await start()
    await pickByScan(deps, ana, id, { scan: `B${bottle(bottleIds)}` })
    await takeOver(deps, ben, id)
    expect((await pickerOf(id))?.name).toBe('Ben Picker')
    expect(await pickedOf(id)).toEqual([bottle(bottleIds)])
    const again = pickByScan(deps, ana, id, { scan: `B${bottle(bottleIds, 1)}` })
    expect((await refusalOf(again)).message).toContain('Ben Picker')
    await pickByScan(deps, ben, id, { scan: `B${bottle(bottleIds, 1)}` })
    expect(await eventsOf(owner.accountId)).toEqual([`update ${id} processing`])
  })

  test('may pack what the first has picked', async () => {
    const { id, owner } = await start()
    await pickAll(owner.accountId, id)
    await makeReady(deps, ben, id, {})
    expect((await getOrderSheet(db, id)).order).toMatchObject({
      status: 'ready',
      updatedBy: { name: 'Ben Picker' },
    })
  })

  test('goes on with a preparation that is nobody’s, which is then theirs', async () => {
    const { id, bottleIds, owner } = await orderedWhole()
    await pool.query(`update orders set status = 'processing' where account_id = $1 and id = $2`, [
      owner.accountId,
      id,
    ])
    await pickByScan(deps, ben, id, { scan: `B${bottle(bottleIds)}` })
    expect((await pickerOf(id))?.name).toBe('Ben Picker')
    expect((await refusalOf(startPreparation(deps, ana, id))).code).toBe('taken_by_another')
  })
})

describe('stopping', () => {
  test('forgets picks and picker, keeps the bottles, and lets the owner change the order again', async () => {
    const { id, owner, bottleIds } = await start()
    await pickAll(owner.accountId, id)
    await stopPreparation(deps, ana, id)
    const { order, notes, bottles } = await getOrderSheet(db, id)
    expect(order.status).toBe('new')
    expect(notes.picker).toBeNull()
    expect(bottles.map((each) => [each.id, each.pickedAt])).toEqual(bottleIds.map((each) => [each, null]))
    expect(await eventsOf(owner.accountId)).toEqual([`update ${id} processing`, `update ${id} new`])
    await startPreparation(deps, ben, id)
    await stopPreparation(deps, ben, id)
    await deleteOrder(deps, owner, id)
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })
})

describe('ready', () => {
  test('only when every bottle is picked; the refusal says how many are left and where', async () => {
    const { id, owner, bottleIds } = await start()
    await pickByScan(deps, ana, id, { scan: `B${bottle(bottleIds)}` })
    const before = await checksumOf(pool)
    expect(await refusalOf(makeReady(deps, ana, id, {}))).toEqual({
      code: 'not_all_picked',
      message: `2 of the 3 bottles of order ${id} are not picked yet: 2 at A-01.`,
    })
    expect(await checksumOf(pool)).toEqual(before)
    await pickAll(owner.accountId, id)
    await makeReady(deps, ana, id, {})
    expect(await mailsOf(owner.accountId)).toMatchObject([
      { kind: 'order_ready', subject: `Order ${id} is ready`, recipients: [owner.email] },
    ])
  })

  test.each<[number, Packing, number]>([
    [1, {}, 1],
    [6, {}, 1],
    [7, {}, 2],
    [13, {}, 3],
    [7, { parcels: 5, weightGrams: 9100 }, 5],
  ])('%d bottles, told %o: %d parcels', async (count, packing, parcels) => {
    const { id, owner } = await orderedWhole([{ count }])
    await startPreparation(deps, ana, id)
    await pickAll(owner.accountId, id)
    await makeReady(deps, ana, id, packing)
    expect((await getOrderSheet(db, id)).notes).toMatchObject({
      parcels,
      weightGrams: packing.weightGrams ?? null,
      readyAt: clock.now,
    })
  })
})

test('a hold is shown with who and when, is told to the owner, and stays through an edit that places the bottles anew', async () => {
  const { id, owner, order } = await orderedWhole([{ count: 2 }, { count: 2, warehouse: 1 }])
  const part = order.children[0]?.id ?? expect.fail('the order is split')
  await holdOrder(deps, ana, part, 'Adresse à confirmer')
  expect((await getOrderSheet(db, part)).notes).toMatchObject({ heldBy: 'Ana Picker', heldAt: clock.now })
  expect((await findOrder(db, owner.accountId, id))?.holdReason).toBe('Adresse à confirmer')
  expect(await mailsOf(owner.accountId)).toMatchObject([
    { kind: 'order_held', body: expect.stringContaining('Reason: Adresse à confirmer') },
  ])
  const { order: edited } = await editOrder(deps, owner, id, {
    allowPartial: false,
    recipient: {},
    looseLines: order.lines.map(({ wine, formatMl, boxCode }) => ({
      ...{ wineId: wine.id, formatMl, boxCode, quantity: 3 },
    })),
  })
  expect(edited.children).toHaveLength(2)
  for (const { id: child } of edited.children)
    expect((await refusalOf(startPreparation(deps, ana, child))).code).toBe('order_on_hold')
})

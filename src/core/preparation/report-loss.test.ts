import { describe, expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { openTransaction, untilWaiting } from '../../../test/support/open-transaction.ts'
import { line, linesIn, pickup } from '../../../test/support/order-cellar.ts'
import { refusalOf, warehouseFloor } from '../../../test/support/warehouse-floor.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import type { Caller } from '../deps.ts'
import { createOrder } from '../orders/create-order.ts'
import { findOrder } from '../orders/order-reads.ts'
import { getOrderSheet } from '../orders/order-sheet.ts'
import { makeReady } from './make-ready.ts'
import { pickByScan } from './pick-by-scan.ts'
import { startPreparation } from './prepare-order.ts'
import { type Loss, reportLoss } from './report-loss.ts'

const { deps, db, pool } = await testDatabase()
const floor = await warehouseFloor(deps, pool)
const { ana, wineId, otherWineId, ownerOf, orderedWhole, ledgerOf, kindsOf, heldBottles, eventsOf, mailsOf } =
  floor

const bottle = (ids: readonly number[] | undefined, index = 0) => ids?.[index] ?? expect.fail('no bottle')
const lose = (id: number, loss: Partial<Loss> & object) =>
  reportLoss(deps, ana, id, { reason: 'missing', comment: '', ...loss } as Loss)
const goods = { wineId, formatMl: 750, boxCode: '' }
const expectWhole = async () => expect((await verifyLedger(db)).discrepancies).toEqual([])
const start = async (owner: Caller, quantity: number) => {
  const { order } = await createOrder(deps, owner, pickup([line(wineId, quantity)]))
  await startPreparation(deps, ana, order.id)
  return order.id
}

describe('with an equal bottle left', () => {
  test('the oldest takes the place of the lost one, and the order stays as it was', async () => {
    const { owner, stored } = await ownerOf(
      { count: 2, storedAt: '2021-01-04T09:00:00Z' },
      { count: 1, storedAt: '2023-01-02T09:00:00Z' },
      { count: 1, storedAt: '2022-01-03T09:00:00Z' },
    )
    const id = await start(owner, 2)
    await pickByScan(deps, ana, id, { scan: `B${bottle(stored[0])}` })
    const before = await findOrder(db, owner.accountId, id)
    const events = await eventsOf(owner.accountId)
    const outcome = await lose(id, { bottleId: bottle(stored[0]), reason: 'broken', comment: 'fell down' })
    expect(outcome).toEqual({
      accountId: owner.accountId,
      lostIds: [bottle(stored[0])],
      replacements: [{ id: bottle(stored[2]), locationCode: 'A-01' }],
      shortCount: 0,
      isOrderGone: false,
    })
    expect(await ledgerOf(bottle(stored[0]))).toMatchObject([
      { kind: 'received' },
      { kind: 'reserved', orderId: id },
      { kind: 'released', orderId: id, comment: '' },
      { kind: 'lost', orderId: null, comment: 'broken: fell down' },
    ])
    expect(await floor.bottlesOf(id)).toEqual([
      { id: bottle(stored[0], 1), state: 'stored', picked: false },
      { id: bottle(stored[2]), state: 'stored', picked: false },
    ])
    expect(await findOrder(db, owner.accountId, id)).toEqual(before)
    expect(await eventsOf(owner.accountId)).toEqual(events)
    expect(await mailsOf(owner.accountId)).toEqual([])
    await expectWhole()
  })

  test('another warehouse, box, format or owner is no equal', async () => {
    await ownerOf({ count: 5 })
    const { owner, stored } = await ownerOf(
      { count: 2 },
      { count: 2, warehouse: 1 },
      { count: 6, boxCode: 'CBO6' },
      { count: 2, formatMl: 1500 },
    )
    const id = await start(owner, 2)
    expect(await lose(id, { bottleId: bottle(stored[0]) })).toMatchObject({ replacements: [], shortCount: 1 })
    await expectWhole()
  })

  test('a bottle that an order is just taking is waited for, and left to it', async () => {
    const { owner, stored } = await ownerOf({ count: 3 })
    const id = await start(owner, 2)
    const rival = await openTransaction(deps, (within) =>
      createOrder(within, owner, pickup([line(wineId, 1)])),
    )
    const losing = lose(id, { bottleId: bottle(stored[0]) })
    await untilWaiting(pool)
    await rival.commit()
    expect(await losing).toMatchObject({ replacements: [], shortCount: 1 })
    await expectWhole()
  })

  test('the last free bottle goes to one of two losses at once', async () => {
    const { owner, stored } = await ownerOf({ count: 5 })
    const [one, other] = [await start(owner, 2), await start(owner, 2)]
    const outcomes = await Promise.all([
      lose(one, { bottleId: bottle(stored[0]) }),
      lose(other, { bottleId: bottle(stored[0], 2) }),
    ])
    expect(outcomes.map(({ shortCount }) => shortCount).toSorted()).toEqual([0, 1])
    await expectWhole()
  })
})

describe('with none left', () => {
  test('the line gets shorter, the shortage is kept, and the owner and those who keep the stock are told', async () => {
    const { owner, bottleIds, id } = await orderedWhole([{ count: 3 }, { count: 1, wineId: otherWineId }])
    await pool.query(`update accounts set stock_copies = '{stock@example.com}' where id = $1`, [
      owner.accountId,
    ])
    await startPreparation(deps, ana, id)
    await lose(id, { bottleId: bottle(bottleIds), comment: 'not in its place' })
    const { order, shortages } = await getOrderSheet(db, id)
    expect(linesIn(order)).toEqual([line(wineId, 2), line(otherWineId, 1)])
    expect(order.updatedBy).toEqual({ email: ana.email, name: ana.name })
    expect(shortages).toMatchObject([
      {
        orderId: id,
        wineId,
        quantity: 1,
        reason: 'missing',
        comment: 'not in its place',
        reportedBy: 'Ana Picker',
      },
    ])
    expect(await eventsOf(owner.accountId)).toEqual([`update ${id} processing`, `update ${id} processing`])
    const [mail] = await mailsOf(owner.accountId)
    expect(mail).toMatchObject({ kind: 'order_short', recipients: [owner.email, 'stock@example.com'] })
    expect(mail?.body).toContain('1 bottle of Clos Un 2019, 0.75 l is missing')
    expect(mail?.body).toContain('It goes on with 3 bottles')
    await expectWhole()
  })

  test('a line of which nothing is left is removed, and the rest can be packed', async () => {
    const { owner, stored, id } = await orderedWhole([{ count: 1 }, { count: 1, wineId: otherWineId }])
    await startPreparation(deps, ana, id)
    await lose(id, { bottleId: bottle(stored[0]) })
    expect(linesIn((await getOrderSheet(db, id)).order)).toEqual([line(otherWineId, 1)])
    await floor.pickAll(owner.accountId, id)
    await makeReady(deps, ana, id, {})
    await expectWhole()
  })

  test('with the last bottle the order goes back to new and is deleted', async () => {
    const { owner, bottleIds, id } = await orderedWhole([{ count: 1 }])
    await startPreparation(deps, ana, id)
    expect(await lose(id, { bottleId: bottle(bottleIds) })).toMatchObject({
      shortCount: 1,
      isOrderGone: true,
    })
    expect(await findOrder(db, owner.accountId, id)).toBeUndefined()
    const { rows } = await pool.query(
      'select status, deleted_at is not null as deleted, updated_by_name as by from orders where id = $1',
      [id],
    )
    expect(rows).toEqual([{ status: 'new', deleted: true, by: 'Ana Picker' }])
    expect(await eventsOf(owner.accountId)).toEqual([`update ${id} processing`, `delete ${id} new`])
    expect(await mailsOf(owner.accountId)).toMatchObject([
      { kind: 'order_short', subject: `Order ${id} cannot be carried out` },
    ])
    await expectWhole()
  })
})

describe('of a split order', () => {
  const splitInTwo = async () => {
    const prepared = await orderedWhole([{ count: 2 }, { count: 1, warehouse: 1 }])
    const [large, small] = prepared.order.children.map(({ id }) => id)
    if (!large || !small) throw new Error('The order is split')
    return { ...prepared, large, small, parent: prepared.id }
  }

  test('the whole gets smaller with its part', async () => {
    const { owner, parent, large, stored } = await splitInTwo()
    await startPreparation(deps, ana, large)
    await lose(large, { bottleId: bottle(stored[0]) })
    const whole = await findOrder(db, owner.accountId, parent)
    expect(whole && linesIn(whole)).toEqual([line(wineId, 2)])
    expect(whole?.children.map(linesIn)).toEqual([[line(wineId, 1)], [line(wineId, 1)]])
    expect(await eventsOf(owner.accountId)).toEqual([
      `update ${large} processing`,
      `update ${large} processing`,
      `update ${parent} new`,
    ])
    expect((await getOrderSheet(db, parent)).shortages).toMatchObject([{ orderId: large, quantity: 1 }])
    expect(await mailsOf(owner.accountId)).toMatchObject([
      { subject: `Order ${parent}, part ${large}, comes with fewer bottles` },
    ])
    await expectWhole()
  })

  test('a part of which nothing is left is deleted, and the whole follows the others', async () => {
    const { owner, parent, large, small, stored } = await splitInTwo()
    await startPreparation(deps, ana, small)
    await startPreparation(deps, ana, large)
    await lose(small, { bottleId: bottle(stored[1]) })
    const whole = await findOrder(db, owner.accountId, parent)
    expect(whole).toMatchObject({ status: 'processing', children: [{ id: large }] })
    expect(whole && linesIn(whole)).toEqual([line(wineId, 2)])
    expect((await eventsOf(owner.accountId)).slice(-2)).toEqual([
      `delete ${small} new`,
      `update ${parent} processing`,
    ])
    await expectWhole()
  })

  test('with the last bottle of the last part the whole is deleted too', async () => {
    const { owner, parent, large, small, stored } = await splitInTwo()
    await startPreparation(deps, ana, large)
    await startPreparation(deps, ana, small)
    await lose(large, { goods, quantity: 2 })
    await lose(small, { bottleId: bottle(stored[1]) })
    expect(await findOrder(db, owner.accountId, parent)).toBeUndefined()
    expect((await eventsOf(owner.accountId)).slice(-2)).toEqual([
      `delete ${small} new`,
      `delete ${parent} new`,
    ])
    await expectWhole()
  })
})

describe('some of a line', () => {
  test('are those not picked yet, and then the others; each lives through its own rows', async () => {
    const { owner, stored } = await ownerOf({ count: 5 })
    const id = await start(owner, 3)
    const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = stored[0] ?? []
    await pickByScan(deps, ana, id, { scan: `B${first}` })
    const outcome = await lose(id, { goods, quantity: 3 })
    expect(outcome).toMatchObject({
      lostIds: [second, third, first],
      replacements: [{ id: fourth }, { id: fifth }],
      shortCount: 1,
    })
    for (const id of [first, second, third])
      expect(await kindsOf(id)).toEqual(['received', 'reserved', 'released', 'lost'])
    expect(await heldBottles(owner.accountId)).toEqual({ [id]: [fourth, fifth] })
    await expectWhole()
  })
})

describe('refused', () => {
  test.each<[string, (stored: number[]) => Partial<Loss>, string]>([
    ['a bottle of nobody', () => ({ bottleId: 999_999_999 }), 'is not a bottle of order'],
    ['a free bottle', (stored) => ({ bottleId: bottle(stored, 2) }), '2 × Clos Un 2019, 0.75 l at A-01'],
    ['more than the line has', () => ({ goods, quantity: 3 }), 'has 2 bottles of this wine'],
    ['a line that is none', () => ({ goods: { ...goods, formatMl: 1500 }, quantity: 1 }), 'has 0 bottles'],
  ])('%s', async (_what, loss, words) => {
    const { owner, stored } = await ownerOf({ count: 3 })
    const id = await start(owner, 2)
    const before = await checksumOf(pool)
    const { code, message } = await refusalOf(lose(id, loss(stored[0] ?? [])))
    expect(code).toBe('wrong_bottle')
    expect(message).toContain(words)
    expect(await checksumOf(pool)).toEqual(before)
  })
})

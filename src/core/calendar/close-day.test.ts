import { describe, expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { delivery, line, orderCellar, pickup } from '../../../test/support/order-cellar.ts'
import { refusalOf } from '../../../test/support/stock-cellar.ts'
import { createOrder } from '../orders/create-order.ts'
import { deleteOrder } from '../orders/delete-order.ts'
import { closeDay, previewClosing, reopenDay } from './close-day.ts'
import { getDaysOff } from './days-off.ts'

// A Monday: a pick-up ordered now is prepared today and handed over on Tuesday the 17th.
const { pool, deps } = await testDatabase()
const { wineId, ownerOf } = await orderCellar(pool)
const lines = [line(wineId, 1)]

const closed = (day: string) => closeDay(deps, { day, reason: 'Inventory' })

describe('a closed day', () => {
  test('counts for the next order, and no order is moved', async () => {
    const { owner } = await ownerOf({ count: 10 })
    const { order: before } = await createOrder(deps, owner, pickup(lines))
    const { isNew, ...promises } = await closed('2026-11-17')
    expect(isNew).toBe(true)
    expect(promises).toEqual({
      day: '2026-11-17',
      orderCount: 1,
      orders: [
        {
          id: before.id,
          accountId: owner.accountId,
          status: 'new',
          handover: 'pickup',
          preparationDate: '2026-11-16',
          deliveryDate: '2026-11-17',
        },
      ],
    })
    const { order: after } = await createOrder(deps, owner, pickup(lines))
    expect(after.deliveryDate).toBe('2026-11-18')
    expect(await previewClosing(deps, '2026-11-17')).toEqual(promises)
    await reopenDay(deps, '2026-11-17')
    const { order: later } = await createOrder(deps, owner, pickup(lines))
    expect(later.deliveryDate).toBe('2026-11-17')
  })

  test('is found by the preparation as well, and the whole of a split order stands for its parts', async () => {
    const { owner } = await ownerOf({ count: 1 }, { count: 1, warehouse: 1 })
    const wanted = { wantedDate: '2026-11-27' }
    const paris = { country: 'FR', zipcode: '75011' }
    const { order } = await createOrder(deps, owner, delivery([line(wineId, 2)], paris, wanted))
    expect(order.children).toHaveLength(2)
    expect(order.preparationDate).toBe('2026-11-26')
    expect((await previewClosing(deps, '2026-11-26')).orders.map(({ id }) => id)).toEqual([order.id])
    expect((await previewClosing(deps, '2026-11-27')).orders.map(({ id }) => id)).toEqual([order.id])
  })

  test('was not promised to what is deleted, prepared already or over', async () => {
    const { owner } = await ownerOf({ count: 9 })
    const paris = { country: 'FR', zipcode: '75011' }
    const make = async () =>
      (await createOrder(deps, owner, delivery(lines, paris, { wantedDate: '2026-12-03' }))).order.id
    const [kept, deleted, ready, shipped, delivered] = [
      await make(),
      await make(),
      await make(),
      await make(),
      await make(),
    ]
    await deleteOrder(deps, owner, deleted)
    const setStatus = (id: number, status: string) =>
      pool.query('update orders set status = $2 where id = $1', [id, status])
    await setStatus(ready, 'ready')
    await setStatus(shipped, 'shipped')
    await setStatus(delivered, 'delivered')
    const idsOn = async (day: string) => (await previewClosing(deps, day)).orders.map(({ id }) => id)
    expect(await idsOn('2026-12-03')).toEqual([kept, ready, shipped])
    expect(await idsOn('2026-12-02')).toEqual([kept])
  })

  test('closed again gets another reason', async () => {
    await closed('2026-11-30')
    expect((await closeDay(deps, { day: '2026-11-30', reason: 'Moving' })).isNew).toBe(false)
    expect(await getDaysOff(deps, { from: '2026-11-30', to: '2026-11-30' })).toEqual([
      { day: '2026-11-30', kind: 'closed', name: 'Moving' },
    ])
  })

  test('may be today', async () => expect((await closed('2026-11-16')).isNew).toBe(true))

  test.each([
    ['yesterday', '2026-11-15', 'is in the past; today is 2026-11-16'],
    ['the first day there is', '0001-01-01', 'is in the past; today is 2026-11-16'],
    ['a Saturday', '2026-11-21', 'is on a weekend, so nobody works then already'],
    ['a public day', '2026-12-25', 'is a public day (Noël), so nobody works then already'],
  ])('cannot be %s', async (_what, day, message) => {
    const before = await checksumOf(pool)
    await expect(closed(day)).rejects.toMatchObject({ problem: { fields: [{ field: 'day', message }] } })
    expect(await refusalOf(previewClosing(deps, day))).toBe('fields_invalid day')
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('is opened again once, and not when it has passed', async () => {
    await closed('2026-11-19')
    await reopenDay(deps, '2026-11-19')
    expect(await refusalOf(reopenDay(deps, '2026-11-19'))).toBe('record_not_found')
    expect(await refusalOf(reopenDay(deps, '2026-11-13'))).toBe('fields_invalid day')
  })
})

describe('the days off', () => {
  test('are closed and public days, in order, for a year from today unless told otherwise', async () => {
    await closed('2026-12-28')
    const days = await getDaysOff(deps, { from: '2026-12-24', to: '2027-01-01' })
    expect(days).toEqual([
      { day: '2026-12-25', kind: 'public', name: 'Noël' },
      { day: '2026-12-28', kind: 'closed', name: 'Inventory' },
      { day: '2027-01-01', kind: 'public', name: "Jour de l'An" },
    ])
    const year = await getDaysOff(deps, {})
    expect(year.filter(({ kind }) => kind === 'public')).toHaveLength(11)
    expect(year.at(-1)).toMatchObject({ day: '2027-11-11' })
  })

  test.each([
    [{ from: '2027-01-02', to: '2027-01-01' }, 'fields_invalid to'],
    [{ from: '2027-01-01', to: '2037-01-02' }, 'fields_invalid to'],
    [{ from: '1582-12-31' }, 'fields_invalid from'],
    [{ to: '2026-01-01' }, 'fields_invalid to'],
  ])('%j is refused', async (asked, expected) => {
    expect(await refusalOf(getDaysOff(deps, asked))).toBe(expected)
  })

  test.each([
    [{ from: '9999-12-31' }, 0],
    [{ from: '9999-12-20', to: '9999-12-31' }, 1],
    [{ from: '2027-01-01', to: '2037-01-01' }, 111],
  ])('%j is answered', async (asked, count) => {
    expect((await getDaysOff(deps, asked)).filter(({ kind }) => kind === 'public')).toHaveLength(count)
  })
})

import { describe, expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { line, pickup } from '../../../test/support/order-cellar.ts'
import { refusalOf, sam, stockCellar } from '../../../test/support/stock-cellar.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import { createOrder } from '../orders/create-order.ts'
import { enterCount, type Seen } from './enter-count.ts'
import { moveBottles } from './move-bottles.ts'
import { cancelCount, openCount } from './open-count.ts'
import { compareWithStock, postCount } from './post-count.ts'
import { reportStockLoss } from './report-stock-loss.ts'

const { db, pool, deps } = await testDatabase()
const cellar = await stockCellar(deps, pool)
const { warehouseId, otherWarehouseId, wineId, otherWineId, ownerOf, placesOf, ledgerOf } = cellar

let shelf = 0
/** A location of its own for each test, with a new owner's bottles; others' bottles of this file lie elsewhere. */
async function newShelf(count: number) {
  const location = `S-${++shelf}`
  await cellar.addLocation(warehouseId, location)
  const { owner, stored } = await ownerOf({ count })
  const [ids = []] = stored
  const { accountId } = owner
  const put = (bottleIds: number[], to = location) =>
    moveBottles(deps, { accountId, warehouseId, to, comment: '', what: { bottleIds } })
  if (count > 0) await put(ids)
  const counted = async (seen: Partial<Seen>) => {
    const { id } = await openCount(deps, sam, { warehouseId, location })
    await enterCount(deps, sam, id, { lines: [], bottleIds: [], ...seen })
    return id
  }
  const seen = (quantity: number, wine = wineId) =>
    quantity === 0 ? [] : [{ accountId, wineId: wine, formatMl: 750, boxCode: '', quantity }]
  const order = (quantity: number) => createOrder(deps, owner, pickup([line(wineId, quantity)]))
  return { location, owner, accountId, ids, put, counted, seen, order }
}
const post = (id: number) => postCount(deps, sam, id, 'yearly count')
const admin = { ...sam, role: 'admin' as const }
const newRows = async (accountId: number, since: number) => (await ledgerOf(accountId)).slice(since)

describe('posting', () => {
  test('what was seen changes nothing when it is what there is', async () => {
    const { accountId, ids, counted, seen } = await newShelf(3)
    const posted = await post(await counted({ lines: seen(3) }))
    expect(posted).toMatchObject({
      state: 'posted',
      reason: 'yearly count',
      outcome: { lostCount: 0, foundCount: 0, movedCount: 0, differences: [] },
    })
    expect(await newRows(accountId, 6)).toEqual([])
    expect(new Set(await placesOf(ids)).size).toBe(1)
  })

  test('too few are lost and too many found, with the reason', async () => {
    const { accountId, ids, location, counted, seen } = await newShelf(3)
    const posted = await post(await counted({ lines: [...seen(2), ...seen(1, otherWineId)] }))
    expect(await newRows(accountId, 6)).toEqual([
      `lost ${location} - yearly count`,
      `found - ${location} yearly count`,
    ])
    expect((await placesOf(ids)).filter((place) => place === 'gone')).toHaveLength(1)
    expect(posted.outcome).toMatchObject({ lostCount: 1, foundCount: 1, movedCount: 0 })
    expect(posted.outcome?.differences).toMatchObject([
      { wineName: 'Clos Un', expected: 3, seen: 2, newCount: 0 },
      { wineName: 'Clos Deux', expected: 0, seen: 1, newCount: 1 },
    ])
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })

  test('an empty list says that nothing lies there', async () => {
    const { ids, counted } = await newShelf(2)
    await post(await counted({}))
    expect(await placesOf(ids)).toEqual(['gone', 'gone'])
  })

  test('a bottle of another location whose code was read here is moved', async () => {
    const { accountId, ids, location, put, counted, seen } = await newShelf(3)
    const [stray = 0] = ids
    await put([stray], 'A-03')
    const posted = await post(await counted({ lines: seen(2), bottleIds: [stray] }))
    expect(posted.outcome).toMatchObject({ lostCount: 0, foundCount: 0, movedCount: 1 })
    expect(await newRows(accountId, 7)).toEqual([`moved A-03 ${location} yearly count`])
  })

  test('so is one of another warehouse', async () => {
    const { location, counted, accountId } = await newShelf(0)
    const [stray = 0] = await cellar.store(accountId, { count: 1, warehouse: 1 })
    await post(await counted({ bottleIds: [stray] }))
    expect(await placesOf([stray])).toEqual([`Bercy ${location}`])
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })

  test('a lost bottle whose code was read has turned up', async () => {
    const { accountId, ids, location, counted, seen } = await newShelf(2)
    const [lost = 0] = ids
    await reportStockLoss(deps, { accountId, bottleIds: [lost], reason: 'missing', comment: '' })
    const posted = await post(await counted({ lines: seen(1), bottleIds: [lost] }))
    expect(posted.outcome).toMatchObject({ lostCount: 0, foundCount: 1 })
    expect(await placesOf([lost])).toEqual([`Bercy ${location}`])
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })

  test("of several owners, each one's bottles", async () => {
    const { accountId, location, ids, counted, seen } = await newShelf(2)
    const other = await ownerOf({ count: 2 })
    const otherId = other.owner.accountId
    const what = { bottleIds: other.stored[0] ?? [] }
    await moveBottles(deps, { accountId: otherId, warehouseId, to: location, comment: '', what })
    const [own] = seen(1)
    await post(await counted({ lines: own ? [own, { ...own, accountId: otherId, quantity: 3 }] : [] }))
    expect((await placesOf(ids)).filter((place) => place === 'gone')).toHaveLength(1)
    expect(await newRows(accountId, 4)).toEqual([`lost ${location} - yearly count`])
    expect(await newRows(otherId, 4)).toEqual([`found - ${location} yearly count`])
  })
})

describe('reserved bottles', () => {
  test('free ones are lost before them', async () => {
    const { accountId, counted, seen, order } = await newShelf(3)
    await order(2)
    await post(await counted({ lines: seen(2) }))
    expect(Object.values(await cellar.heldBottles(accountId)).flat()).toHaveLength(2)
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })

  test('when they would have to go, the count is refused and names the orders; nothing is written', async () => {
    const { counted, seen, order } = await newShelf(3)
    const { order: first } = await order(2)
    const { order: second } = await order(1)
    const id = await counted({ lines: seen(0) })
    const before = await checksumOf(pool)
    expect(await refusalOf(post(id))).toBe('in_use order_id order_id')
    await expect(post(id)).rejects.toThrow(`of order ${first.id}, ${second.id}.`)
    expect((await compareWithStock(deps, admin, id)).orderIds).toEqual([first.id, second.id])
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('one that was picked before is not on the shelf, and nobody misses it there', async () => {
    const { accountId, counted, seen, order } = await newShelf(3)
    await order(1)
    await pool.query(
      `update bottles set picked_at = '2026-11-16T08:00:00Z' where account_id = $1 and order_id is not null`,
      [accountId],
    )
    const posted = await post(await counted({ lines: seen(2) }))
    expect(posted.outcome).toMatchObject({ lostCount: 0, foundCount: 0 })
  })

  test('one that lies in another warehouse than its order is prepared in is refused', async () => {
    const { accountId, counted, order } = await newShelf(0)
    const [stray = 0] = await cellar.store(accountId, { count: 1, warehouse: 1 })
    await order(1)
    const id = await counted({ bottleIds: [stray] })
    expect(await refusalOf(post(id))).toBe('in_use order_id')
    expect(otherWarehouseId).not.toBe(warehouseId)
  })
})

describe('while somebody counts, the work goes on', () => {
  test('what left after it was entered was seen, and nobody finds it again', async () => {
    const { ids, put, counted, seen } = await newShelf(3)
    const id = await counted({ lines: seen(3) })
    await put(ids.slice(0, 2), 'A-03')
    const posted = await post(id)
    expect(posted.outcome).toMatchObject({ lostCount: 0, foundCount: 0 })
    expect(await placesOf(ids.slice(0, 2))).toEqual(['Bercy A-03', 'Bercy A-03'])
  })

  test('what came after it was entered is not lost', async () => {
    const { ids, location, put, counted, seen } = await newShelf(3)
    await put(ids.slice(0, 1), 'A-03')
    const id = await counted({ lines: seen(2) })
    await put(ids.slice(0, 1))
    expect((await post(id)).outcome).toMatchObject({ lostCount: 0, foundCount: 0 })
    expect(await placesOf(ids)).toEqual(Array(3).fill(`Bercy ${location}`))
  })

  test('one that was missing is lost also when another has left since', async () => {
    const { ids, put, counted, seen } = await newShelf(3)
    const id = await counted({ lines: seen(2) })
    await put(ids.slice(0, 1), 'A-03')
    expect((await post(id)).outcome).toMatchObject({ lostCount: 1, foundCount: 0 })
    expect((await placesOf(ids)).sort()).toEqual(['Bercy A-03', `Bercy S-${shelf}`, 'gone'].sort())
  })

  test('a bottle whose code was read and that was moved since stays where it was moved', async () => {
    const { ids, put, counted, seen } = await newShelf(2)
    const [first = 0] = ids
    const id = await counted({ lines: seen(1), bottleIds: [first] })
    await put([first], 'A-03')
    expect((await post(id)).outcome).toMatchObject({ lostCount: 0, foundCount: 0, movedCount: 0 })
    expect(await placesOf([first])).toEqual(['Bercy A-03'])
  })

  test('entering again says what lies there then', async () => {
    const { ids, put, counted, seen } = await newShelf(3)
    const id = await counted({ lines: seen(3) })
    await put(ids.slice(0, 1), 'A-03')
    await enterCount(deps, sam, id, { lines: seen(1), bottleIds: [] })
    expect((await post(id)).outcome).toMatchObject({ lostCount: 1, foundCount: 0 })
  })

  test('a wine that was merged into another meanwhile is that one', async () => {
    const { accountId, counted } = await newShelf(0)
    const duplicate = await cellar.addWine('Clos Un bis')
    const id = await counted({
      lines: [{ accountId, wineId: duplicate, formatMl: 750, boxCode: '', quantity: 1 }],
    })
    await pool.query('update wines set merged_into_id = $1 where id = $2', [wineId, duplicate])
    expect((await post(id)).outcome?.differences).toMatchObject([{ wineId, newCount: 1 }])
  })
})

describe('steps that are not possible', () => {
  test('posting what was not entered', async () => {
    const { ids, location } = await newShelf(2)
    const { id } = await openCount(deps, sam, { warehouseId, location })
    expect(await refusalOf(post(id))).toBe('step_not_possible')
    expect(await refusalOf(compareWithStock(deps, admin, id))).toBe('step_not_possible')
    expect(await placesOf(ids)).toEqual(Array(2).fill(`Bercy ${location}`))
  })

  test('anything with a count that is closed', async () => {
    const { counted, seen } = await newShelf(1)
    const posted = await counted({ lines: seen(1) })
    await post(posted)
    const cancelled = await counted({ lines: seen(0) })
    expect(await cancelCount(deps, sam, cancelled)).toMatchObject({ state: 'cancelled', closedBy: sam.name })
    const before = await checksumOf(pool)
    for (const id of [posted, cancelled]) {
      expect(await refusalOf(post(id))).toBe('step_not_possible')
      expect(await refusalOf(cancelCount(deps, sam, id))).toBe('step_not_possible')
      expect(await refusalOf(compareWithStock(deps, admin, id))).toBe('step_not_possible')
      expect(await refusalOf(enterCount(deps, sam, id, { lines: [], bottleIds: [] }))).toBe(
        'step_not_possible',
      )
    }
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('a count that there is not', async () => {
    expect(await refusalOf(post(999_999))).toBe('record_not_found')
  })

  test('entering what there is not; each is named', async () => {
    const { accountId, ids, location, order, counted, seen } = await newShelf(2)
    await order(1)
    await pool.query(
      `with gone as (update bottles set state = 'gone', warehouse_id = null, location_id = null
         where account_id = $1 and order_id is not null returning *)
       insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, from_location_id, order_id, created_at)
       select account_id, id, 'withdrawn', wine_id, format_ml, (select id from locations where code = $2), order_id, now() from gone`,
      [accountId, location],
    )
    const { rows } = await pool.query<{ id: number }>(
      `select id from bottles where account_id = $1 and state = 'gone'`,
      [accountId],
    )
    const left = Number(rows[0]?.id)
    const id = await counted({ lines: seen(1) })
    const announced = await cellar.announce(accountId)
    const goods = { accountId, formatMl: 750, boxCode: '', quantity: 1 }
    const before = await checksumOf(pool)
    for (const [seenThere, expected] of [
      [{ lines: [{ ...goods, wineId: 999_999 }] }, 'fields_invalid lines.0.wine_id'],
      [{ lines: [{ ...goods, wineId, boxCode: 'NONE' }] }, 'fields_invalid lines.0.box'],
      [
        { lines: [...seen(1), { ...goods, wineId, accountId: 999_999 }] },
        'fields_invalid lines.1.account_id',
      ],
      [{ lines: seen(20_000), bottleIds: ids.slice(0, 1) }, 'fields_invalid lines'],
      [{ bottleIds: [...ids.filter((each) => each !== left), 999_999] }, 'fields_invalid bottles.1'],
      [{ bottleIds: [announced] }, 'fields_invalid bottles.0'],
      [{ bottleIds: [left] }, 'fields_invalid bottles.0'],
    ] as const)
      expect(await refusalOf(enterCount(deps, sam, id, { lines: [], bottleIds: [], ...seenThere }))).toBe(
        expected,
      )
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('a location that is being counted, also when two begin at once', async () => {
    const { location } = await newShelf(0)
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => refusalOf(openCount(deps, sam, { warehouseId, location }))),
    )
    expect(outcomes.sort()).toEqual([
      'already_exists location',
      'already_exists location',
      'nothing was refused',
    ])
  })
})

test('who may compare: an admin, and who entered the count', async () => {
  const { counted, seen } = await newShelf(2)
  const id = await counted({ lines: seen(1) })
  const { rows } = await pool.query<{ id: number }>(
    `insert into staff (email, first_name, last_name, password_hash, role, created_at)
     values ('counter@caveau.example', 'C', 'D', 'x', 'warehouse', now()) returning id`,
  )
  const counter = { ...sam, id: Number(rows[0]?.id), role: 'warehouse' as const }
  expect(await refusalOf(compareWithStock(deps, counter, id))).toBe('rights_insufficient')
  expect(await compareWithStock(deps, admin, id)).toMatchObject({ lostCount: 1, orderIds: [] })
  await enterCount(deps, counter, id, { lines: seen(1), bottleIds: [] })
  expect(await compareWithStock(deps, counter, id)).toMatchObject({ lostCount: 1 })
})

describe('at once', () => {
  test('two who post: one does, the other is too late', async () => {
    const { counted, seen, ids } = await newShelf(5)
    const id = await counted({ lines: seen(3) })
    const outcomes = await Promise.all([1, 2, 3].map(() => refusalOf(post(id))))
    expect(outcomes.sort()).toEqual(['nothing was refused', 'step_not_possible', 'step_not_possible'])
    expect((await placesOf(ids)).filter((place) => place === 'gone')).toHaveLength(2)
  })

  test('posts, orders and moves: nothing is lost twice, nothing sold that is gone', async () => {
    const { owner, ids, put, counted, seen } = await newShelf(30)
    const other = await newShelf(5)
    const id = await counted({ lines: [...seen(20), ...other.seen(1)] })
    const otherId = await other.counted({ lines: [...other.seen(5), ...seen(2)] })
    const [moved] = await Promise.all([
      refusalOf(put(ids.slice(0, 4), 'A-03')),
      post(id),
      post(otherId),
      ...Array.from({ length: 6 }, () => createOrder(deps, owner, pickup([line(wineId, 2)]))),
    ])
    // Who comes with bottles that the count has just found missing is told so.
    expect(moved).toMatch(/^(nothing was refused|step_not_possible .*)$/)
    expect((await verifyLedger(db)).discrepancies).toEqual([])
    expect((await placesOf(ids)).filter((place) => place === 'gone')).toHaveLength(10)
  })
})

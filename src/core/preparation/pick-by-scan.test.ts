import { describe, expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { line, pickup } from '../../../test/support/order-cellar.ts'
import { refusalOf, warehouseFloor } from '../../../test/support/warehouse-floor.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import { createOrder } from '../orders/create-order.ts'
import { findOrder } from '../orders/order-reads.ts'
import { pickByScan, unpickBottle } from './pick-by-scan.ts'
import { getPickList } from './pick-list.ts'
import { startPreparation } from './prepare-order.ts'
import { readScan } from './read-scan.ts'
import { reportLoss } from './report-loss.ts'

const { deps, db, pool } = await testDatabase()
const floor = await warehouseFloor(deps, pool)
const { ana, wineId, otherWineId, ownerOf, store, addLocation, moveTo, kindsOf, pickedOf, heldBottles } =
  floor
const olderVintage = await floor.addWine('Clos Un')
await pool.query('update wines set vintage = 2018 where id = $1', [olderVintage])
const [b02, a10, a2] = [await addLocation('B-02'), await addLocation('A-10'), await addLocation('A-2')]
const first = (ids: readonly number[] | undefined, index = 0) => ids?.[index] ?? expect.fail('no bottle')
const scan = (id: number, code: string, choice = {}) => pickByScan(deps, ana, id, { scan: code, ...choice })

/** An owner with three bottles of each shelf, and an order for two loose ones of the first wine, in preparation. */
async function scene() {
  const { owner, stored } = await ownerOf(
    { count: 3 },
    { count: 3, wineId: otherWineId },
    { count: 3, wineId: olderVintage },
    { count: 3, formatMl: 1500 },
    { count: 6, boxCode: 'CBO6' },
    { count: 3, warehouse: 1 },
  )
  const { order } = await createOrder(deps, owner, pickup([line(wineId, 2)]))
  await startPreparation(deps, ana, order.id)
  const [own, otherWine, vintage, magnum, boxed, elsewhere] = stored
  return { owner, id: order.id, own, otherWine, vintage, magnum, boxed, elsewhere }
}

describe('a scan reads as', () => {
  test.each([
    ['B123', { kind: 'bottle', bottleId: 123 }],
    [' b123 ', { kind: 'bottle', bottleId: 123 }],
    ['A-01', { kind: 'location', code: 'A-01' }],
    ['B-12', { kind: 'location', code: 'B-12' }],
    ['B0', { kind: 'location', code: 'B0' }],
    ['123', { kind: 'location', code: '123' }],
  ])('%s', (text, expected) => expect(readScan(text)).toEqual(expected))

  test.each(['', ' ', '-A', 'Ä-1', 'A 1', 'x'.repeat(31)])('"%s" is neither bottle nor place', (text) =>
    expect(() => readScan(text)).toThrow(),
  )
})

describe('a bottle', () => {
  test('of the order is picked', async () => {
    const { id, own } = await scene()
    expect(await scan(id, `B${first(own)}`)).toMatchObject({
      bottleIds: [first(own)],
      releasedBottleId: null,
      pickedCount: 1,
      bottleCount: 2,
    })
    expect(await pickedOf(id)).toEqual([first(own)])
  })

  test('that is equal and free takes the place of an unpicked one, in the ledger too', async () => {
    const { id, own, owner } = await scene()
    const free = first(own, 2)
    const { releasedBottleId, pickedCount } = await scan(id, `B${free}`)
    expect([releasedBottleId, pickedCount]).toEqual([first(own), 1])
    expect(await heldBottles(owner.accountId)).toEqual({ [id]: [first(own, 1), free] })
    expect(await pickedOf(id)).toEqual([free])
    expect(await kindsOf(first(own))).toEqual(['received', 'reserved', 'released'])
    expect(await kindsOf(free)).toEqual(['received', 'reserved'])
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })

  test('takes the place of one at the same location if there is one', async () => {
    const { id, own } = await scene()
    await moveTo(b02, [first(own, 1), first(own, 2)])
    expect((await scan(id, `B${first(own, 2)}`)).releasedBottleId).toBe(first(own, 1))
  })

  test('never takes the place of one that is picked', async () => {
    const { id, own } = await scene()
    await scan(id, `B${first(own)}`)
    await scan(id, `B${first(own, 1)}`)
    const before = await checksumOf(pool)
    expect(await refusalOf(scan(id, `B${first(own, 2)}`))).toEqual({
      code: 'wrong_bottle',
      message: `B${first(own, 2)} is Clos Un 2019, 0.75 l, and the order has enough of that already. Order ${id}: all of its bottles are picked.`,
    })
    expect(await checksumOf(pool)).toEqual(before)
  })

  type Scene = Awaited<ReturnType<typeof scene>>
  test.each<[string, (at: Scene) => Promise<number> | number, string]>([
    ['of another wine', ({ otherWine }) => first(otherWine), 'Clos Deux 2019, 0.75 l, and that is not what'],
    ['of another vintage', ({ vintage }) => first(vintage), 'Clos Un 2018, 0.75 l, and that is not what'],
    ['of another format', ({ magnum }) => first(magnum), 'Clos Un 2019, 1.5 l, and that is not what'],
    ['out of a box', ({ boxed }) => first(boxed), 'Clos Un 2019, 0.75 l, in CBO6, and that is not what'],
    [
      'of another warehouse',
      ({ elsewhere }) => first(elsewhere),
      'Clos Un 2019, 0.75 l, and it belongs to the warehouse Ivry',
    ],
    [
      'that is picked already',
      async ({ id, own }) => {
        await scan(id, `B${first(own)}`)
        return first(own)
      },
      'Clos Un 2019, 0.75 l, and it is picked already',
    ],
    [
      'that another order has reserved',
      async ({ owner, own }) => {
        await createOrder(deps, owner, pickup([line(wineId, 1)]))
        return first(own, 2)
      },
      'and it is reserved by order ',
    ],
    [
      'that is gone',
      async ({ id, own }) => {
        const loss = { bottleId: first(own), reason: 'broken', comment: '' } as const
        await reportLoss(deps, ana, id, loss)
        return first(own)
      },
      'Clos Un 2019, 0.75 l, and it has left the cellar',
    ],
    [
      'that is only announced',
      async ({ owner }) => {
        const { rows } = await pool.query<{ id: number }>(
          `with announced as (
             insert into bottles (account_id, wine_id, format_ml, box_code, state, created_at, updated_at)
             values ($1, $2, 750, '', 'announced', now(), now()) returning *
           ), told as (
             insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, created_at)
             select account_id, id, 'announced', wine_id, format_ml, created_at from announced
           ) select id from announced`,
          [owner.accountId, wineId],
        )
        return rows[0]?.id ?? 0
      },
      'Clos Un 2019, 0.75 l, and it has not been received yet',
    ],
    [
      "of somebody else's",
      async () => first(await store((await floor.addOwner()).accountId, { count: 1 })),
      'is not a bottle of the owner of this order',
    ],
    ['that there is not', () => 999_999_999, 'is not a bottle of the owner of this order'],
  ])('%s is wrong, and the sentence says what it is and what is wanted', async (_what, choose, words) => {
    const at = await scene()
    const id = await choose(at)
    const before = await checksumOf(pool)
    const { code, message } = await refusalOf(scan(at.id, `B${id}`))
    expect(code).toBe('wrong_bottle')
    expect(message).toContain(`B${id} is `)
    expect(message).toContain(words)
    expect(message).toMatch(/ × Clos Un 2019, 0\.75 l at A-01\.$/)
    expect(message).not.toMatch(/Ada|Cave|cellar\.example/)
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('scanned twice at once counts once', async () => {
    const { id, own } = await scene()
    const scans = await Promise.allSettled([1, 2, 3].map(() => scan(id, `B${first(own)}`)))
    expect(scans.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await pickedOf(id)).toEqual([first(own)])
  })

  test('that is free and scanned for two orders at once goes to one of them', async () => {
    const { owner, stored } = await ownerOf({ count: 5 })
    const ids: number[] = []
    for (let each = 0; each < 2; each++) {
      const { order } = await createOrder(deps, owner, pickup([line(wineId, 2)]))
      await startPreparation(deps, ana, order.id)
      ids.push(order.id)
    }
    const free = first(stored[0], 4)
    const scans = await Promise.allSettled(ids.map((id) => scan(id, `B${free}`)))
    expect(scans.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(Object.values(await heldBottles(owner.accountId)).flat()).toHaveLength(4)
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })

  test.each([
    ['wine_id', { wineId }],
    ['format', { formatMl: 750 }],
    ['box', { boxCode: 'CBO6' }],
    ['quantity', { quantity: 2 }],
  ])('says all by itself: no %s with it', async (field, choice) => {
    const { id, own } = await scene()
    expect(() => scan(id, `B${first(own)}`, choice)).toThrow(
      expect.objectContaining({
        problem: { code: 'fields_invalid', fields: [expect.objectContaining({ field })] },
      }),
    )
  })
})

describe('a location', () => {
  /** Three loose ones of a wine and six in a box at A-01, two of another wine at B-02. */
  async function stocked() {
    const { owner, stored } = await ownerOf(
      { count: 3 },
      { count: 8, boxCode: 'CBO6' },
      { count: 2, wineId: otherWineId },
    )
    const lines = [line(wineId, 3), line(wineId, 8, { boxCode: 'CBO6' }), line(otherWineId, 2)]
    const { order } = await createOrder(deps, owner, pickup(lines))
    await moveTo(b02, stored[2] ?? [])
    await startPreparation(deps, ana, order.id)
    return { id: order.id, owner, loose: stored[0], boxed: stored[1], other: stored[2] }
  }

  test('gives one loose bottle, or as many as are confirmed', async () => {
    const { id, other } = await stocked()
    expect(await scan(id, 'b-02')).toMatchObject({ bottleIds: [first(other)], pickedCount: 1 })
    const { id: more, other: two } = await stocked()
    expect((await scan(more, 'B-02', { quantity: 2 })).bottleIds).toEqual(two)
  })

  test('gives a whole box, then what is left of it', async () => {
    const { id, boxed } = await stocked()
    const choice = { boxCode: 'CBO6' }
    expect((await scan(id, 'A-01', choice)).bottleIds).toEqual(boxed?.slice(0, 6))
    expect((await scan(id, 'A-01', choice)).bottleIds).toEqual(boxed?.slice(6))
  })

  test.each([
    ['the box', { boxCode: '' }],
    ['wine and box', { wineId: 0, boxCode: '' }],
  ])('with several lines asks which, and %s tells', async (_what, choice) => {
    const { id, loose } = await stocked()
    const { code, message } = await refusalOf(scan(id, 'A-01'))
    expect(code).toBe('wrong_bottle')
    expect(message).toBe(
      `Order ${id} wants several things at A-01. Scan the bottle, or say which wine, format and box; wanted: 3 × Clos Un 2019, 0.75 l at A-01; 8 × Clos Un 2019, 0.75 l, in CBO6 at A-01.`,
    )
    const told = 'wineId' in choice ? { ...choice, wineId } : choice
    expect((await scan(id, 'A-01', told)).bottleIds).toEqual([first(loose)])
  })

  test.each([
    ['with nothing of the order names where to go', 'A-10', {}, 'Nothing is left to pick for order'],
    ['that there is not', 'Z-99', {}, 'Nothing is left to pick for order'],
    ['with nothing of the kind', 'B-02', { formatMl: 1500 }, 'wants nothing of the kind at B-02'],
    ['with fewer than confirmed', 'B-02', { quantity: 3 }, 'B-02 has only 2 of Clos Deux 2019, 0.75 l for'],
  ])('%s', async (_what, code, choice, words) => {
    const { id } = await stocked()
    const before = await checksumOf(pool)
    const refusal = await refusalOf(scan(id, code, choice))
    expect(refusal.code).toBe('wrong_bottle')
    expect(refusal.message).toContain(words)
    if (code !== 'B-02') expect(refusal.message).toContain('8 × Clos Un 2019, 0.75 l, in CBO6 at A-01')
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('scanned by impatient hands gives no bottle twice', async () => {
    const { id, other } = await stocked()
    const scans = await Promise.allSettled([1, 2, 3, 4].map(() => scan(id, 'B-02')))
    expect(scans.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await pickedOf(id)).toEqual(other)
  })
})

test('putting one back forgets its pick and nothing else', async () => {
  const { id, own, owner } = await scene()
  await scan(id, `B${first(own)}`)
  expect(await unpickBottle(deps, ana, id, first(own))).toMatchObject({ pickedCount: 0, bottleCount: 2 })
  expect(await heldBottles(owner.accountId)).toEqual({ [id]: own?.slice(0, 2) })
  for (const other of [first(own), first(own, 2), 999_999_999])
    expect((await refusalOf(unpickBottle(deps, ana, id, other))).code).toBe('wrong_bottle')
})

test('a pick goes with the reservation, whoever takes it away', async () => {
  const { id, own, owner } = await scene()
  await scan(id, `B${first(own)}`)
  await pool.query('update bottles set order_id = null where account_id = $1 and order_id = $2', [
    owner.accountId,
    id,
  ])
  const { rows } = await pool.query('select from bottles where account_id = $1 and picked_at is not null', [
    owner.accountId,
  ])
  expect(rows).toEqual([])
  await pool.query('update bottles set order_id = $2 where id = any($1::bigint[])', [own?.slice(0, 2), id])
})

test('picks are not told to the owner and leave the order as it is', async () => {
  const { id, own, owner } = await scene()
  const before = await findOrder(db, owner.accountId, id)
  const events = await floor.eventsOf(owner.accountId)
  await scan(id, `B${first(own, 2)}`)
  expect(await findOrder(db, owner.accountId, id)).toEqual(before)
  expect(await floor.eventsOf(owner.accountId)).toEqual(events)
})

test('the pick list goes by location code, then by wine, and gets shorter', async () => {
  const { owner, stored } = await ownerOf({ count: 4 }, { count: 2, wineId: otherWineId })
  const { order } = await createOrder(deps, owner, pickup([line(wineId, 4), line(otherWineId, 2)]))
  const [un, deux] = [stored[0] ?? [], stored[1] ?? []]
  await moveTo(a10, [first(un), first(deux)])
  await moveTo(a2, [first(un, 1)])
  const stops = async () =>
    (await getPickList(db, order.id)).stops.map(
      ({ locationCode, wineName, bottleIds }) => `${locationCode} ${wineName} ${bottleIds.join()}`,
    )
  expect(await stops()).toEqual([
    `A-01 Clos Deux ${deux[1]}`,
    `A-01 Clos Un ${un[2]},${un[3]}`,
    `A-10 Clos Deux ${deux[0]}`,
    `A-10 Clos Un ${un[0]}`,
    `A-2 Clos Un ${un[1]}`,
  ])
  await startPreparation(deps, ana, order.id)
  await scan(order.id, `B${un[0]}`)
  await scan(order.id, `B${un[1]}`)
  expect(await stops()).toHaveLength(3)
  expect(await getPickList(db, order.id)).toMatchObject({ pickedCount: 2, bottleCount: 6 })
  await expect(getPickList(db, 999_999_999)).rejects.toMatchObject({ problem: { code: 'record_not_found' } })
})

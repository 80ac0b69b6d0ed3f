// What happens between the announcement and the end: arrival, count, refusal.
import { describe, expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { announced, counted, putawayCellar, someStaff } from '../../../test/support/putaway-cellar.ts'
import { mergeWines } from '../catalogue/merge-wines.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import { announcePutaway } from './announce-putaway.ts'
import { arrivePutaway, type NewArrival } from './arrive-putaway.ts'
import { type CountLine, countPutaway } from './count-putaway.ts'
import { getPutawayDetail } from './putaway-detail-reads.ts'
import { refusePutaway } from './refuse-putaway.ts'
import { validatePutaway } from './validate-putaway.ts'

const { deps, db, pool, clock } = await testDatabase()
const cellar = await putawayCellar(pool)
const { wineId, otherWineId, warehouseId, states, ledger } = cellar

async function announcedPutaway(quantity = 6) {
  const { accountId } = await cellar.addOwner()
  const lines = [announced(wineId, quantity)]
  const plain = { accountId, warehouseId, shipper: '', reference: '', expectedOn: null, lines }
  return { accountId, id: (await announcePutaway(deps, someStaff, plain)).id }
}
const arrive = (id: number, more: Partial<NewArrival> = {}) =>
  arrivePutaway(deps, someStaff, id, { receivedBy: null, arrivedAt: null, parcels: 2, remarks: '', ...more })
const count = (id: number, ...lines: CountLine[]) => countPutaway(deps, someStaff, id, lines)
async function arrivedPutaway(quantity = 6) {
  const putaway = await announcedPutaway(quantity)
  await arrive(putaway.id)
  return putaway
}

describe('an arrival', () => {
  test('is by whoever says so and now, unless told otherwise', async () => {
    const { id } = await announcedPutaway()
    expect(await arrive(id)).toMatchObject({
      ...{ status: 'arrived', receivedBy: 'Sam Porter', arrivedAt: clock.now, parcels: 2, remarks: '' },
    })
    const { id: other } = await announcedPutaway()
    const told = { receivedBy: 'Zoé', arrivedAt: '2026-11-15T23:00:00Z', parcels: 3, remarks: 'wet' }
    expect(await arrive(other, told)).toMatchObject({
      ...{ receivedBy: 'Zoé', arrivedAt: new Date('2026-11-16T00:00:00+01:00'), parcels: 3, remarks: 'wet' },
    })
  })

  test.each([
    ['tomorrow', '2026-11-17T09:00:00+01:00', 'must not lie in the future'],
    ['long ago', '2025-11-01T09:00:00+01:00', 'must lie within the last year'],
    ['no day of the calendar', '2026-02-30T09:00:00+01:00', 'must be a moment with an offset such as'],
    ['without an offset', '2026-11-16T09:00:00', 'must be a moment with an offset such as'],
    ['a NUL byte', '2026-11-16T09:00:00Z\0', 'must be a moment with an offset such as'],
    ['words', 'this morning', 'must be a moment with an offset such as'],
  ])('%s is refused', async (_what, arrivedAt, message) => {
    const { id } = await announcedPutaway()
    const before = await checksumOf(pool)
    await expect(arrive(id, { arrivedAt })).rejects.toMatchObject({
      problem: { fields: [{ field: 'arrived_at', message: expect.stringContaining(message) }] },
    })
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('happens once', async () => {
    const { id } = await announcedPutaway()
    const results = await Promise.allSettled([arrive(id), arrive(id), arrive(id)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('a count', () => {
  test('takes the place of the one before, line by line and place by place', async () => {
    const { id, accountId } = await arrivedPutaway()
    await count(
      id,
      counted(wineId, { 'A-01': 1 }, { broken: 4 }),
      counted(otherWineId, { 'A-01': 9 }, { broken: 1 }),
    )
    const again = await count(
      id,
      counted(wineId, { 'A-02': 2 }),
      counted(wineId, { 'A-01': 1, 'A-02': 3 }, { broken: 1 }),
    )
    expect(again.lines).toMatchObject([
      {
        ...{ wineId, announced: 6, received: 6, broken: 1, over: 1 },
        places: [
          { code: 'A-01', quantity: 1 },
          { code: 'A-02', quantity: 5 },
        ],
      },
    ])
    expect(again).toMatchObject({ status: 'arrived', isCounted: true, countedAt: clock.now })
    expect(await states(accountId)).toEqual({ announced: 6 })
    expect(await ledger(accountId)).toEqual({ announced: 6 })
  })

  test('of nothing is one too', async () => {
    const { id } = await arrivedPutaway()
    expect(await count(id)).toMatchObject({ isCounted: true, lines: [{ received: 0, missing: 6 }] })
  })

  test('is not possible before the arrival, nor at a place of another warehouse', async () => {
    const { id } = await announcedPutaway()
    await expect(count(id, counted(wineId, { 'A-01': 1 }))).rejects.toMatchObject({
      code: 'step_not_possible',
      message: `Putaway ${id} is announced; it can be counted only while it is arrived. It can become arrived or refused.`,
    })
    await arrive(id)
    const before = await checksumOf(pool)
    await expect(count(id, counted(wineId, { 'B-01': 1 }))).rejects.toMatchObject({
      code: 'location_elsewhere',
    })
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('at a place that was taken out of use since then cannot be validated', async () => {
    const { id } = await arrivedPutaway()
    await count(id, counted(wineId, { 'A-02': 6 }))
    await pool.query(`update locations set deactivated_at = now() where code = 'A-02'`)
    const before = await checksumOf(pool)
    await expect(validatePutaway(deps, someStaff, id, null)).rejects.toMatchObject({
      problem: { fields: [{ field: 'lines', message: 'A-02 is out of use; choose another location' }] },
    })
    expect(await checksumOf(pool)).toEqual(before)
    await pool.query(`update locations set deactivated_at = null where code = 'A-02'`)
  })
})

test('a wine that is merged into another between count and validation comes in as the other', async () => {
  const duplicateId = await cellar.addWine('Clos Double')
  const { accountId } = await cellar.addOwner()
  const lines = [announced(duplicateId, 3), announced(wineId, 2)]
  const plain = { accountId, warehouseId, shipper: '', reference: '', expectedOn: null, lines }
  const { id } = await announcePutaway(deps, someStaff, plain)
  await arrive(id)
  await count(id, counted(duplicateId, { 'A-01': 3, 'A-02': 1 }), counted(wineId, { 'A-01': 1 }))
  await mergeWines(deps, wineId, duplicateId)
  const validated = await validatePutaway(deps, someStaff, id, null)
  expect(validated.lines).toMatchObject([{ wineId, announced: 5, received: 5, missing: 0, over: 0 }])
  expect(await cellar.shelves(accountId)).toEqual({ [`${wineId} 750 A-01`]: 4, [`${wineId} 750 A-02`]: 1 })
})

describe('a refusal', () => {
  test('after a count forgets the count, and every bottle is gone', async () => {
    const { id, accountId } = await arrivedPutaway()
    await count(id, counted(wineId, { 'A-01': 5 }, { broken: 1 }), counted(otherWineId, { 'A-01': 9 }))
    const refused = await refusePutaway(deps, someStaff, id, 'the pallet was wet')
    expect(refused).toMatchObject({
      status: 'refused',
      refusal: 'the pallet was wet',
      isCounted: false,
      countedAt: null,
    })
    expect(refused.lines).toMatchObject([{ wineId, announced: 6, received: 0, broken: 0, places: [] }])
    expect(await states(accountId)).toEqual({ gone: 6 })
    expect(await ledger(accountId)).toEqual({ announced: 6, 'refused: the pallet was wet': 6 })
    const { rows } = await pool.query(
      'select kind, subject, body from mails where account_id = $1 order by id desc',
      [accountId],
    )
    expect(rows[0]).toEqual({
      kind: 'putaway_refused',
      subject: `Putaway ${id}: refused`,
      body: `Bercy did not take 6 bottles of putaway ${id} into your cellar.

Reason: the pallet was wet

- 6 × Clos Un 2019, Chinon, 0.75 l`,
    })
  })

  test('happens once', async () => {
    const { id } = await announcedPutaway()
    await refusePutaway(deps, someStaff, id, 'x')
    const before = await checksumOf(pool)
    await expect(refusePutaway(deps, someStaff, id, 'y')).rejects.toMatchObject({
      message: `Putaway ${id} is refused; it cannot become refused. No other status can follow.`,
    })
    expect(await checksumOf(pool)).toEqual(before)
  })
})

test('a putaway from before counts were kept tells what its lines tell', async () => {
  const { id, accountId } = await arrivedPutaway()
  await pool.query(`update putaway_lines set received = 5 where putaway_id = $1`, [id])
  await pool.query(
    `update putaways set status = 'validated', validated_at = now(), arrived_at = null, received_by = null, parcels = null
     where id = $1`,
    [id],
  )
  expect(await getPutawayDetail(db, accountId, id)).toMatchObject({
    isCounted: true,
    lines: [{ announced: 6, received: 5, broken: 0, missing: 1, places: [] }],
  })
})

test('20,000 bottles are announced, counted and stored, each step in one go', async () => {
  const { id, accountId } = await arrivedPutaway(20_000)
  await validatePutaway(deps, someStaff, id, [
    counted(wineId, { 'A-01': 12_000, 'A-02': 4000 }),
    counted(otherWineId, { 'A-02': 4000 }),
  ])
  expect(await states(accountId)).toEqual({ stored: 20_000, gone: 4000 })
  expect(await ledger(accountId)).toEqual({ announced: 20_000, received: 20_000, missing: 4000 })
})

test('the ledger holds', async () => {
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { announced, counted, putawayCellar, someStaff } from '../../../test/support/putaway-cellar.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import { Refusal } from '../problems.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { announcePutaway } from './announce-putaway.ts'
import { arrivePutaway } from './arrive-putaway.ts'
import { type CountLine, countPutaway } from './count-putaway.ts'
import type { AnnouncedLine } from './putaway.ts'
import { refusePutaway } from './refuse-putaway.ts'
import { validatePutaway } from './validate-putaway.ts'

const { deps, db, pool, clock } = await testDatabase()
const cellar = await putawayCellar(pool)
const { wineId, otherWineId, olderWineId, warehouseId, states, ledger, shelves } = cellar

/** A new owner's putaway that has arrived. */
async function arrived(...lines: AnnouncedLine[]) {
  const { accountId } = await cellar.addOwner()
  const announcement = { accountId, warehouseId, shipper: 'Geodis', reference: 'R1', expectedOn: null, lines }
  const { id } = await announcePutaway(deps, someStaff, announcement)
  const arrival = { receivedBy: null, arrivedAt: null, parcels: 2, remarks: '' }
  await arrivePutaway(deps, someStaff, id, arrival)
  return { id, accountId }
}
const validate = (id: number, count: CountLine[] | null = null) => validatePutaway(deps, someStaff, id, count)
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) =>
      error instanceof Refusal ? error.problem : error instanceof WorkRefusal ? { ...error } : error,
  )

describe('what comes', () => {
  test('as announced is stored where it was put, and the ledger says so', async () => {
    const { id, accountId } = await arrived(announced(wineId, 6), announced(otherWineId, 3))
    expect(await states(accountId)).toEqual({ announced: 9 })
    const done = await validate(id, [
      counted(wineId, { 'A-01': 4, 'A-02': 2 }),
      counted(otherWineId, { 'A-02': 3 }),
    ])
    expect(done).toMatchObject({ status: 'validated', validatedAt: clock.now })
    expect(done.lines).toMatchObject([
      { wineId, announced: 6, received: 6, broken: 0, missing: 0, over: 0, isUnexpected: false },
      { wineId: otherWineId, announced: 3, received: 3, missing: 0 },
    ])
    expect(done.lines[0]?.places).toEqual([
      { code: 'A-01', quantity: 4 },
      { code: 'A-02', quantity: 2 },
    ])
    expect(await states(accountId)).toEqual({ stored: 9 })
    expect(await ledger(accountId)).toEqual({ announced: 9, received: 9 })
    expect(await shelves(accountId)).toEqual({
      [`${wineId} 750 A-01`]: 4,
      [`${wineId} 750 A-02`]: 2,
      [`${otherWineId} 750 A-02`]: 3,
    })
    const { rows } = await pool.query(
      'select distinct stored_at, warehouse_id from bottles where putaway_id = $1',
      [id],
    )
    expect(rows).toEqual([{ stored_at: clock.now, warehouse_id: warehouseId }])
  })

  test('short, broken, over and unannounced: each bottle has its own end', async () => {
    const { id, accountId } = await arrived(
      announced(wineId, 12, { boxCode: 'CBO6' }),
      announced(otherWineId, 6),
    )
    const done = await validate(id, [
      counted(wineId, { 'A-01': 7 }, { boxCode: 'CBO6', broken: 2 }),
      counted(otherWineId, { 'A-02': 8 }, { broken: 1 }),
      counted(olderWineId, { 'A-01': 6 }, { boxCode: 'CBO6' }),
      counted(wineId, {}, { formatMl: 1500, broken: 1 }),
    ])
    expect(await states(accountId)).toEqual({ stored: 21, gone: 7 })
    expect(await ledger(accountId)).toEqual({
      announced: 18,
      received: 21,
      'refused: broken on arrival': 4,
      missing: 3,
    })
    expect(
      done.lines.map(({ wineId: wine, formatMl, announced: a, received, broken, missing, over }) => [
        wine,
        formatMl,
        a,
        received,
        broken,
        missing,
        over,
      ]),
    ).toEqual([
      [wineId, 750, 12, 7, 2, 3, 0],
      [wineId, 1500, 0, 0, 1, 0, 1],
      [otherWineId, 750, 6, 8, 1, 0, 3],
      [olderWineId, 750, 0, 6, 0, 0, 6],
    ])
    expect(done.lines[0]?.warnings).toEqual(['7 bottles do not fill whole boxes of CBO6, which hold 6 each.'])
    expect(done.lines[1]?.looksLike).toEqual({
      mistake: 'wrong_format',
      insteadOf: { wineId, formatMl: 750, boxCode: 'CBO6' },
    })
    expect(done.lines[3]?.looksLike).toEqual({
      mistake: 'wrong_vintage',
      insteadOf: { wineId, formatMl: 750, boxCode: 'CBO6' },
    })
    const { rows } = await pool.query('select subject, body from mails where account_id = $1 order by id', [
      accountId,
    ])
    expect(rows[1]).toEqual({
      subject: `Putaway ${id}: 21 bottles received`,
      body: `21 bottles came to Bercy and are in your cellar now.
Shipper: Geodis
Reference: R1

- 7 × Clos Un 2019, Chinon, 0.75 l, CBO6
- 8 × Clos Deux 2019, Chinon, 0.75 l
- 6 × Clos Un 2017, Chinon, 0.75 l, CBO6

This differs from what was announced:
- 3 of 12 did not come: Clos Un 2019, Chinon, 0.75 l, CBO6
- 2 broken on arrival: Clos Un 2019, Chinon, 0.75 l, CBO6
- 1 broken on arrival: Clos Un 2019, Chinon, 1.5 l
- 1 not announced: Clos Un 2019, Chinon, 1.5 l, perhaps another format of Clos Un 2019, Chinon, 0.75 l, CBO6
- 1 broken on arrival: Clos Deux 2019, Chinon, 0.75 l
- 3 more than the 6 announced: Clos Deux 2019, Chinon, 0.75 l
- 6 not announced: Clos Un 2017, Chinon, 0.75 l, CBO6, perhaps another vintage of Clos Un 2019, Chinon, 0.75 l, CBO6`,
    })
  })

  test('may be nothing but broken bottles', async () => {
    const { id, accountId } = await arrived(announced(wineId, 2))
    await validate(id, [counted(wineId, {}, { broken: 2 })])
    expect(await states(accountId)).toEqual({ gone: 2 })
    expect(await ledger(accountId)).toEqual({ announced: 2, 'refused: broken on arrival': 2 })
  })

  test('is told in an event with the record as the owner sees it', async () => {
    const { id, accountId } = await arrived(announced(wineId, 2))
    await validate(id, [counted(wineId, { 'A-01': 3 })])
    const { rows } = await pool.query(
      `select change, subject_id, record ->> 'status' as status, record #>> '{lines,0,quantity}' as quantity
       from events where account_id = $1 and subject = 'putaway' order by id`,
      [accountId],
    )
    expect(rows).toEqual([
      { change: 'create', subject_id: id, status: 'announced', quantity: '2' },
      { change: 'update', subject_id: id, status: 'arrived', quantity: '2' },
      { change: 'update', subject_id: id, status: 'validated', quantity: '3' },
    ])
  })
})

describe('the count', () => {
  test('that was kept is used, the last one of several', async () => {
    const { id, accountId } = await arrived(announced(wineId, 6))
    await countPutaway(deps, someStaff, id, [
      counted(otherWineId, { 'A-01': 60 }),
      counted(wineId, { 'A-01': 1 }),
    ])
    await countPutaway(deps, someStaff, id, [counted(wineId, { 'A-01': 5, 'A-02': 1 })])
    await validate(id)
    expect(await shelves(accountId)).toEqual({ [`${wineId} 750 A-01`]: 5, [`${wineId} 750 A-02`]: 1 })
  })

  test('that is given takes the place of the one that was kept', async () => {
    const { id, accountId } = await arrived(announced(wineId, 6))
    await countPutaway(deps, someStaff, id, [counted(wineId, { 'A-01': 6 })])
    await validate(id, [counted(wineId, { 'A-02': 6 })])
    expect(await shelves(accountId)).toEqual({ [`${wineId} 750 A-02`]: 6 })
  })
})

describe('refused, and nothing is written', () => {
  const refused = async (work: () => Promise<unknown>) => {
    const before = await checksumOf(pool)
    const refusal = await refusalOf(work())
    expect(await checksumOf(pool)).toEqual(before)
    return refusal
  }

  test('without a count', async () => {
    const { id } = await arrived(announced(wineId, 1))
    expect(await refused(() => validate(id))).toMatchObject({ code: 'step_not_possible' })
  })

  test('when nothing was counted', async () => {
    const { id } = await arrived(announced(wineId, 1))
    expect(await refused(() => validate(id, []))).toMatchObject({
      code: 'fields_invalid',
      fields: [{ field: 'lines' }],
    })
  })

  test('a place of another warehouse, and one that there is not', async () => {
    const { id } = await arrived(announced(wineId, 1))
    expect(await refused(() => validate(id, [counted(wineId, { 'A-01': 1, 'B-01': 1 })]))).toMatchObject({
      code: 'location_elsewhere',
      fields: [{ field: 'lines.0.received.1.location' }],
    })
    expect(await refused(() => validate(id, [counted(wineId, { 'Z-99': 1 })]))).toMatchObject({
      code: 'fields_invalid',
      fields: [{ field: 'lines.0.received.0.location', message: 'Z-99 is no location of this warehouse' }],
    })
  })

  test('goods that the catalogue does not have', async () => {
    const { id } = await arrived(announced(wineId, 1))
    const count = [counted(wineId, { 'A-01': 1 }), counted(987_654, { 'A-01': 1 }, { boxCode: 'NONE' })]
    expect(await refused(() => validate(id, count))).toMatchObject({
      fields: [{ field: 'lines.1.wine_id' }, { field: 'lines.1.box' }],
    })
  })

  test('more than 20,000 bottles', async () => {
    const { id } = await arrived(announced(wineId, 1))
    const count = [counted(wineId, { 'A-01': 20_000 }, { broken: 1 })]
    expect(await refused(() => validate(id, count))).toMatchObject({
      fields: [{ field: 'lines', message: 'must count at most 20000 bottles in all, and counts 20001' }],
    })
  })

  test('a putaway that there is not', async () => {
    expect(await refused(() => validate(987_654))).toEqual({ code: 'record_not_found' })
  })
})

test('of two who validate at once one succeeds', async () => {
  const { id, accountId } = await arrived(announced(wineId, 50))
  const results = await Promise.all(
    Array.from({ length: 4 }, () => refusalOf(validate(id, [counted(wineId, { 'A-01': 50 })]))),
  )
  expect(results.filter((each) => each === undefined)).toHaveLength(1)
  for (const each of results) if (each) expect(each).toMatchObject({ code: 'step_not_possible' })
  expect(await states(accountId)).toEqual({ stored: 50 })
  expect(await ledger(accountId)).toEqual({ announced: 50, received: 50 })
})

test('of one who validates and one who refuses at once one succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, accountId } = await arrived(announced(wineId, 5))
    const results = await Promise.all([
      refusalOf(validate(id, [counted(wineId, { 'A-01': 5 })])),
      refusalOf(refusePutaway(deps, someStaff, id, 'wet')),
    ])
    expect(results.filter((each) => each === undefined)).toHaveLength(1)
    const held = await states(accountId)
    expect([{ stored: 5 }, { gone: 5 }]).toContainEqual(held)
  }
})

test('the ledger holds', async () => {
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

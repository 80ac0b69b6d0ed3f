import { describe, expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { announced, putawayCellar, someStaff } from '../../../test/support/putaway-cellar.ts'
import { listBottles } from '../cellar/bottle-reads.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import { announcePutaway } from './announce-putaway.ts'
import { arrivePutaway } from './arrive-putaway.ts'
import { changeAnnouncement, compareAnnouncements } from './change-announcement.ts'
import type { AnnouncedLine } from './putaway.ts'
import { refusePutaway } from './refuse-putaway.ts'

const { deps, db, pool, clock } = await testDatabase()
const cellar = await putawayCellar(pool)
const { wineId, otherWineId, warehouseId, states, ledger } = cellar

const plain = { shipper: 'Geodis', reference: 'R1', expectedOn: null }
const announce = (accountId: number, lines: AnnouncedLine[]) =>
  announcePutaway(deps, someStaff, { ...plain, accountId, warehouseId, lines })
const arrival = { receivedBy: null, arrivedAt: null, parcels: 1, remarks: '' }
const mailsOf = async (accountId: number) =>
  (
    await pool.query('select kind, recipients, subject, body from mails where account_id = $1 order by id', [
      accountId,
    ])
  ).rows
const eventsOf = async (accountId: number) =>
  (await pool.query('select subject, change from events where account_id = $1 order by id', [accountId])).rows

describe('an announcement', () => {
  test('makes future bottles, each with its row in the ledger', async () => {
    const { accountId } = await cellar.addOwner()
    const { id, lines } = await announce(accountId, [
      announced(wineId, 3),
      announced(wineId, 6, { boxCode: 'CBO6' }),
    ])
    expect(lines.map((line) => [line.boxCode, line.announced])).toEqual([
      ['', 3],
      ['CBO6', 6],
    ])
    expect((await listBottles(db, accountId, 'future', { page: 1, count: 30 })).total).toBe(9)
    expect(await ledger(accountId)).toEqual({ announced: 9 })
    const { rows } = await pool.query(
      'select distinct putaway_id, created_at from stock_moves where account_id = $1',
      [accountId],
    )
    expect(rows).toEqual([{ putaway_id: id, created_at: clock.now }])
    expect(await eventsOf(accountId)).toEqual([{ subject: 'putaway', change: 'create' }])
  })

  test('is told to the owner and to those who keep the stock, unless they do not want to hear of it', async () => {
    const owner = await cellar.addOwner()
    await pool.query(`update accounts set stock_copies = '{stock@cellar.example}' where id = $1`, [
      owner.accountId,
    ])
    const { id } = await announcePutaway(deps, someStaff, {
      ...plain,
      ...{ accountId: owner.accountId, warehouseId, expectedOn: '2026-11-20', lines: [announced(wineId, 1)] },
    })
    expect(await mailsOf(owner.accountId)).toEqual([
      {
        kind: 'putaway_new',
        recipients: [owner.email, 'stock@cellar.example'],
        subject: `Putaway ${id}: 1 bottle announced`,
        body: `Bercy expects 1 bottle for you on Friday 20 November 2026.
Shipper: Geodis
Reference: R1

- 1 × Clos Un 2019, Chinon, 0.75 l

You will hear from us when they are in your cellar.`,
      },
    ])
    await pool.query(`update accounts set muted_mails = '{putaway_new}' where id = $1`, [owner.accountId])
    await announce(owner.accountId, [announced(wineId, 1)])
    expect(await mailsOf(owner.accountId)).toHaveLength(1)
  })

  test.each<[string, Record<string, unknown>, string[]]>([
    ['an account that there is not', { accountId: 987_654 }, ['account_id']],
    ['a warehouse that there is not', { warehouseId: 987_654 }, ['warehouse_id']],
    [
      'neither of both',
      { accountId: 987_654, warehouseId: Number.MAX_SAFE_INTEGER },
      ['account_id', 'warehouse_id'],
    ],
    [
      'a wine that there is not',
      { lines: [announced(wineId, 1), announced(987_654, 1)] },
      ['lines.1.wine_id'],
    ],
    ['a box that there is not', { lines: [announced(wineId, 1, { boxCode: 'NONE' })] }, ['lines.0.box']],
    ['20,001 bottles', { lines: [announced(wineId, 20_000), announced(otherWineId, 1)] }, ['lines']],
  ])('refuses %s, and writes nothing', async (_what, change, fields) => {
    const { accountId } = await cellar.addOwner()
    const before = await checksumOf(pool)
    const putaway = { ...plain, accountId, warehouseId, lines: [announced(wineId, 1)], ...change }
    await expect(announcePutaway(deps, someStaff, putaway)).rejects.toMatchObject({
      problem: { code: 'fields_invalid', fields: fields.map((field) => ({ field })) },
    })
    expect(await checksumOf(pool)).toEqual(before)
  })
})

describe('a change of it', () => {
  test('adds bottles and calls others off, the last announced first', async () => {
    const { accountId } = await cellar.addOwner()
    const { id } = await announce(accountId, [announced(wineId, 4), announced(otherWineId, 2)])
    const { rows: before } = await pool.query('select id from bottles where putaway_id = $1 order by id', [
      id,
    ])
    const changed = await changeAnnouncement(deps, someStaff, id, {
      ...{ shipper: 'DHL', reference: 'R2', expectedOn: '2026-12-01' },
      lines: [announced(wineId, 1), announced(wineId, 6, { boxCode: 'CBO6' }), announced(wineId, 1)],
    })
    expect(changed).toMatchObject({
      shipper: 'DHL',
      reference: 'R2',
      expectedOn: '2026-12-01',
      status: 'announced',
    })
    expect(changed.lines.map((line) => [line.wineId, line.boxCode, line.announced])).toEqual([
      [wineId, '', 2],
      [wineId, 'CBO6', 6],
    ])
    expect(changed.steps.map(({ step, staffName }) => [step, staffName])).toEqual([
      ['announced', 'Sam Porter'],
      ['changed', 'Sam Porter'],
    ])
    expect(await states(accountId)).toEqual({ announced: 8, gone: 4 })
    expect(await ledger(accountId)).toEqual({ announced: 12, 'refused: no longer announced': 4 })
    const { rows: kept } = await pool.query(
      `select id from bottles where putaway_id = $1 and state = 'announced' and box_code = '' order by id`,
      [id],
    )
    expect(kept).toEqual(before.slice(0, 2))
    expect(await eventsOf(accountId)).toEqual([
      { subject: 'putaway', change: 'create' },
      { subject: 'putaway', change: 'update' },
    ])
  })

  test('to the same changes no bottle', async () => {
    const { accountId } = await cellar.addOwner()
    const lines = [announced(wineId, 4)]
    const { id } = await announce(accountId, lines)
    await changeAnnouncement(deps, someStaff, id, { ...plain, lines })
    expect(await ledger(accountId)).toEqual({ announced: 4 })
  })

  test('is refused once the goods have arrived or were refused, and so is one of a putaway that there is not', async () => {
    const { accountId } = await cellar.addOwner()
    const [one, other] = [
      await announce(accountId, [announced(wineId, 1)]),
      await announce(accountId, [announced(wineId, 1)]),
    ]
    await arrivePutaway(deps, someStaff, one.id, arrival)
    await refusePutaway(deps, someStaff, other.id, 'lost on the way')
    const before = await checksumOf(pool)
    for (const { id } of [one, other])
      await expect(
        changeAnnouncement(deps, someStaff, id, { ...plain, lines: [announced(wineId, 2)] }),
      ).rejects.toMatchObject({ code: 'step_not_possible' })
    await expect(
      changeAnnouncement(deps, someStaff, 987_654, { ...plain, lines: [announced(wineId, 2)] }),
    ).rejects.toMatchObject({ problem: { code: 'record_not_found' } })
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('that races with others leaves as many bottles as the last one says', async () => {
    const { accountId } = await cellar.addOwner()
    const { id } = await announce(accountId, [announced(wineId, 5)])
    await Promise.all(
      [3, 9, 1, 7].map((quantity) =>
        changeAnnouncement(deps, someStaff, id, { ...plain, lines: [announced(wineId, quantity)] }),
      ),
    )
    const { rows } = await pool.query('select announced from putaway_lines where putaway_id = $1', [id])
    expect((await states(accountId)).announced).toBe(rows[0]?.announced)
  })

  test.each<[string, [number, number[]][], [number, number][], [number, number][], number[]]>([
    ['nothing', [[1, [1, 2]]], [[1, 2]], [], []],
    ['more', [[1, [1, 2]]], [[1, 5]], [[1, 3]], []],
    ['less', [[1, [1, 2, 3]]], [[1, 1]], [], [2, 3]],
    ['another wine', [[1, [1, 2]]], [[2, 1]], [[2, 1]], [1, 2]],
  ])('compares: %s', (_title, present, wanted, added, calledOff) => {
    const lines = (of: [number, number][]) => of.map(([wine, quantity]) => announced(wine, quantity))
    const bottles = present.map(([wine, ids]) => ({ wineId: wine, formatMl: 750, boxCode: '', ids }))
    expect(compareAnnouncements(bottles, lines(wanted))).toEqual({ added: lines(added), calledOff })
  })
})

test('the ledger holds', async () => {
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

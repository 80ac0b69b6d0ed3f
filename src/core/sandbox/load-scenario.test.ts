import { describe, expect, test } from 'vitest'
import { contentOf } from '../../../test/support/cellar-content.ts'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { line, pickup } from '../../../test/support/order-cellar.ts'
import { openAccount } from '../../../test/support/small-cellar.ts'
import { type AccountBilling, findAccountBilling, saveAccountBilling } from '../billing/account-billing.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import type { Caller } from '../deps.ts'
import { createOrder } from '../orders/create-order.ts'
import { Refusal } from '../problems.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { loadScenario } from './load-scenario.ts'
import { setClock } from './move-clock.ts'

const { deps, db, pool, clock } = await testDatabase()
let opened = 0
const addAccount = async () => (await openAccount(deps, `owner${++opened}@example.com`)).accountId
const callerOf = (accountId: number): Caller => ({ accountId, rights: 'write', email: 'a@b.cd', name: 'Ada' })
const ledgerHolds = async () => expect((await verifyLedger(db)).discrepancies).toEqual([])
const countOf = async (table: string) =>
  (await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]?.count
/** As another process would, which does not stand in the line of this one. */
const loadElsewhere = (accountId: number, name: string) =>
  db.transaction((within) => loadScenario({ ...deps, db: within }, accountId, name))
const wineIdOf = async (accountId: number) =>
  (
    await pool.query<{ id: number }>('select min(wine_id) as id from bottles where account_id = $1', [
      accountId,
    ])
  ).rows[0]?.id ?? 0

describe.each(['empty', 'small', '3000-bottles', 'split-warehouses', 'boxed', 'last-bottle'])(
  '%s',
  (name) => {
    test('is the same the second time and in another account, and makes the catalogue once', async () => {
      const [one, other] = [await addAccount(), await addAccount()]
      const loaded = await loadScenario(deps, one, name)
      const first = await contentOf(pool, one)
      const catalogue = [await countOf('wines'), await countOf('locations'), await countOf('warehouses')]
      expect(await loadScenario(deps, one, name)).toEqual(loaded)
      await loadScenario(deps, other, name)
      expect(await contentOf(pool, one)).toEqual(first)
      expect(await contentOf(pool, other)).toEqual(first)
      expect([await countOf('wines'), await countOf('locations'), await countOf('warehouses')]).toEqual(
        catalogue,
      )
      expect(
        first.bottles?.filter((bottle) => (bottle as { state: string }).state === 'stored'),
      ).toHaveLength(loaded.bottles)
      expect(first.events).toEqual([])
      expect(loaded).toMatchObject({ name, loadedAt: clock.now })
      await ledgerHolds()
    })
  },
)

test('an account that invoices could not be sent to gets an address, and one that has an address keeps it', async () => {
  const accountId = await addAccount()
  const billing = () => findAccountBilling(db, accountId)
  await loadScenario(deps, accountId, 'empty')
  expect(await billing()).toMatchObject({
    company: 'Ada Cave',
    city: 'Paris',
    country: 'FR',
    paymentMode: 'cb',
  })
  const own = { ...(await billing()), city: 'Lyon' } as AccountBilling
  await saveAccountBilling(deps, accountId, own)
  await loadScenario(deps, accountId, 'small')
  expect(await billing()).toEqual(own)
})

test('ages count back from the day of the account, and the rest stays', async () => {
  const [one, other] = [await addAccount(), await addAccount()]
  await loadScenario(deps, one, 'small')
  const inSummer = { ...deps, now: () => new Date('2027-07-14T06:00:00Z') }
  await loadScenario(inSummer, other, 'small')
  const [winter, summer] = [await contentOf(pool, one), await contentOf(pool, other)]
  const storedAt = ({ bottles = [] }: typeof winter) =>
    (bottles as { stored_at: Date | null }[])[0]?.stored_at?.toISOString()
  // 900 days before 16 November 2026 and before 14 July 2027, at 9 in the morning in Paris.
  expect([storedAt(winter), storedAt(summer)]).toEqual([
    '2024-05-30T07:00:00.000Z',
    '2025-01-25T08:00:00.000Z',
  ])
  const timeless = ({ bottles = [] }: typeof winter) =>
    bottles.map((bottle) => ({ ...(bottle as object), stored_at: 0, created_at: 0, updated_at: 0 }))
  expect(timeless(summer)).toEqual(timeless(winter))
})

test('small comes as the real work would have left it', async () => {
  const accountId = await addAccount()
  await loadScenario(deps, accountId, 'small')
  const { putaways, putawaySteps, moves = [], bottles = [] } = await contentOf(pool, accountId)
  expect(putaways).toMatchObject([
    { status: 'validated', reference: 'BL-2041', parcels: 2, received_by: 'Sandbox' },
    { status: 'announced', reference: 'BL-2107', expected_on: '2026-11-23' },
  ])
  expect((putawaySteps as { step: string }[]).map(({ step }) => step)).toEqual([
    ...['announced', 'arrived', 'counted', 'validated'],
    'announced',
  ])
  const tally = (rows: unknown[], of: string) =>
    Object.fromEntries(
      [...Map.groupBy(rows as Record<string, string>[], (row) => row[of])].map(([key, all]) => [
        key,
        all.length,
      ]),
    )
  expect(tally(bottles, 'state')).toEqual({ stored: 60, announced: 12 })
  expect(tally(moves, 'kind')).toEqual({ received: 60, announced: 24 })
})

test('is written down with the time of the account, and the clock stays', async () => {
  const accountId = await addAccount()
  await setClock(deps, accountId, { shownAt: new Date('2027-07-14T06:00:00Z'), isFrozen: true })
  const { rows: before } = await pool.query('select * from sandboxes where account_id = $1', [accountId])
  const now = new Date('2027-07-14T06:00:00Z')
  await loadScenario({ ...deps, now: () => now, realNow: deps.now }, accountId, 'last-bottle')
  const { rows: after } = await pool.query('select * from sandboxes where account_id = $1', [accountId])
  expect(after).toEqual([{ ...before[0], scenario: 'last-bottle', scenario_loaded_at: now }])
})

test('joins a transaction: all of it goes with what else was done, or nothing', async () => {
  const accountId = await addAccount()
  await loadScenario(deps, accountId, 'boxed')
  const before = await checksumOf(pool)
  const failed = db.transaction(async (within) => {
    await loadScenario({ ...deps, db: within }, accountId, 'small')
    throw new Error('taken back')
  })
  await expect(failed).rejects.toThrow('taken back')
  expect(await checksumOf(pool)).toEqual(before)
  const made = await db.transaction(async (within) => {
    const { accountId: newcomer } = await openAccount({ ...deps, db: within }, 'newcomer@example.com')
    await loadScenario({ ...deps, db: within }, newcomer, 'last-bottle')
    return newcomer
  })
  expect((await contentOf(pool, made)).bottles).toHaveLength(1)
})

describe('is refused and changes nothing', () => {
  const refusalOf = async (accountId: number, name: string) => {
    const before = await checksumOf(pool)
    const refusal = await loadScenario(deps, accountId, name).catch((error: unknown) => error)
    expect(await checksumOf(pool)).toEqual(before)
    return refusal
  }

  test('under an unknown name', async () => {
    const refusal = await refusalOf(await addAccount(), 'Small')
    expect(refusal).toBeInstanceOf(Refusal)
  })

  test('while the clock of the account moves', async () => {
    const accountId = await addAccount()
    await pool.query(
      `insert into sandboxes (account_id, moving_until) values ($1, clock_timestamp() + interval '1 hour')`,
      [accountId],
    )
    expect(await refusalOf(accountId, 'small')).toMatchObject({ code: 'clock_moves' })
    await pool.query('update sandboxes set moving_until = null where account_id = $1', [accountId])
  })

  test('when every place is out of use; one that is left takes all', async () => {
    const accountId = await addAccount()
    await loadScenario(deps, accountId, 'empty')
    for (const { id } of (await pool.query<{ id: number }>('select id from accounts')).rows)
      await loadScenario(deps, id, 'empty')
    await pool.query('update locations set deactivated_at = now()')
    const refusal = await refusalOf(accountId, 'last-bottle')
    expect(refusal).toBeInstanceOf(WorkRefusal)
    expect((refusal as Error).message).toContain('Gennevilliers is out of use')
    await pool.query(`update locations set deactivated_at = null where code = 'B-05-04'`)
    await loadScenario(deps, accountId, 'split-warehouses')
    const { bottles = [] } = await contentOf(pool, accountId)
    expect(new Set(bottles.map((bottle) => (bottle as { place: string }).place))).toEqual(
      new Set(['Gennevilliers B-05-04', 'Bruges B-05-04', 'Beaune B-05-04']),
    )
    await pool.query('update locations set deactivated_at = null')
  })
})

test('a wine that was merged into another leads there', async () => {
  const accountId = await addAccount()
  await loadScenario(deps, accountId, 'last-bottle')
  const wineId = await wineIdOf(accountId)
  await loadScenario(deps, accountId, 'empty')
  const { rows } = await pool.query<{ id: number }>(
    `insert into wines (name, color, country, region, appellation, vintage, alcohol, created_at, updated_at)
     values ('The same', 'Rouge', 'France', '', 'Pauillac', 2015, 13, now(), now()) returning id`,
  )
  await pool.query('update wines set merged_into_id = $2 where id = $1', [wineId, rows[0]?.id])
  const wines = await countOf('wines')
  await loadScenario(deps, accountId, 'last-bottle')
  expect(await wineIdOf(accountId)).toBe(rows[0]?.id)
  expect(await countOf('wines')).toBe(wines)
  await pool.query('update wines set merged_into_id = null where id = $1', [wineId])
})

describe('at once', () => {
  test('two accounts on an empty catalogue make each wine once', async () => {
    const accounts = await Promise.all(Array.from({ length: 6 }, addAccount))
    await pool.query(`update wines set name = name || ' (former)'`)
    await pool.query(`update warehouses set name = name || ' (former)'`)
    await Promise.all(accounts.map((accountId) => loadScenario(deps, accountId, 'split-warehouses')))
    const { rows } = await pool.query(
      `select name, vintage, color, appellation from wines group by 1, 2, 3, 4 having count(*) > 1`,
    )
    expect(rows).toEqual([])
    const [first, ...others] = await Promise.all(accounts.map((accountId) => contentOf(pool, accountId)))
    for (const other of others) expect(other).toEqual(first)
  })

  test('two loads of one account: one after the other', async () => {
    const [accountId, model] = [await addAccount(), await addAccount()]
    await loadScenario(deps, model, 'boxed')
    await Promise.all([1, 2, 3, 4].map(() => loadElsewhere(accountId, 'boxed')))
    expect(await contentOf(pool, accountId)).toEqual(await contentOf(pool, model))
  })

  test('orders come before or after, and the ledger holds', async () => {
    const accountId = await addAccount()
    await loadScenario(deps, accountId, 'split-warehouses')
    const wineId = await wineIdOf(accountId)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 24 }, (_, index) =>
        index % 6 === 3
          ? loadElsewhere(accountId, 'split-warehouses')
          : createOrder(deps, callerOf(accountId), pickup([line(wineId, (index % 3) * 4 + 1)])),
      ),
    )
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(Refusal)
    await ledgerHolds()
    expect((await contentOf(pool, accountId)).bottles).toHaveLength(50)
    await loadScenario(deps, accountId, 'split-warehouses')
    expect((await contentOf(pool, accountId)).orders).toEqual([])
  })
})

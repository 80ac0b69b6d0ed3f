import { afterEach, expect, test } from 'vitest'
import { billing, billingCellar } from '../../../test/support/billing-cellar.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { delivery, line } from '../../../test/support/order-cellar.ts'
import { saveAccountBilling } from '../billing/account-billing.ts'
import type { Caller } from '../deps.ts'
import { createOrder } from '../orders/create-order.ts'
import { findOrder } from '../orders/order-reads.ts'
import { atTimeOf, findClock } from './account-clock.ts'
import { setClock } from './move-clock.ts'
import { passRunningTime } from './pass-running-time.ts'
import { holdSandbox, letGoOfSandbox, writeAuto } from './sandbox-writes.ts'

const { deps, pool, db, clock } = await testDatabase()
const cellar = await billingCellar(deps, pool)
const monday = clock.now
const paris = { country: 'FR', zipcode: '75002' }
afterEach(async () => {
  clock.now = monday
  await pool.query('update sandboxes set is_auto = false, shown_at = null, set_at = null, is_frozen = false')
})

const ownerWith = async (choice: { auto: boolean; now?: string; frozen?: boolean }): Promise<Caller> => {
  const { owner } = await cellar.ownerOf({ count: 3 })
  await writeAuto(db, owner.accountId, choice.auto)
  if (choice.now)
    await setClock(deps, owner.accountId, { shownAt: new Date(choice.now), isFrozen: choice.frozen ?? false })
  return owner
}
const place = async (owner: Caller) => {
  const within = await atTimeOf(deps, owner.accountId)
  return (await createOrder(within, owner, delivery([line(cellar.wineId, 1)], paris))).order.id
}
const statusOf = async ({ accountId }: Caller, id: number) => (await findOrder(db, accountId, id))?.status
const later = (hours: number) => {
  clock.now = new Date(monday.getTime() + hours * 3_600_000)
}
const eventTimes = async ({ accountId }: Caller) => {
  const { rows } = await pool.query<{ at: Date }>(
    `select created_at as at from events where account_id = $1 and subject = 'order' order by id`,
    [accountId],
  )
  return rows.map(({ at }) => at.toISOString())
}

test('an account in auto mode that follows the real time goes through its day', async () => {
  const owner = await ownerWith({ auto: true })
  const id = await place(owner)
  expect(await passRunningTime(deps)).toEqual({ happened: 1, failures: [] })
  expect(await statusOf(owner, id)).toBe('processing')
  expect(await passRunningTime(deps)).toEqual({ happened: 0, failures: [] })
  later(2)
  expect((await passRunningTime(deps)).happened).toBe(1)
  later(7)
  expect((await passRunningTime(deps)).happened).toBe(1)
  expect(await statusOf(owner, id)).toBe('shipped')
  expect(await eventTimes(owner)).toEqual([
    ...['2026-11-16T08:30:00.000Z', '2026-11-16T08:30:00.000Z'],
    ...['2026-11-16T10:30:00.000Z', '2026-11-16T15:30:00.000Z'],
  ])
})

test('a clock of its own that runs is followed, and stays where it is', async () => {
  const owner = await ownerWith({ auto: true, now: '2027-06-07T07:00:00+02:00' })
  const id = await place(owner)
  const before = await findClock(db, owner.accountId)
  later(0.5)
  expect((await passRunningTime(deps)).happened).toBe(0)
  later(1.5)
  expect((await passRunningTime(deps)).happened).toBe(1)
  expect(await statusOf(owner, id)).toBe('processing')
  expect((await eventTimes(owner)).at(-1)).toBe('2027-06-07T06:30:00.000Z')
  expect(await findClock(db, owner.accountId)).toEqual(before)
})

test('a month on a clock of its own is billed without auto mode, once', async () => {
  const owner = await ownerWith({ auto: false, now: '2027-06-01T05:00:00+02:00' })
  await saveAccountBilling(deps, owner.accountId, billing)
  later(2)
  expect((await passRunningTime(deps)).happened).toBe(1)
  expect((await passRunningTime(deps)).happened).toBe(0)
  const { rows } = await pool.query(
    `select state, to_char(month, 'YYYY-MM') as month from invoices where account_id = $1 and number is not null`,
    [owner.accountId],
  )
  expect(rows).toEqual([{ state: 'validated', month: '2027-05' }])
})

test.each([
  ['whose clock stands still', { auto: true, now: '2027-06-07T09:00:00+02:00', frozen: true }],
  ['that follows the real time without auto mode', { auto: false }],
])('an account %s is left alone', async (_title, choice) => {
  const owner = await ownerWith(choice)
  const id = await place(owner)
  later(30)
  expect((await passRunningTime(deps)).happened).toBe(0)
  expect(await statusOf(owner, id)).toBe('new')
})

test('an account whose clock somebody moves is left to them', async () => {
  const owner = await ownerWith({ auto: true })
  const id = await place(owner)
  const held = await holdSandbox(db, owner.accountId)
  expect(await passRunningTime(deps)).toEqual({ happened: 0, failures: [] })
  expect(await statusOf(owner, id)).toBe('new')
  if (held) await letGoOfSandbox(db, held)
  expect((await passRunningTime(deps)).happened).toBe(1)
})

test('an account that fails keeps no other from it, and is free afterwards', async () => {
  const [broken, fine] = [await ownerWith({ auto: true }), await ownerWith({ auto: true })]
  const ids = [await place(broken), await place(fine)] as const
  await pool.query(
    `alter table preparations add constraint no_more check (account_id <> ${broken.accountId}) not valid`,
  )
  const passed = await passRunningTime(deps)
  await pool.query('alter table preparations drop constraint no_more')
  expect(passed).toMatchObject({ happened: 1, failures: [{ accountId: broken.accountId }] })
  expect([await statusOf(broken, ids[0]), await statusOf(fine, ids[1])]).toEqual(['new', 'processing'])
  expect((await passRunningTime(deps)).happened).toBe(1)
})

test('two workers at once take each step once', async () => {
  const owner = await ownerWith({ auto: true })
  await place(owner)
  const passed = await Promise.all([passRunningTime(deps), passRunningTime(deps), passRunningTime(deps)])
  expect(passed.reduce((sum, { happened }) => sum + happened, 0)).toBe(1)
  expect(passed.flatMap(({ failures }) => failures)).toEqual([])
})

test('production has no such thing', async () => {
  const owner = await ownerWith({ auto: true })
  const id = await place(owner)
  const production = { ...deps, settings: { ...deps.settings, env: 'production' as const } }
  expect(await passRunningTime(production)).toEqual({ happened: 0, failures: [] })
  expect(await statusOf(owner, id)).toBe('new')
})

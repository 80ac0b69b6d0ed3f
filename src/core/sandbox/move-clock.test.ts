import { expect, test } from 'vitest'
import { billingCellar } from '../../../test/support/billing-cellar.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { rivalConnection } from '../../../test/support/open-transaction.ts'
import { parisMoment } from '../calendar/paris-time.ts'
import { findClock } from './account-clock.ts'
import { resetClock, setClock } from './move-clock.ts'
import { holdSandbox, letGoOfSandbox, notePlayed, showTime } from './sandbox-writes.ts'

const { deps, pool, db, clock } = await testDatabase()
const cellar = await billingCellar(deps, pool)

async function ownerWithBottle(): Promise<number> {
  const { owner } = await cellar.ownerOf({ count: 1 })
  return owner.accountId
}
const goTo = (accountId: number, time: string, isFrozen = false) =>
  setClock(deps, accountId, { shownAt: parisMoment(time), isFrozen })

test('each month of a long way is billed once, at its own moment', async () => {
  const accountId = await ownerWithBottle()
  await goTo(accountId, '2027-01-10T08:00', true)
  const happened = await goTo(accountId, '2030-01-10T08:00', true)
  expect(happened.map(({ at }) => at.getTime())).toEqual(
    Array.from({ length: 36 }, (_, index) => {
      const [year, month] = [2027 + Math.floor((index + 1) / 12), ((index + 1) % 12) + 1]
      return parisMoment(`${year}-${String(month).padStart(2, '0')}-01T06:00`).getTime()
    }),
  )
})

test('a walk that broke off leaves out no month, and the clock runs on', async () => {
  const accountId = await ownerWithBottle()
  await goTo(accountId, '2027-06-07T06:00')
  await pool.query(`alter table invoices add constraint no_more check (account_id <> ${accountId}) not valid`)
  await expect(goTo(accountId, '2027-07-10T06:00')).rejects.toThrow('no_more')
  await pool.query('alter table invoices drop constraint no_more')
  expect(await findClock(db, accountId)).toEqual({
    shownAt: parisMoment('2027-07-01T06:00'),
    setAt: clock.now,
    isFrozen: false,
  })
  expect(await goTo(accountId, '2027-07-10T06:00')).toMatchObject([
    { what: 'invoice.validate', at: parisMoment('2027-07-01T06:00') },
  ])
})

test('what passed while an account followed the real time is not played afterwards', async () => {
  const accountId = await ownerWithBottle()
  await goTo(accountId, '2026-11-16T09:00')
  await resetClock(deps, accountId)
  const monday = clock.now
  clock.now = parisMoment('2027-03-10T09:00')
  expect(await goTo(accountId, '2027-03-12T09:00')).toEqual([])
  clock.now = monday
})

test('whoever was away for too long does not go on beside the next', async () => {
  const accountId = await ownerWithBottle()
  const away = await holdSandbox(db, accountId)
  await pool.query('update sandboxes set moving_until = clock_timestamp() where account_id = $1', [accountId])
  const next = await holdSandbox(db, accountId)
  if (!away || !next) throw new Error('both got hold of it')
  const frozen = { shownAt: clock.now, setAt: clock.now, isFrozen: true }
  await expect(showTime(db, away, frozen, clock.now)).rejects.toMatchObject({ code: 'clock_moves' })
  await expect(notePlayed(db, away, clock.now)).rejects.toMatchObject({ code: 'clock_moves' })
  await letGoOfSandbox(db, away)
  expect(await holdSandbox(db, accountId)).toBeUndefined()
  await showTime(db, next, frozen, clock.now)
  await letGoOfSandbox(db, next)
  expect(await findClock(db, accountId)).toEqual(frozen)
})

test('nobody waits for a scenario that is being loaded', async () => {
  const accountId = await ownerWithBottle()
  await goTo(accountId, '2027-06-07T06:00')
  const loading = await rivalConnection(pool)
  await loading.query('update sandboxes set scenario = scenario where account_id = $1', [accountId])
  expect(await holdSandbox(db, accountId)).toBeUndefined()
  await loading.query('rollback')
  expect(await holdSandbox(db, accountId)).toBeDefined()
})

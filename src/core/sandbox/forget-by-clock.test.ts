// What is kept for a while is kept for that while on the clock of its account.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { orderCellar } from '../../../test/support/order-cellar.ts'
import { testNow } from '../../../test/support/settings.ts'
import { showClock, shownThen } from '../../../test/support/show-clock.ts'
import { insert } from '../../../test/support/small-cellar.ts'
import { claimOrFindAnswer, forgetExpiredAnswers, keepAnswer } from '../accounts/idempotent-answers.ts'
import { forgetOldEvents } from '../webhooks/forget-old-events.ts'
import { atTimeOf } from './account-clock.ts'
import { keepWaits } from './clock-turned-back.ts'

const { deps, db, pool, clock } = await testDatabase()
const { addOwner } = await orderCellar(pool)
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const past = new Date('2020-02-29T12:00:00Z')
const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms)
const requestHash = createHash('sha256').update('{}').digest()

async function accountAt(shownAt: Date | null): Promise<number> {
  const { accountId } = await addOwner()
  await showClock(pool, accountId, shownAt)
  return accountId
}
const repeatable = (accountId: number) =>
  ({ sender: { kind: 'account', id: accountId }, key: 'once', requestHash }) as const
/** Whether the first request is answered, or answered again as before. */
async function ask(accountId: number): Promise<'first' | 'repeat'> {
  const kept = await claimOrFindAnswer(await atTimeOf(deps, accountId), repeatable(accountId))
  if (kept) return 'repeat'
  await keepAnswer(db, repeatable(accountId), { status: 201, text: '{}' })
  return 'first'
}
const keptAnswers = async () => {
  const { rows } = await pool.query<{ id: number }>(
    'select account_id as id from idempotent_answers order by account_id',
  )
  return rows.map(({ id }) => Number(id))
}

test('an answer is kept for 24 hours on the clock of the account', async () => {
  const [ahead, behind, real] = [await accountAt(shownThen), await accountAt(past), await accountAt(null)]
  for (const each of [ahead, behind, real]) expect(await ask(each)).toBe('first')
  expect(await forgetExpiredAnswers(deps)).toBe(0)
  for (const each of [ahead, behind, real]) expect(await ask(each)).toBe('repeat')

  clock.now = later(testNow, dayMs)
  expect(await forgetExpiredAnswers(deps)).toBe(1)
  expect(await keptAnswers()).toEqual([ahead, behind])
  expect([await ask(ahead), await ask(real)]).toEqual(['repeat', 'first'])

  await showClock(pool, ahead, later(shownThen, dayMs - 1))
  expect([await forgetExpiredAnswers(deps), await ask(ahead)]).toEqual([0, 'repeat'])
  await showClock(pool, ahead, later(shownThen, dayMs))
  expect(await forgetExpiredAnswers(deps)).toBe(1)
  expect(await keptAnswers()).toEqual([behind, real])
  clock.now = testNow
})

test('an answer past its time is as good as none, also before it is swept, and a clock turned back keeps its end', async () => {
  const accountId = await accountAt(shownThen)
  await ask(accountId)
  await db.transaction((within) => keepWaits(within, accountId, -100 * dayMs))
  await showClock(pool, accountId, later(shownThen, -100 * dayMs))
  expect(await ask(accountId)).toBe('repeat')
  await showClock(pool, accountId, later(shownThen, -99 * dayMs))
  expect(await ask(accountId)).toBe('first')
})

const tell = (accountId: number, at: Date) =>
  insert(pool, 'events', {
    ...{
      account_id: accountId,
      subject: 'test',
      change: 'create',
      subject_id: 1,
      record: {},
      created_at: at,
    },
  })
const keptEvents = async (accountId: number) => {
  const { rows } = await pool.query<{ id: number }>(
    'select id from events where account_id = $1 order by id',
    [accountId],
  )
  return rows.map(({ id }) => Number(id))
}

test('an event is kept for 30 days on the clock of the account', async () => {
  const [ahead, behind, real] = [await accountAt(shownThen), await accountAt(past), await accountAt(null)]
  const kept = new Map<number, number[]>()
  for (const [accountId, now] of [
    [ahead, shownThen],
    [behind, past],
    [real, testNow],
  ] as const) {
    // The times of an account whose clock was turned back do not rise with the numbers of its events.
    const ids = [await tell(accountId, later(now, -30 * dayMs)), await tell(accountId, now)]
    await tell(accountId, later(now, -30 * dayMs - 1))
    ids.push(await tell(accountId, later(now, -dayMs)))
    kept.set(accountId, ids)
  }
  const first = await keptEvents(ahead)
  expect(first).toHaveLength(4)
  expect(await forgetOldEvents(deps)).toBe(3)
  for (const [accountId, ids] of kept) expect(await keptEvents(accountId)).toEqual(ids)
  await showClock(pool, behind, null)
  expect(await forgetOldEvents(deps)).toBe(3)
  expect([await keptEvents(behind), await keptEvents(ahead)]).toEqual([[], kept.get(ahead)])
})

test('more events than one piece holds are all looked at', async () => {
  const accountId = await accountAt(shownThen)
  await pool.query(
    `insert into events (account_id, subject, change, subject_id, record, created_at)
     select $1, 'test', 'create', n, '{}', case when n % 2 = 0 then $2::timestamptz else $3 end
     from generate_series(1, 5001) n`,
    [accountId, shownThen, later(shownThen, -31 * dayMs)],
  )
  expect(await forgetOldEvents(deps)).toBe(2501)
  expect(await keptEvents(accountId)).toHaveLength(2500)
})

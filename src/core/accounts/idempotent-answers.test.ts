import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openAccount } from '../../../test/support/small-cellar.ts'
import { claimOrFindAnswer, forgetExpiredAnswers, keepAnswer } from './idempotent-answers.ts'

const { deps, db, pool, clock } = await testDatabase()
const { accountId } = await openAccount(deps, 'repeats@example.com')
const request = (key: string) => ({
  sender: { kind: 'account', id: accountId } as const,
  key,
  requestHash: Buffer.alloc(32, 1),
})
const keys = async () =>
  (await pool.query('select key from idempotent_answers order by key')).rows.map((row) => row.key)
const start = clock.now.getTime()
const hours = (count: number) => new Date(start + count * 3_600_000)

test('clean-up forgets what is a day old and keeps the rest', async () => {
  for (const [key, age] of [
    ['a', 0],
    ['b', 1],
    ['c', 24],
  ] as const) {
    clock.now = hours(age)
    expect(await claimOrFindAnswer(deps, request(key))).toBeUndefined()
    await keepAnswer(db, request(key), { status: 201, text: key })
  }
  clock.now = hours(24)
  expect(await forgetExpiredAnswers(deps)).toBe(1)
  expect(await keys()).toEqual(['b', 'c'])
  clock.now = hours(25)
  expect(await forgetExpiredAnswers(deps)).toBe(1)
  expect(await forgetExpiredAnswers(deps)).toBe(0)
  expect(await keys()).toEqual(['c'])
})

test('a claim whose answer was never kept refuses, and does not run the work twice', async () => {
  await claimOrFindAnswer(deps, request('open'))
  await expect(claimOrFindAnswer(deps, request('open'))).rejects.toMatchObject({
    problem: { code: 'idempotency_key_reused' },
  })
})

import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { closedDaysFrom } from './closed-days.ts'

const { db, pool } = await testDatabase()
await pool.query(`insert into closed_days (day, reason)
  values ('2026-12-31', 'Inventaire'), ('2026-06-05', 'Pont'), ('2028-02-29', 'Travaux'), ('2026-06-04', 'Déménagement')`)

test('the closed days of the operator are read from a day on, that day included', async () =>
  expect([...(await closedDaysFrom(db, '2026-06-05'))]).toEqual([
    ['2026-06-05', 'Pont'],
    ['2026-12-31', 'Inventaire'],
    ['2028-02-29', 'Travaux'],
  ]))

test('there may be none', async () => expect((await closedDaysFrom(db, '2028-03-01')).size).toBe(0))

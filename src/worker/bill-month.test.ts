import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { billingCellar } from '../../test/support/billing-cellar.ts'
import { testDatabase } from '../../test/support/database.ts'
import { startOfParisDay } from '../core/calendar/paris-time.ts'
import { billMonthCron, makeMonthBiller } from './bill-month.ts'
import { runWorker } from './run-worker.ts'

const { deps, pool, clock } = await testDatabase()
const cellar = await billingCellar(deps, pool)

test('the job bills the month before, and the audit knows that a job did it', async () => {
  clock.now = new Date('2026-11-01T03:30:00Z')
  const { accountId } = await cellar.billedOwner()
  await cellar.store(accountId, { count: 3 })
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  const runner = await runWorker({ deps, pool, log })
  await runner.addJob('bill_month', {})
  await vi.waitFor(() => expect(lines.join('')).toContain('billed the month'), { timeout: 20_000 })
  await runner.stop()
  const { rows } = await pool.query(
    `select state, to_char(month, 'YYYY-MM') as month from invoices where account_id = $1`,
    [accountId],
  )
  expect(rows).toEqual([{ state: 'draft', month: '2026-10' }])
  const { rows: audit } = await pool.query('select via, staff_name, action, detail from audit_entries')
  expect(audit).toMatchObject([
    {
      via: 'job',
      staff_name: 'Monthly billing',
      action: 'billing-run.create',
      detail: { month: '2026-10', made: 1 },
    },
  ])
})

test('a job whose accounts failed fails too, so that it is tried again', async () => {
  clock.now = new Date('2026-12-01T03:30:00Z')
  await pool.query('alter table invoices add constraint no_more check (id < 0) not valid')
  const log = pino({ level: 'silent' })
  await expect(makeMonthBiller(deps, log)()).rejects.toThrow('1 account(s) could not be billed for 2026-11')
  await pool.query('alter table invoices drop constraint no_more')
  await makeMonthBiller(deps, log)()
})

test('the time of the crontab is after midnight in Paris on the first of every month', () => {
  const [minute, hour, date, ...rest] = billMonthCron.split(' ')
  expect([date, ...rest.slice(0, 3)]).toEqual(['1', '*', '*', 'bill_month'])
  for (let month = 1; month <= 12; month++) {
    const day = `2026-${String(month).padStart(2, '0')}-01`
    const due = new Date(`${day}T${hour?.padStart(2, '0')}:${minute}:00Z`)
    const hoursAfterMidnight = (due.getTime() - startOfParisDay(day).getTime()) / 3_600_000
    expect([4.5, 5.5]).toContain(hoursAfterMidnight)
  }
})

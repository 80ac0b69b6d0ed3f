import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { openAccount } from '../../test/support/small-cellar.ts'
import { runWorker } from './run-worker.ts'

test('cleans up the answers that were kept for repeats, and stops when it is told to', async () => {
  const { deps, pool, clock } = await testDatabase()
  const { accountId } = await openAccount(deps, 'worker@example.com')
  await pool.query(
    `insert into idempotent_answers (account_id, key, request_hash, created_at)
     select $1, key, $2, $3 from unnest(array['old', 'older']) key`,
    [accountId, Buffer.alloc(32), clock.now],
  )
  clock.now = new Date(clock.now.getTime() + 25 * 3_600_000)
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  const runner = await runWorker({ deps, pool, log })
  await runner.addJob('forget_expired_answers', {})
  await vi.waitFor(() => expect(lines.join('')).toContain('"forgotten":2'), { timeout: 20_000 })
  await runner.stop()
  const { rows } = await pool.query('select count(*) from idempotent_answers')
  expect(rows[0]?.count).toBe(0)
})

import type { Database } from '../../db/database.ts'
import { statement, text, texts } from '../../db/statement.ts'
import { expectFiles } from '../files/sweep-orphans.ts'

/*
 * The checks of references are planned once a connection, and by the size that the tables have then: a plan that was made for a
 * few bottles would read all of them for each of a hundred thousand. So they are planned anew, and by indexes.
 */
const planAnew = statement('sandboxes.plan-anew', 'discard plans', {})
const takeYourTime = statement(
  'sandboxes.take-your-time',
  `select set_config('statement_timeout', '120000', true) as statements, set_config('enable_seqscan', 'off', true) as plans`,
  { statements: text, plans: text },
)
const asUsual = statement(
  'sandboxes.as-usual',
  `select set_config('enable_seqscan', 'on', true) as plans, end_sandbox_reset()::text as reset`,
  { plans: text, reset: text },
)
const begin = statement('sandboxes.begin-reset', 'select begin_sandbox_reset($1)::text as reset', {
  reset: text,
})
const empty = statement('sandboxes.empty-account', 'select empty_account($1) as "fileKeys"', {
  fileKeys: texts,
})

/**
 * Takes everything from an account that it has been through, and lets `fill` bring in what it has from then on. Nobody is told of
 * single bottles. Files go to those that are swept, a day later: while the reset can still fail, their records need them.
 */
export async function resetAccount(
  db: Database,
  accountId: number,
  fill: () => Promise<unknown>,
): Promise<void> {
  await db.run(planAnew)
  await db.row(takeYourTime)
  await db.row(begin, [accountId])
  const emptied = await db.row(empty, [accountId])
  const keys = emptied?.fileKeys ?? []
  if (keys.length > 0) await expectFiles(db, { accountId, keys })
  await fill()
  await db.row(asUsual)
}

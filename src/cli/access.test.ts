// `caveau access` on a database of its own, as a person at the terminal meets it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ask, kindsTo } from '../../test/support/access.ts'
import { checksumOf } from '../../test/support/checksum.ts'
import { testDatabase } from '../../test/support/database.ts'
import { getAccountOverview } from '../core/accounts/account-reads.ts'
import { StartRefusal } from '../start-refusal.ts'
import { accessCommand } from './access.ts'

const { databaseUrl, pool, deps, db } = await testDatabase()
const printed: string[] = []
beforeEach(() => {
  vi.stubEnv('CAVEAU_TEST_SERVER', undefined)
  vi.stubEnv('DATABASE_URL', databaseUrl)
  vi.stubEnv('CAVEAU_LOG_LEVEL', 'silent')
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

async function run(...args: string[]): Promise<string> {
  printed.length = 0
  expect(await accessCommand.run(args)).toBe(0)
  return printed.join('\n')
}
const [ada, bob, cy] = [
  await ask(deps, pool, 'ada@example.com'),
  await ask(deps, pool, 'bob@example.com'),
  await ask(deps, pool, 'cy@example.com'),
]

test('list shows who waits for an answer, newest first', async () => {
  const lines = (await run('list')).split('\n')
  expect(lines[0]).toMatch(/^\s*ID\s+ASKED\s+STATE\s+EMAIL\s+NAME\s+COMPANY\s+MESSAGE$/)
  expect(lines.slice(1).map((line) => line.trim().split(/\s+/).slice(0, 4))).toEqual(
    [cy, bob, ada].map((id, index) => [
      String(id),
      '2026-11-16T09:30',
      'asked',
      `${['cy', 'bob', 'ada'][index]}@example.com`,
    ]),
  )
  expect(await run('list', '--state', 'granted')).toBe('There is none.')
  expect(await run('list', '--state', 'all', '--count', '2')).toMatch(/\n2 of 3\.$/)
})

test('grant opens the account and mails the invitation; decline tells the reason', async () => {
  const text = await run('grant', String(ada), '--last', 'Caves', '--company', 'Caves & Cie')
  const [, accountId = ''] = /^account {3}(\d+)\nemail {5}ada@example\.com\nThe invitation/.exec(text) ?? []
  expect(await getAccountOverview(db, Number(accountId))).toMatchObject({
    name: 'Ada Caves',
    company: 'Caves & Cie',
  })
  expect(await kindsTo(pool, 'ada@example.com')).toEqual(['access_asked', 'invitation'])
  expect(await run('decline', String(bob), '--reason', 'We store wine only.')).toBe(
    'The request of bob@example.com is declined.',
  )
  expect(await kindsTo(pool, 'bob@example.com')).toEqual(['access_asked', 'access_declined'])
  const { rows } = await pool.query(
    `select action, via, subject_id, account_id, staff_name = (select decided_by from access_requests where id = $1) as "isNamed"
     from audit_entries order by id`,
    [ada],
  )
  expect(rows).toEqual([
    {
      action: 'access-request.grant',
      via: 'command line',
      subject_id: ada,
      account_id: Number(accountId),
      isNamed: true,
    },
    {
      action: 'access-request.decline',
      via: 'command line',
      subject_id: bob,
      account_id: null,
      isNamed: true,
    },
  ])
})

test.each<[string[], string]>([
  [[], 'Say what to do with which request.'],
  [['paint', '1'], 'Say what to do with which request.'],
  [['toString', '1'], 'Say what to do with which request.'],
  [['grant'], 'Say which request, by the number'],
  [['grant', 'ada@example.com'], 'Say which request, by the number'],
  [['grant', String(ada)], 'This request was granted by'],
  [['decline', String(bob)], 'This request was declined by'],
  [['grant', '999999'], 'There is no request 999999.'],
  [['grant', String(cy), '--first', ' '], 'first_name must be 1 to 100 characters'],
  [['decline', String(cy), '--reason', 'x'.repeat(1001)], 'reason must be at most 1000 characters long'],
  [['list', '--state', 'lost'], '--state is asked, granted, declined or all.'],
  [['list', '--count', '0'], '--count is a number from 1 to 999.'],
  [['list', '--colour', 'red'], "Unknown option '--colour'"],
])('%j is refused by a sentence, and nothing is written', async (args, sentence) => {
  const before = await checksumOf(pool)
  const error = await accessCommand.run(args).catch((each: unknown) => each)
  expect(error).toBeInstanceOf(StartRefusal)
  expect((error as Error).message).toContain(sentence)
  expect(await checksumOf(pool)).toEqual(before)
})

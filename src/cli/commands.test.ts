// The commands of the command line on a database of their own, as a person at the terminal meets them.

import { mkdtempSync } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { checksumOf } from '../../test/support/checksum.ts'
import { testDatabase } from '../../test/support/database.ts'
import { authenticateKeys } from '../core/accounts/authenticate.ts'
import { getPersonByEmail } from '../core/accounts/find-account.ts'
import { invitePerson } from '../core/accounts/invite-person.ts'
import { StartRefusal } from '../start-refusal.ts'
import { accessCommand } from './access.ts'
import { accountCommand } from './account.ts'
import { cellarCommand } from './cellar.ts'
import type { Command } from './command.ts'
import { migrateCommand } from './migrate.ts'
import { ordersCommand } from './orders.ts'
import { seedCommand } from './seed.ts'
import { serveCommand } from './serve.ts'
import { staffCommand } from './staff.ts'
import { verifyCommand } from './verify.ts'
import { workerCommand } from './worker.ts'

const { databaseUrl, pool, deps } = await testDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'caveau-cli-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const printed: string[] = []
beforeEach(() => {
  vi.stubEnv('CAVEAU_TEST_SERVER', undefined)
  vi.stubEnv('DATABASE_URL', databaseUrl)
  vi.stubEnv('DATA_DIR', dataDir)
  vi.stubEnv('CAVEAU_LOG_LEVEL', 'silent')
  printed.length = 0
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

async function run(command: Command, ...args: string[]) {
  const code = await command.run(args)
  return { code, text: printed.join('\n') }
}
async function refusalOf(command: Command, ...args: string[]): Promise<string> {
  const error = await command.run(args).catch((each: unknown) => each)
  expect(error).toBeInstanceOf(StartRefusal)
  return (error as Error).message
}

const ada = ['create', 'ada@example.com', '--first', 'Ada', '--last', 'Cave']

/** The deeds in the audit, oldest first. */
const deeds = async () =>
  (
    await pool.query<{ deed: string }>(
      `select action || ' ' || via || ' ' || (staff_name <> '') || ' ' || coalesce(account_id, 0) as deed
       from audit_entries order by id`,
    )
  ).rows.map(({ deed }) => deed)

describe('account', () => {
  test('create opens one and tells a password made up for it; key makes keys that work', async () => {
    const created = await run(accountCommand, ...ada, '--company', 'Cave SARL')
    expect(created).toMatchObject({ code: 0, text: expect.stringMatching(/^password {2}\S{20}$/m) })
    printed.length = 0
    const { text } = await run(accountCommand, 'key', 'ADA@example.com', '--rights', 'read')
    const [, accessKey = '', secretKey = ''] = /^AccessKey {2}(\S+)\nSecretKey {2}(\S+)$/.exec(text) ?? []
    expect(await authenticateKeys(deps, accessKey, secretKey)).toMatchObject({
      rights: 'read',
      email: 'ada@example.com',
    })
    await run(accountCommand, 'block', 'ada@example.com')
    await expect(authenticateKeys(deps, accessKey, secretKey)).rejects.toThrow('account_blocked')
    await run(accountCommand, 'unblock', 'ada@example.com')
    await expect(authenticateKeys(deps, accessKey, secretKey)).resolves.toMatchObject({ name: 'Ada Cave' })
  })

  test('token makes a bearer token, of which only a digest is kept', async () => {
    const { text } = await run(accountCommand, 'token', 'ada@example.com')
    expect(text).toMatch(/^pre_bt_[\w-]{40}$/)
    const { rows } = await pool.query('select bearer_tokens::text as row from bearer_tokens')
    expect(rows.map(({ row }) => row).join()).not.toContain(text)
  })

  test('every deed is in the audit, without the secret that it told', async () => {
    const { accountId } = await getPersonByEmail(deps, 'ada@example.com')
    const done = ['account.create', 'access-key.create', 'account.block', 'account.unblock']
    const expected = [...done, 'bearer-token.create'].map((deed) => `${deed} command line true ${accountId}`)
    expect(await deeds()).toEqual(expected)
    const { rows } = await pool.query('select detail::text as detail from audit_entries')
    expect(rows.map(({ detail }) => detail).join()).not.toMatch(/pre_(sk|bt)_|password/)
    const guest = { email: 'guest@example.com', firstName: 'Gil', lastName: 'Cave', role: 'member' } as const
    await invitePerson(deps, accountId, guest)
  })

  test('token makes one that ends with a day', async () => {
    await run(accountCommand, 'token', 'ada@example.com', '--until', '2027-12-31', '--name', 'ends')
    const { rows } = await pool.query(`delete from bearer_tokens where name = 'ends' returning expires_at`)
    expect(rows).toEqual([{ expires_at: new Date('2028-01-01T00:00:00+01:00') }])
  })

  test.each<[string[], string]>([
    [ada, 'email belongs to somebody already'],
    [['create', 'bob@example.com'], 'An account needs the name of its owner: --first NAME --last NAME.'],
    [['create', 'nobody', '--first', 'A', '--last', 'B'], 'email "nobody" is not an e-mail address'],
    [[...ada.with(1, 'bob@example.com'), '--password', 'short'], 'password needs 12 to 200 characters'],
    [[...ada.with(3, 'A'.repeat(101)), '--company', 'x'], 'first_name must be 1 to 100 characters'],
    [[...ada, '--company', 'x'.repeat(201)], 'company must be at most 200 characters long'],
    [['key', 'nobody@example.com'], 'Nobody has the e-mail address nobody@example.com.'],
    [['key', 'ada@example.com', '--rights', 'all'], '--rights is read or write.'],
    [['key', 'guest@example.com'], 'guest@example.com has not accepted the invitation yet'],
    [['token', 'ada@example.com', '--until', '2027-02-30'], '--until is a day such as 2027-12-31'],
    [['token', 'guest@example.com'], 'guest@example.com has not accepted the invitation yet'],
    [['block'], 'Say what to do and with whose account.'],
    [['paint', 'ada@example.com'], 'Say what to do and with whose account.'],
    [['toString', 'ada@example.com'], 'Say what to do and with whose account.'],
    [['key', 'ada@example.com', '--colour', 'red'], "Unknown option '--colour'. Add --help"],
  ])('%j is refused by a sentence', async (args, sentence) => {
    const before = await checksumOf(pool)
    expect(await refusalOf(accountCommand, ...args)).toContain(sentence)
    expect(await checksumOf(pool)).toEqual(before)
  })
})

test('migrate says that all is up to date', async () => {
  expect(await run(migrateCommand)).toEqual({ code: 0, text: 'The database is up to date.' })
})

describe('seed and verify', () => {
  test('a database is seeded once, and the credentials are written for the owner of the process only', async () => {
    expect((await run(seedCommand)).text).toContain(join(dataDir, 'demo.json'))
    const file = join(dataDir, 'demo.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const demo = JSON.parse(await readFile(file, 'utf8'))
    expect(Object.keys(demo)).toEqual(['baseUrl', 'owners', 'operator'])
    expect(demo.owners.map(Object.keys)).toEqual(
      Array(2).fill(['email', 'password', 'accessKey', 'secretKey', 'bearerToken']),
    )
    expect(Object.keys(demo.operator)).toEqual(['email', 'password', 'token'])
    const { accessKey, secretKey } = demo.owners[0]
    expect(await authenticateKeys(deps, accessKey, secretKey)).toMatchObject({ rights: 'write' })
    expect(await refusalOf(seedCommand)).toContain('The demo cellar is here already')
  })

  test('verify ends with 0 on a sound cellar', async () => {
    const { code, text } = await run(verifyCommand)
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(/^\d+ bottles and \d+ ledger rows checked: no discrepancies\.$/),
    ])
  })

  test('verify ends with 1 and names the bottles on a broken one', async () => {
    const { rows } = await pool.query<{ id: number; account_id: number }>(
      `update bottles set state = 'gone', warehouse_id = null, location_id = null
       where id = (select max(id) from bottles where state = 'stored' and order_id is null) returning id, account_id`,
    )
    const { code, text } = await run(verifyCommand)
    expect(code).toBe(1)
    expect(text).toContain(
      `account ${rows[0]?.account_id}: bottle ${rows[0]?.id} is gone, the ledger says stored`,
    )
    expect(text).toContain('1 discrepancies')
  })

  test('production refuses the demo', async () => {
    vi.stubEnv('CAVEAU_ENV', 'production')
    vi.stubEnv('CAVEAU_SECRET', 'x'.repeat(32))
    expect(await refusalOf(seedCommand)).toBe(
      'The demo cellar is for preproduction, and CAVEAU_ENV says production.',
    )
    expect(await refusalOf(serveCommand)).toMatch(/CAVEAU_TLS_CERT and CAVEAU_TLS_KEY, or CAVEAU_TRUST_PROXY/)
    vi.stubEnv('CAVEAU_TRUST_PROXY', '127.0.0.1')
    expect(await refusalOf(serveCommand)).toBe(
      'This database holds the demo cellar; production needs a database of its own.',
    )
  })
})

test.each([
  ['a server that is not there', 'postgres://x@127.0.0.1:1/x'],
  ['a database that is not there', databaseUrl.replace(/caveau_test_\w+/, 'caveau_nowhere')],
])('%s is told in a sentence', async (_title, url) => {
  vi.stubEnv('DATABASE_URL', url)
  expect(await refusalOf(migrateCommand)).toMatch(/^The database cannot be reached: .*\.$/)
})

test.each<[string, Command]>([
  ['serve', serveCommand],
  ['worker', workerCommand],
  ['migrate', migrateCommand],
  ['seed', seedCommand],
  ['verify', verifyCommand],
  ['account', accountCommand],
  ['access', accessCommand],
  ['staff', staffCommand],
  ['orders', ordersCommand],
  ['cellar', cellarCommand],
])('%s has help, and refuses what it does not know before it opens anything', async (name, command) => {
  expect(command.help).toMatch(new RegExp(`^Usage: caveau ${name}`))
  expect(command.summary).toMatch(/./)
  vi.stubEnv('DATABASE_URL', 'postgres://x@127.0.0.1:1/x')
  expect(await refusalOf(command, '--nonsense')).toContain('--nonsense')
})

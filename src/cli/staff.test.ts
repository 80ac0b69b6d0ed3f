// `caveau staff` on a database of its own, as a person at the terminal meets it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checksumOf } from '../../test/support/checksum.ts'
import { testDatabase } from '../../test/support/database.ts'
import { authenticateStaff } from '../core/staff/authenticate-staff.ts'
import { signIn } from '../core/staff/sessions.ts'
import { StartRefusal } from '../start-refusal.ts'
import { staffCommand } from './staff.ts'

const { databaseUrl, pool, deps } = await testDatabase()
const printed: string[] = []
beforeEach(() => {
  vi.stubEnv('CAVEAU_TEST_SERVER', undefined)
  vi.stubEnv('DATABASE_URL', databaseUrl)
  vi.stubEnv('CAVEAU_LOG_LEVEL', 'silent')
  printed.length = 0
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

async function run(...args: string[]): Promise<string> {
  printed.length = 0
  expect(await staffCommand.run(args)).toBe(0)
  return printed.join('\n')
}
async function refusalOf(...args: string[]): Promise<string> {
  const before = await checksumOf(pool)
  const error = await staffCommand.run(args).catch((each: unknown) => each)
  expect(error).toBeInstanceOf(StartRefusal)
  expect(await checksumOf(pool)).toEqual(before)
  return (error as Error).message
}
const named = ['--first', 'Sam', '--last', 'Quai']
const entries = async () =>
  (
    await pool.query<{ action: string; detail: unknown }>(
      `select action, detail from audit_entries where via = 'command line' and staff_id is null order by id`,
    )
  ).rows

test('create takes somebody on with a password made up for them, or the one that is given', async () => {
  const text = await run('create', 'Sam@caveau.example', ...named, '--role', 'admin')
  const [, password = ''] =
    /^staff {5}\d+\nemail {5}sam@caveau\.example\npassword {2}(\S{20})$/.exec(text) ?? []
  await expect(signIn(deps, { email: 'sam@caveau.example', password })).resolves.toMatch(/^pre_ss_/)
  const given = ['--role', 'billing', '--password', 'a password of their own']
  expect(await run('create', 'bill@caveau.example', ...named, ...given)).toContain('a password of their own')
})

test('token makes one that acts with its role, and deactivate ends it', async () => {
  const secret = await run('token', 'SAM@caveau.example', '--role', 'warehouse', '--name', 'Scanner 1')
  expect(await authenticateStaff(deps, { via: 'token', secret })).toMatchObject({
    email: 'sam@caveau.example',
    role: 'warehouse',
  })
  await run('create', 'second@caveau.example', ...named, '--role', 'admin')
  expect(await run('deactivate', 'sam@caveau.example')).toBe('sam@caveau.example is shut out.')
  await expect(authenticateStaff(deps, { via: 'token', secret })).rejects.toThrow('credentials_invalid')
})

test('every deed is in the audit, without a password or token', async () => {
  const found = await entries()
  expect(found.map(({ action }) => action)).toEqual([
    'staff.create',
    'staff.create',
    'operator-token.create',
    'staff.create',
    'staff.deactivate',
  ])
  expect(found[2]?.detail).toMatchObject({ name: 'Scanner 1', role: 'warehouse' })
  expect(JSON.stringify(found)).not.toMatch(/pre_ot_|password/)
})

test.each<[string[], string]>([
  [['create', 'x@caveau.example', '--role', 'admin'], 'Somebody has a name: --first NAME --last NAME.'],
  [['create', 'x@caveau.example', ...named], '--role is admin, warehouse or billing.'],
  [['create', 'x@caveau.example', ...named, '--role', 'owner'], '--role is admin, warehouse or billing.'],
  [['create', 'x', ...named, '--role', 'admin'], 'email "x" is not an e-mail address'],
  [['create', 'sam@caveau.example', ...named, '--role', 'admin'], 'email belongs to somebody already'],
  [
    ['create', 'x@caveau.example', ...named, '--role', 'admin', '--password', 'short'],
    'password needs 12 to 200 characters',
  ],
  [['deactivate', 'nobody@caveau.example'], 'Nobody has the e-mail address nobody@caveau.example.'],
  [['deactivate', 'second@caveau.example'], 'This is the last active admin.'],
  [['token', 'sam@caveau.example', '--role', 'admin'], 'This person is deactivated. Reactivate them first.'],
  [['token', 'bill@caveau.example', '--role', 'admin'], 'role must be billing'],
  [['token', 'bill@caveau.example', '--role', 'billing', '--name', ' '], 'name must be 1 to 100 characters'],
  [['token', 'bill@caveau.example'], '--role is admin, warehouse or billing.'],
  [['token'], 'Say what to do and with whom.'],
  [['toString', 'bill@caveau.example'], 'Say what to do and with whom.'],
])('%j is refused by a sentence, and nothing is written', async (args, sentence) => {
  expect(await refusalOf(...args)).toContain(sentence)
})

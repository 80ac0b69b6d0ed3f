import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { createAccount, createStaff } from './create-account.ts'
import { passwordMatches } from './secrets.ts'

const { deps, pool } = await testDatabase()
const ada = {
  email: 'Ada@Example.com',
  firstName: 'Ada',
  lastName: 'Cave',
  password: 'a long password',
  company: null,
}
const counts = async () =>
  (
    await pool.query(
      'select (select count(*) from accounts) as accounts, (select count(*) from people) as people',
    )
  ).rows[0]

test('an account is opened with its owner, whose address is kept in small letters and whose password only as a hash', async () => {
  const { accountId, personId } = await createAccount(deps, ada)
  const { rows } = await pool.query('select * from people where account_id = $1 and id = $2', [
    accountId,
    personId,
  ])
  expect(rows[0]).toMatchObject({ email: 'ada@example.com', role: 'owner', created_at: deps.now() })
  expect(await passwordMatches('a long password', rows[0]?.password_hash)).toBe(true)
})

test('a second person with the same address is refused, and no account is left over', async () => {
  const before = await counts()
  await expect(createAccount(deps, { ...ada, email: 'ADA@example.com' })).rejects.toMatchObject({
    problem: { code: 'fields_invalid', fields: [{ field: 'email' }] },
  })
  expect(await counts()).toEqual(before)
})

test('two at once with the same address open one account', async () => {
  const bob = { ...ada, email: 'bob@example.com' }
  const outcomes = await Promise.allSettled([createAccount(deps, bob), createAccount(deps, bob)])
  expect(outcomes.map((each) => each.status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test.each(['', 'nobody', 'a@b', 'a b@c.de', '@c.de', 'a@@c.de', `${'x'.repeat(250)}@c.de`])(
  '"%s" is no e-mail address',
  async (email) => {
    await expect(createAccount(deps, { ...ada, email })).rejects.toMatchObject({
      problem: { code: 'fields_invalid' },
    })
    await expect(createStaff(deps, { ...ada, email, role: 'admin' })).rejects.toMatchObject({
      problem: { code: 'fields_invalid' },
    })
  },
)

test('staff are apart from owners: the same address may be both, but not twice', async () => {
  expect(await createStaff(deps, { ...ada, role: 'warehouse' })).toBeGreaterThan(0)
  await expect(createStaff(deps, { ...ada, role: 'billing' })).rejects.toMatchObject({
    problem: { code: 'fields_invalid' },
  })
})

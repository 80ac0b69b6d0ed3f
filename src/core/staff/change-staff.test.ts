import { beforeEach, describe, expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { authenticateStaff } from './authenticate-staff.ts'
import { changeOwnPassword } from './change-own-password.ts'
import { changeStaff, deactivateStaff, reactivateStaff } from './change-staff.ts'
import { hireStaff } from './hire-staff.ts'
import { issueOperatorToken } from './operator-tokens.ts'
import { signIn } from './sessions.ts'
import type { StaffRole } from './staff.ts'
import { getStaff, listStaff } from './staff-reads.ts'

const { deps, db, pool } = await testDatabase()
const password = 'a long enough password'
let count = 0
async function hire(role: StaffRole) {
  const email = `staff${++count}@caveau.example`
  const { member } = await hireStaff(deps, { email, firstName: 'Sam', lastName: 'Quai', password, role })
  return { ...member, signIn: (words = password) => signIn(deps, { email, password: words }) }
}
const tokenOf = async (staffId: number, role: StaffRole) =>
  (await issueOperatorToken(deps, { staffId, name: 'Scanner', role, expiresAt: null })).token
const isLetIn = (via: 'session' | 'token', secret: string) =>
  authenticateStaff(deps, { via, secret }).then(
    () => true,
    () => false,
  )
const lastAdmin = { code: 'step_not_possible', message: expect.stringContaining('last active admin') }
const activeAdmins = async () =>
  (await listStaff(db, { page: 1, count: 1000 })).records.filter(
    ({ role, deactivatedAt }) => role === 'admin' && !deactivatedAt,
  )

// Each test has the only admins there are.
beforeEach(() => pool.query('update staff set deactivated_at = now()'))

test('without a password one is made up, which signs in; a given one is not told again', async () => {
  const person = {
    email: 'made.up@caveau.example',
    firstName: 'Mae',
    lastName: 'Quai',
    role: 'billing',
  } as const
  const { madeUpPassword } = await hireStaff(deps, { ...person, password: null })
  expect(madeUpPassword).toMatch(/^\S{20}$/)
  await signIn(deps, { email: person.email, password: madeUpPassword ?? '' })
  const other = { ...person, email: 'given@caveau.example', password }
  expect(await hireStaff(deps, other)).toMatchObject({ madeUpPassword: null, member: { role: 'billing' } })
})

test('who is deactivated is out at once, and comes back without the old sessions and tokens', async () => {
  await hire('admin')
  const sam = await hire('warehouse')
  const [session, token] = [await sam.signIn(), await tokenOf(sam.id, 'warehouse')]
  expect([await isLetIn('session', session), await isLetIn('token', token)]).toEqual([true, true])
  expect(await deactivateStaff(deps, sam.id)).toMatchObject({ deactivatedAt: deps.now() })
  expect([await isLetIn('session', session), await isLetIn('token', token)]).toEqual([false, false])
  await expect(sam.signIn()).rejects.toThrow('credentials_invalid')
  expect(await reactivateStaff(deps, sam.id)).toMatchObject({ deactivatedAt: null })
  expect([await isLetIn('session', session), await isLetIn('token', token)]).toEqual([false, false])
  expect(await isLetIn('session', await sam.signIn())).toBe(true)
})

test('a smaller role counts at once, and revokes the tokens that could do more', async () => {
  await hire('admin')
  const sam = await hire('admin')
  const session = await sam.signIn()
  const [big, small] = [await tokenOf(sam.id, 'admin'), await tokenOf(sam.id, 'warehouse')]
  expect(await changeStaff(deps, sam.id, { role: 'warehouse' })).toMatchObject({ role: 'warehouse' })
  expect(await authenticateStaff(deps, { via: 'session', secret: session })).toMatchObject({
    role: 'warehouse',
  })
  expect([await isLetIn('token', big), await isLetIn('token', small)]).toEqual([false, true])
})

test('a name is changed, the rest and the tokens stay', async () => {
  const sam = await hire('admin')
  const token = await tokenOf(sam.id, 'billing')
  expect(await changeStaff(deps, sam.id, { firstName: 'Samuel' })).toEqual({
    ...(await getStaff(db, sam.id)),
    firstName: 'Samuel',
    lastName: 'Quai',
    role: 'admin',
  })
  expect(await isLetIn('token', token)).toBe(true)
})

describe('the last active admin', () => {
  test('can be neither deactivated nor demoted, and nothing is written', async () => {
    const sam = await hire('admin')
    await hire('billing')
    const before = await checksumOf(pool)
    await expect(deactivateStaff(deps, sam.id)).rejects.toMatchObject(lastAdmin)
    await expect(changeStaff(deps, sam.id, { role: 'billing' })).rejects.toMatchObject(lastAdmin)
    expect(await checksumOf(pool)).toEqual(before)
    expect(await changeStaff(deps, sam.id, { role: 'admin', lastName: 'Pont' })).toMatchObject({
      role: 'admin',
    })
  })

  test('is no obstacle to changing those who are no admin, or no longer active', async () => {
    await hire('admin')
    const [bill, gone] = [await hire('billing'), await hire('admin')]
    await deactivateStaff(deps, bill.id)
    await deactivateStaff(deps, gone.id)
    expect(await changeStaff(deps, gone.id, { role: 'warehouse' })).toMatchObject({ role: 'warehouse' })
  })

  test.each([
    ['deactivated', (id: number) => deactivateStaff(deps, id)],
    ['demoted', (id: number) => changeStaff(deps, id, { role: 'billing' })],
  ])('stays when all are %s at the same moment', async (_step, step) => {
    const admins = [await hire('admin'), await hire('admin'), await hire('admin')]
    const outcomes = await Promise.allSettled(admins.map(({ id }) => step(id)))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(await activeAdmins()).toHaveLength(1)
  })
})

test('nobody is not found', async () => {
  await hire('admin')
  for (const ask of [
    () => changeStaff(deps, 999_999, { firstName: 'X' }),
    () => changeStaff(deps, 999_999, { role: 'billing' }),
    () => deactivateStaff(deps, 999_999),
    () => reactivateStaff(deps, 999_999),
    () => tokenOf(999_999, 'admin'),
  ])
    await expect(ask()).rejects.toMatchObject({ problem: { code: 'record_not_found' } })
})

describe('a password of their own', () => {
  const newPassword = 'another long password'

  test('is changed by who knows the old one, and ends the other sessions but not this one', async () => {
    const sam = await hire('warehouse')
    const [here, elsewhere, token] = [
      await sam.signIn(),
      await sam.signIn(),
      await tokenOf(sam.id, 'warehouse'),
    ]
    const staff = await authenticateStaff(deps, { via: 'session', secret: here })
    await changeOwnPassword(deps, staff, { oldPassword: password, newPassword })
    const letIn = [isLetIn('session', here), isLetIn('session', elsewhere), isLetIn('token', token)]
    expect(await Promise.all(letIn)).toEqual([true, false, true])
    await expect(sam.signIn()).rejects.toThrow('credentials_invalid')
    await expect(sam.signIn(newPassword)).resolves.toMatch(/^pre_ss_/)
  })

  test('is refused by the field that is wrong, and nothing is written', async () => {
    const sam = await hire('warehouse')
    const staff = await authenticateStaff(deps, { via: 'session', secret: await sam.signIn() })
    const before = await checksumOf(pool)
    const refusalOf = (given: { oldPassword: string; newPassword: string }) =>
      expect(changeOwnPassword(deps, staff, given)).rejects
    await refusalOf({ oldPassword: 'a wrong password', newPassword }).toMatchObject({
      problem: { code: 'fields_invalid', fields: [{ field: 'old_password' }] },
    })
    await refusalOf({ oldPassword: password, newPassword: 'eleven char' }).toMatchObject({
      problem: { code: 'fields_invalid', fields: [{ field: 'new_password' }] },
    })
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('changed at the same moment as signing in with the old one leaves no session of the old one', async () => {
    const sam = await hire('warehouse')
    const staff = await authenticateStaff(deps, { via: 'session', secret: await sam.signIn() })
    const signingIn = Array.from({ length: 4 }, () => sam.signIn().catch(() => 'refused'))
    await changeOwnPassword(deps, staff, { oldPassword: password, newPassword })
    for (const secret of await Promise.all(signingIn)) expect(await isLetIn('session', secret)).toBe(false)
  })
})

import { expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { createStaff } from '../accounts/create-account.ts'
import { authenticateStaff } from './authenticate-staff.ts'
import { endOfDay, issueOperatorToken, revokeOperatorToken } from './operator-tokens.ts'
import { type StaffRole, staffRoles } from './staff.ts'
import { getOperatorToken } from './token-reads.ts'

const { deps, db, pool, clock } = await testDatabase()
const ids = {} as Record<StaffRole, number>
for (const role of staffRoles) {
  const person = { email: `${role}@caveau.example`, firstName: 'Sam', lastName: role }
  ids[role] = await createStaff(deps, { ...person, password: 'a long enough password', role })
}
const issue = (staffId: number, role: StaffRole, more: { name?: string; expiresAt?: Date | null } = {}) =>
  issueOperatorToken(deps, { staffId, role, name: 'Scanner', expiresAt: null, ...more })

test.each<[StaffRole, StaffRole, boolean]>([
  ['admin', 'admin', true],
  ['admin', 'warehouse', true],
  ['admin', 'billing', true],
  ['warehouse', 'warehouse', true],
  ['warehouse', 'billing', false],
  ['warehouse', 'admin', false],
  ['billing', 'admin', false],
])('of a person who is %s, a token for %s is made: %s', async (holder, role, isMade) => {
  const before = await checksumOf(pool)
  const made = await issue(ids[holder], role).catch((error: unknown) => error)
  if (isMade) return expect(made).toMatchObject({ token: expect.stringMatching(/^pre_ot_/) })
  expect(made).toMatchObject({ problem: { code: 'fields_invalid', fields: [{ field: 'role' }] } })
  return expect(await checksumOf(pool)).toEqual(before)
})

test('it works to the end of its last day in Paris, also on the day the clocks change', async () => {
  expect(endOfDay('2026-11-16')).toEqual(new Date('2026-11-17T00:00:00+01:00'))
  expect(endOfDay('2026-10-25')).toEqual(new Date('2026-10-26T00:00:00+01:00'))
  expect(endOfDay('2026-03-28')).toEqual(new Date('2026-03-29T00:00:00+01:00'))
  const { token } = await issue(ids.billing, 'billing', { expiresAt: endOfDay('2026-11-16') })
  const authenticate = () => authenticateStaff(deps, { via: 'token', secret: token })
  const start = clock.now
  clock.now = new Date('2026-11-16T23:59:59.999+01:00')
  await expect(authenticate()).resolves.toMatchObject({ role: 'billing' })
  clock.now = new Date('2026-11-17T00:00:00+01:00')
  await expect(authenticate()).rejects.toThrow('credentials_invalid')
  clock.now = start
})

test('a day that is over is refused, the last of all days is not', async () => {
  await expect(issue(ids.admin, 'admin', { expiresAt: endOfDay('2026-11-15') })).rejects.toMatchObject({
    problem: { code: 'fields_invalid', fields: [{ field: 'expires_on' }] },
  })
  const { id } = await issue(ids.admin, 'admin', { expiresAt: endOfDay('9999-12-31') })
  expect(await getOperatorToken(db, id)).toMatchObject({ expiresAt: endOfDay('9999-12-31') })
})

test('revoked twice is revoked once', async () => {
  const { id, token } = await issue(ids.admin, 'warehouse')
  const revoked = await revokeOperatorToken(deps, id)
  expect(revoked).toMatchObject({ revokedAt: deps.now(), staffName: 'Sam admin', name: 'Scanner' })
  await expect(authenticateStaff(deps, { via: 'token', secret: token })).rejects.toThrow(
    'credentials_invalid',
  )
  clock.now = new Date(clock.now.getTime() + 1000)
  expect(await revokeOperatorToken(deps, id)).toEqual(revoked)
  await expect(revokeOperatorToken(deps, 999_999)).rejects.toThrow('record_not_found')
})

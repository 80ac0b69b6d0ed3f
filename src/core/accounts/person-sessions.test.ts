import { beforeEach, describe, expect, test } from 'vitest'
import { kindsTo, mailedLink, mailsTo } from '../../../test/support/access.ts'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { addPerson } from '../../../test/support/people.ts'
import { testNow } from '../../../test/support/settings.ts'
import { openAccount } from '../../../test/support/small-cellar.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { changePersonPassword } from './change-password.ts'
import { removePerson } from './change-people.ts'
import { createAccount } from './create-account.ts'
import { setAccountBlocked } from './find-account.ts'
import { askForNewPassword } from './forgotten-password.ts'
import { findOwnerSession, forgetOldPersonSessions, signInPerson, signOutPerson } from './person-sessions.ts'

const { deps, pool, clock } = await testDatabase()
const password = 'a long enough password'
const newPassword = 'another long password'
const hourMs = 3_600_000
const [blocked, invalid] = ['account_blocked', 'credentials_invalid']
let count = 0

async function owner() {
  const email = `owner${++count}@example.com`
  const person = await openAccount(deps, email)
  return { ...person, email, signIn: (words = password) => signInPerson(deps, { email, password: words }) }
}
const isSignedIn = async (secret: string) => (await findOwnerSession(deps, secret)) !== undefined
async function sessionOf(secret: string) {
  const session = await findOwnerSession(deps, secret)
  if (!session) throw new Error('Nobody is signed in')
  return session
}

beforeEach(() => {
  clock.now = testNow
})

describe('signing in', () => {
  test('opens a session that tells who it is, by a secret of which only the digest is kept', async () => {
    const { email, accountId, personId } = await owner()
    const secret = await signInPerson(deps, { email: email.toUpperCase(), password })
    expect(secret).toMatch(/^pre_os_[\w-]{40}$/)
    expect(await findOwnerSession(deps, secret)).toEqual({
      sessionId: expect.any(Number),
      accountId,
      personId,
      email,
      name: 'Ada Cave',
      role: 'owner',
      rights: 'write',
      account: { name: 'Ada Cave', company: null },
    })
    const { rows } = await pool.query('select person_sessions::text as row from person_sessions')
    expect(rows.map(({ row }) => row).join()).not.toContain(secret)
  })

  test('as somebody who may only read gives rights to read', async () => {
    const { accountId } = await owner()
    const email = `reader${++count}@example.com`
    await addPerson(deps, pool, { accountId, email, role: 'read_only' })
    const secret = await signInPerson(deps, { email, password })
    expect(await findOwnerSession(deps, secret)).toMatchObject({ role: 'read_only', rights: 'read' })
  })

  test('is one refusal for a wrong password, a stranger, a guest without a password and somebody who left', async () => {
    const { email, accountId } = await owner()
    const guest = { email: 'guest@example.com', firstName: 'Gil', lastName: 'Cave', company: null }
    await createAccount(deps, { ...guest, password: null })
    const gone = `gone${++count}@example.com`
    await removePerson(
      deps,
      accountId,
      await addPerson(deps, pool, { accountId, email: gone, role: 'member' }),
    )
    const before = await checksumOf(pool)
    for (const given of [
      { email, password: 'a wrong password' },
      { email, password: '' },
      { email: 'stranger@example.com', password },
      { email: guest.email, password: '' },
      { email: gone, password },
    ])
      await expect(signInPerson(deps, given)).rejects.toThrow(invalid)
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('tells of a blocked account only who knows the password', async () => {
    const { accountId, signIn } = await owner()
    await setAccountBlocked(deps, accountId, true)
    await expect(signIn()).rejects.toThrow(blocked)
    await expect(signIn('a wrong password')).rejects.toThrow(invalid)
  })
})

describe('a session', () => {
  test('ends after twelve hours, and is forgotten a month later', async () => {
    const { signIn } = await owner()
    const secret = await signIn()
    clock.now = new Date(testNow.getTime() + 12 * hourMs - 1)
    expect(await isSignedIn(secret)).toBe(true)
    clock.now = new Date(testNow.getTime() + 12 * hourMs)
    expect(await isSignedIn(secret)).toBe(false)
    clock.now = new Date(testNow.getTime() + (12 + 30 * 24) * hourMs)
    expect(await forgetOldPersonSessions(deps)).toBeGreaterThan(0)
    const { rows } = await pool.query('select count(*) from person_sessions')
    expect(rows[0]?.count).toBe(0)
  })

  test('ends by signing out, this one alone', async () => {
    const { signIn } = await owner()
    const [here, elsewhere] = [await signIn(), await signIn()]
    await signOutPerson(deps, here)
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([false, true])
  })

  test('ends when its person is removed', async () => {
    const { accountId } = await owner()
    const email = `member${++count}@example.com`
    const id = await addPerson(deps, pool, { accountId, email, role: 'member' })
    const secret = await signInPerson(deps, { email, password })
    await removePerson(deps, accountId, id)
    expect(await isSignedIn(secret)).toBe(false)
  })

  test('ends when the account is blocked, and does not come back with it', async () => {
    const { accountId, signIn } = await owner()
    const secret = await signIn()
    await setAccountBlocked(deps, accountId, true)
    expect(await isSignedIn(secret)).toBe(false)
    await setAccountBlocked(deps, accountId, false)
    expect(await isSignedIn(secret)).toBe(false)
    expect(await isSignedIn(await signIn())).toBe(true)
  })

  test('opened in the moment in which the account is blocked does not outlive that', async () => {
    for (let round = 0; round < 3; round++) {
      const { accountId, signIn } = await owner()
      const signingIn = Array.from({ length: 3 }, () => signIn().catch(() => 'refused'))
      await setAccountBlocked(deps, accountId, true)
      const secrets = await Promise.all(signingIn)
      await setAccountBlocked(deps, accountId, false)
      for (const secret of secrets) expect(await isSignedIn(secret)).toBe(false)
    }
  })
})

describe('a password is changed', () => {
  test('by who knows the present one; the other sessions and a link that was mailed are void', async () => {
    const { email, signIn } = await owner()
    const [here, elsewhere] = [await signIn(), await signIn()]
    await askForNewPassword(deps, email)
    const token = await mailedLink(pool, email)
    await changePersonPassword(deps, await sessionOf(here), { present: password, wanted: newPassword })
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false])
    await expect(signIn()).rejects.toThrow(invalid)
    expect(await isSignedIn(await signIn(newPassword))).toBe(true)
    await expect(acceptInvitation(deps, { token, password })).rejects.toThrow('record_not_found')
  })

  test('and refused by the field that is wrong, and nothing is written', async () => {
    const { signIn } = await owner()
    const session = await sessionOf(await signIn())
    const before = await checksumOf(pool)
    for (const [given, field] of [
      [{ present: 'a wrong password', wanted: newPassword }, 'present'],
      [{ present: password, wanted: 'eleven char' }, 'wanted'],
    ] as const)
      await expect(changePersonPassword(deps, session, given)).rejects.toMatchObject({
        problem: { code: 'fields_invalid', fields: [{ field }] },
      })
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('in the moment of signing in with the old one: no session of the old one is left', async () => {
    const { signIn } = await owner()
    const session = await sessionOf(await signIn())
    const signingIn = Array.from({ length: 3 }, () => signIn().catch(() => 'refused'))
    await changePersonPassword(deps, session, { present: password, wanted: newPassword })
    for (const secret of await Promise.all(signingIn)) expect(await isSignedIn(secret)).toBe(false)
  })
})

describe('a forgotten password', () => {
  test('is replaced by a link that works once and for an hour; then no session of before is left', async () => {
    const { email, accountId, signIn } = await owner()
    const secret = await signIn()
    await askForNewPassword(deps, email.toUpperCase())
    expect(await mailsTo(pool, email)).toMatchObject([{ kind: 'forgotten_password', account_id: accountId }])
    const token = await mailedLink(pool, email)
    // Until then the old one works.
    expect(await isSignedIn(await signIn())).toBe(true)
    clock.now = new Date(testNow.getTime() + hourMs - 1)
    expect(await acceptInvitation(deps, { token, password: newPassword })).toMatchObject({ email })
    expect(await isSignedIn(secret)).toBe(false)
    await expect(signIn()).rejects.toThrow(invalid)
    await signIn(newPassword)
    await expect(acceptInvitation(deps, { token, password })).rejects.toMatchObject({
      code: 'step_not_possible',
    })
  })

  test('cannot be replaced an hour later', async () => {
    const { email } = await owner()
    await askForNewPassword(deps, email)
    const token = await mailedLink(pool, email)
    clock.now = new Date(testNow.getTime() + hourMs)
    await expect(acceptInvitation(deps, { token, password: newPassword })).rejects.toMatchObject({
      code: 'step_not_possible',
      message: 'This link has expired. Ask for a new one.',
    })
  })

  test('is asked for again: one mail an hour, and only the newest link works', async () => {
    const { email } = await owner()
    await Promise.all(Array.from({ length: 4 }, () => askForNewPassword(deps, email)))
    expect(await kindsTo(pool, email)).toEqual(['forgotten_password'])
    const old = await mailedLink(pool, email)
    clock.now = new Date(testNow.getTime() + hourMs)
    await askForNewPassword(deps, email)
    await expect(acceptInvitation(deps, { token: old, password })).rejects.toThrow('record_not_found')
    await acceptInvitation(deps, { token: await mailedLink(pool, email), password: newPassword })
  })

  test('of a stranger is nothing; who was invited gets the invitation again', async () => {
    const before = await checksumOf(pool)
    await askForNewPassword(deps, 'stranger@example.com')
    expect(await checksumOf(pool)).toEqual(before)
    const email = `guest${++count}@example.com`
    await createAccount(deps, { email, firstName: 'Gil', lastName: 'Cave', company: null, password: null })
    await askForNewPassword(deps, email)
    expect(await kindsTo(pool, email)).toEqual(['invitation', 'invitation'])
  })

  test('of a blocked account leads to a refusal that says so', async () => {
    const { email, accountId } = await owner()
    await askForNewPassword(deps, email)
    await setAccountBlocked(deps, accountId, true)
    const token = await mailedLink(pool, email)
    await expect(acceptInvitation(deps, { token, password: newPassword })).rejects.toThrow(blocked)
  })
})

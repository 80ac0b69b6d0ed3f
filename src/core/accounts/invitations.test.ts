import { expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { mailedToken } from '../../../test/support/people.ts'
import { openAccount } from '../../../test/support/small-cellar.ts'
import type { Deps } from '../deps.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { removePerson } from './change-people.ts'
import { createAccount } from './create-account.ts'
import { setAccountBlocked } from './find-account.ts'
import { inviteAgain, invitePerson } from './invite-person.ts'
import { getPerson } from './people-reads.ts'
import { passwordMatches } from './secrets.ts'

const { deps, db, pool, clock } = await testDatabase()
const { accountId } = await openAccount(deps, 'owner@example.com')
const password = 'a long enough password'
const weekMs = 7 * 24 * 3_600_000
let count = 0

async function invite(within: Deps = deps) {
  const email = `guest${++count}@example.com`
  const guest = { email, firstName: 'Gil', lastName: 'Cave', role: 'member' } as const
  const { id } = await invitePerson(within, accountId, guest)
  return { id, email, token: await mailedToken(pool, email) }
}
const hashOf = async (id: number) =>
  (await pool.query<{ hash: string | null }>('select password_hash as hash from people where id = $1', [id]))
    .rows[0]?.hash
async function expectRefused(work: Promise<unknown>, refusal: Record<string, unknown>) {
  await expect(work).rejects.toMatchObject(refusal)
}
const notFound = { problem: { code: 'record_not_found' } }

test('an invited person has no password until they accept, and then the one they chose', async () => {
  const { id, email, token } = await invite()
  expect(await getPerson(db, accountId, id)).toMatchObject({
    state: 'invited',
    invitationExpiresAt: new Date(clock.now.getTime() + weekMs),
  })
  expect(await hashOf(id)).toBeNull()
  expect(await acceptInvitation(deps, { token, password })).toEqual({ accountId, personId: id, email })
  expect(await getPerson(db, accountId, id)).toMatchObject({ state: 'active', invitationExpiresAt: null })
  expect(await passwordMatches(password, (await hashOf(id)) ?? '')).toBe(true)
})

test('the mail has the link, and only a digest of its secret is kept beside it', async () => {
  const { token } = await invite({
    ...deps,
    settings: { ...deps.settings, baseUrl: 'https://cave.example' },
  })
  expect(token).toMatch(/^pre_iv_[\w-]{40}$/)
  const { rows } = await pool.query(`select body, account_id from mails order by id desc limit 1`)
  expect(rows[0]).toMatchObject({ account_id: accountId })
  expect(rows[0]?.body).toContain(`\nhttps://cave.example/app/invitation?token=${token}\n`)
  const kept = await pool.query('select invitations::text as row from invitations')
  expect(kept.rows.map(({ row }) => row).join()).not.toContain(token)
})

test('an account without a password invites its owner', async () => {
  const owner = { email: 'new@example.com', firstName: 'Nina', lastName: 'Cave', company: 'Nina & Cie' }
  const made = await createAccount(deps, { ...owner, password: null })
  expect(await getPerson(db, made.accountId, made.personId)).toMatchObject({
    role: 'owner',
    state: 'invited',
  })
  await acceptInvitation(deps, { token: await mailedToken(pool, 'new@example.com'), password })
  expect(await getPerson(db, made.accountId, made.personId)).toMatchObject({ state: 'active' })
})

test('sent again, the new link works for seven days more and the old one no longer', async () => {
  const { id, email, token } = await invite()
  const start = clock.now
  clock.now = new Date(start.getTime() + weekMs)
  await expectRefused(acceptInvitation(deps, { token, password }), { code: 'step_not_possible' })
  await inviteAgain(deps, accountId, id)
  const newer = await mailedToken(pool, email)
  await expectRefused(acceptInvitation(deps, { token, password }), notFound)
  clock.now = new Date(clock.now.getTime() + weekMs - 1)
  await acceptInvitation(deps, { token: newer, password })
  clock.now = start
})

test('accepting is refused, and nothing is written', async () => {
  const [accepted, removed, short] = [await invite(), await invite(), await invite()]
  await acceptInvitation(deps, { token: accepted.token, password })
  await removePerson(deps, accountId, removed.id)
  const before = await checksumOf(pool)
  const accept = (token: string, words = password) => acceptInvitation(deps, { token, password: words })
  await expectRefused(accept(accepted.token), { code: 'step_not_possible' })
  await expectRefused(accept(removed.token), notFound)
  await expectRefused(accept('pre_iv_0000'), notFound)
  await expectRefused(accept(''), notFound)
  for (const words of ['eleven char', '', 'x'.repeat(201)])
    await expectRefused(accept(short.token, words), {
      problem: { code: 'fields_invalid', fields: [{ field: 'password' }] },
    })
  expect(await checksumOf(pool)).toEqual(before)
})

test('nobody accepts into a blocked account', async () => {
  const { token } = await invite()
  await setAccountBlocked(deps, accountId, true)
  await expectRefused(acceptInvitation(deps, { token, password }), { problem: { code: 'account_blocked' } })
  await setAccountBlocked(deps, accountId, false)
  await acceptInvitation(deps, { token, password })
})

test('sending again is refused to who has accepted, was removed or is not there', async () => {
  const [accepted, removed] = [await invite(), await invite()]
  await acceptInvitation(deps, { token: accepted.token, password })
  await removePerson(deps, accountId, removed.id)
  const stranger = await openAccount(deps, 'stranger@example.com')
  const before = await checksumOf(pool)
  await expectRefused(inviteAgain(deps, accountId, accepted.id), { code: 'step_not_possible' })
  await expectRefused(inviteAgain(deps, accountId, removed.id), { code: 'step_not_possible' })
  await expectRefused(inviteAgain(deps, accountId, stranger.personId), notFound)
  await expectRefused(inviteAgain(deps, 999_999, accepted.id), notFound)
  expect(await checksumOf(pool)).toEqual(before)
})

test('an address that belongs to somebody is refused, one of somebody who left is not', async () => {
  const guest = { firstName: 'Gil', lastName: 'Cave', role: 'member' } as const
  const gone = await invite()
  await expectRefused(invitePerson(deps, accountId, { ...guest, email: gone.email.toUpperCase() }), {
    problem: { code: 'fields_invalid', fields: [{ field: 'email' }] },
  })
  await removePerson(deps, accountId, gone.id)
  const { id } = await invitePerson(deps, accountId, { ...guest, email: gone.email })
  expect(id).not.toBe(gone.id)
})

test('two who accept one link at once: one password is set', async () => {
  const { id, token } = await invite()
  const words = ['the first of passwords', 'the second of passwords']
  const outcomes = await Promise.allSettled(
    words.map((each) => acceptInvitation(deps, { token, password: each })),
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const winner = outcomes.findIndex(({ status }) => status === 'fulfilled')
  expect(await passwordMatches(words[winner] ?? '', (await hashOf(id)) ?? '')).toBe(true)
})

test('accepting and removing at once leaves nobody who was removed with a password', async () => {
  for (let round = 0; round < 4; round++) {
    const { id, token } = await invite()
    await Promise.allSettled([acceptInvitation(deps, { token, password }), removePerson(deps, accountId, id)])
    expect(await getPerson(db, accountId, id)).toMatchObject({ state: 'removed' })
    expect(await hashOf(id)).toBeNull()
  }
})

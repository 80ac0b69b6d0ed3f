import { beforeEach, describe, expect, test } from 'vitest'
import { ask, asking, kindsTo, mailedLink, mailsTo } from '../../../test/support/access.ts'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { testNow } from '../../../test/support/settings.ts'
import { openAccount } from '../../../test/support/small-cellar.ts'
import { acceptInvitation } from '../accounts/accept-invitation.ts'
import { createAccount } from '../accounts/create-account.ts'
import { setAccountBlocked } from '../accounts/find-account.ts'
import { forgetRequestedMails } from '../accounts/requested-mails.ts'
import type { Deps } from '../deps.ts'
import { hireStaff } from '../staff/hire-staff.ts'
import { getAccessRequest, listAccessRequests } from './access-reads.ts'
import type { AskedAccess } from './access-request.ts'
import { askForAccess } from './ask-for-access.ts'
import { declineAccess, grantAccess } from './decide-access.ts'

const { deps, db, pool, clock } = await testDatabase()
const auto: Deps = { ...deps, settings: { ...deps.settings, grantAccess: 'auto' } }
const admin = { email: 'boss@caveau.example', firstName: 'Bo', lastName: 'Boss', password: null }
await hireStaff(deps, { ...admin, role: 'admin' })
await hireStaff(deps, { ...admin, email: 'shelf@caveau.example', role: 'warehouse' })
const hourMs = 3_600_000
let count = 0
const newEmail = () => `asker${++count}@example.com`
const requestsOf = async (email: string) =>
  (await listAccessRequests(db, null, { page: 1, count: 1000 })).records.filter(
    (each) => each.email === email,
  )

beforeEach(() => {
  clock.now = testNow
})

test('a request is kept as it was asked, who asked is told, and so are the admins', async () => {
  await askForAccess(deps, { ...asking(' Ada@Example.com '), message: '  Line one\nline two  ' })
  const [kept] = await requestsOf('ada@example.com')
  expect(kept).toMatchObject({
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Cave',
    company: 'Cave SARL',
    message: 'Line one\nline two',
    state: 'asked',
    askedAt: testNow,
    decidedAt: null,
    accountId: null,
  })
  const [received] = await mailsTo(pool, 'ada@example.com')
  expect(received).toMatchObject({ kind: 'access_asked', account_id: null, recipients: ['ada@example.com'] })
  const [told] = await mailsTo(pool, 'boss@caveau.example')
  expect(told?.kind).toBe('access_to_decide')
  for (const words of [
    'Ada Cave',
    'ada@example.com',
    'Cave SARL',
    'line two',
    `request ${kept?.id} here`,
    '/console/access-requests\n',
  ])
    expect(told?.body).toContain(words)
  expect(await mailsTo(pool, 'shelf@caveau.example')).toEqual([])
})

test('the mail to an address that anybody may name repeats none of their words', async () => {
  const email = newEmail()
  await askForAccess(deps, {
    ...asking(email),
    firstName: 'Cheapwatches',
    message: 'Buy https://spam.example',
  })
  const [mail] = await mailsTo(pool, email)
  expect(JSON.stringify(mail)).not.toMatch(/Cheapwatches|spam|Cave SARL/)
})

test('what may be left out is nothing', async () => {
  const email = newEmail()
  await askForAccess(deps, { ...asking(email), company: null, message: '   ' })
  expect(await requestsOf(email)).toMatchObject([{ company: null, message: null }])
})

describe('asked again', () => {
  test('while it waits, it is the same request, and is told once an hour', async () => {
    const email = newEmail()
    const id = await ask(deps, pool, email)
    await askForAccess(deps, { ...asking(email.toUpperCase()), firstName: 'Other' })
    expect(await requestsOf(email)).toMatchObject([{ id, firstName: 'Ada' }])
    expect(await kindsTo(pool, email)).toEqual(['access_asked'])
    clock.now = new Date(testNow.getTime() + hourMs - 1)
    await askForAccess(deps, asking(email))
    expect(await kindsTo(pool, email)).toHaveLength(1)
    clock.now = new Date(testNow.getTime() + hourMs)
    await askForAccess(deps, asking(email))
    expect(await kindsTo(pool, email)).toEqual(['access_asked', 'access_asked'])
    const told = (await mailsTo(pool, 'boss@caveau.example')).filter(({ body }) => body.includes(email))
    expect(told).toHaveLength(1)
  })

  test('by several at the same moment, one request and one mail are made', async () => {
    const email = newEmail()
    await Promise.all(Array.from({ length: 5 }, () => askForAccess(deps, asking(email))))
    expect(await requestsOf(email)).toHaveLength(1)
    expect(await kindsTo(pool, email)).toEqual(['access_asked'])
  })

  test('after it was declined, it is a new one', async () => {
    const email = newEmail()
    const id = await ask(deps, pool, email)
    await declineAccess(deps, 'Bo Boss', id, null)
    const second = await ask(deps, pool, email)
    expect((await requestsOf(email)).map((each) => each.id)).toEqual([second, id])
  })
})

describe('somebody who is known', () => {
  test('is told in the mailbox how to sign in, and nothing is to decide', async () => {
    const email = newEmail()
    const { accountId } = await openAccount(deps, email)
    await askForAccess(deps, asking(email))
    await askForAccess(deps, asking(email))
    const mails = await mailsTo(pool, email)
    expect(mails).toMatchObject([{ kind: 'access_known', account_id: accountId }])
    expect(mails[0]?.body).toContain(`${deps.settings.baseUrl}/app/`)
    expect(await requestsOf(email)).toEqual([])
  })

  test('but has no password yet, gets the invitation again, and only its newest link works', async () => {
    const email = newEmail()
    const owner = { email, firstName: 'Ada', lastName: 'Cave', company: null, password: null }
    await createAccount(deps, owner)
    const old = await mailedLink(pool, email)
    await askForAccess(deps, asking(email))
    expect(await kindsTo(pool, email)).toEqual(['invitation', 'invitation'])
    const password = 'a long enough password'
    await expect(acceptInvitation(deps, { token: old, password })).rejects.toThrow('record_not_found')
    await acceptInvitation(deps, { token: await mailedLink(pool, email), password })
  })

  test('and blocked is told the same; signing in tells the rest', async () => {
    const email = newEmail()
    const { accountId } = await openAccount(deps, email)
    await setAccountBlocked(deps, accountId, true)
    await askForAccess(deps, asking(email))
    expect(await kindsTo(pool, email)).toEqual(['access_known'])
  })
})

test.each<[string, Partial<AskedAccess>, string]>([
  ['no address', { email: 'nobody' }, 'email'],
  ['two addresses', { email: 'one,two@example.com' }, 'email'],
  ['an address within words', { email: '<script>ada@example.com' }, 'email'],
  ['a NUL byte in the address', { email: 'a\0@example.com' }, 'email'],
  ['a long address', { email: `${'a'.repeat(250)}@b.cd` }, 'email'],
  ['a blank name', { firstName: '  ' }, 'first_name'],
  ['a long name', { lastName: 'x'.repeat(101) }, 'last_name'],
  ['a name of two lines', { lastName: 'a\nb' }, 'last_name'],
  ['half of a pair', { lastName: 'a\ud800' }, 'last_name'],
  ['a link for a name', { firstName: 'Win https://spam.example' }, 'first_name'],
  ['another link', { firstName: 'WWW.spam.example' }, 'first_name'],
  ['markup', { company: '<b>Cave</b>' }, 'company'],
  ['a long company', { company: 'x'.repeat(201) }, 'company'],
  ['a long message', { message: 'x'.repeat(2001) }, 'message'],
  ['a bell', { message: 'ring \u0007' }, 'message'],
  ['a NUL byte', { message: '\0' }, 'message'],
  ['half of a pair in the message', { message: '\udc00' }, 'message'],
])('%s is refused by name, and nothing is written', async (_what, change, field) => {
  const before = await checksumOf(pool)
  await expect(askForAccess(deps, { ...asking(newEmail()), ...change })).rejects.toMatchObject({
    problem: { code: 'fields_invalid', fields: [{ field }] },
  })
  expect(await checksumOf(pool)).toEqual(before)
})

test('names as people have them are taken', async () => {
  const email = newEmail()
  const words = { firstName: "Zoë-Łucja d'Été", lastName: '山田', company: 'A & B / C, "D" (E)' }
  await askForAccess(deps, { ...asking(email), ...words, message: 'é'.repeat(2000) })
  expect(await requestsOf(email)).toMatchObject([words])
})

describe('where access is granted by itself', () => {
  const seeded: number[] = []
  const seed = async (within: Deps, accountId: number) => {
    expect(within.db.isTransaction).toBe(true)
    seeded.push(accountId)
  }

  test('the account is there at once, seeded, with an invitation and a row in the audit that names nobody', async () => {
    const email = newEmail()
    await askForAccess(auto, asking(email), seed)
    const [request] = await requestsOf(email)
    expect(request).toMatchObject({ state: 'granted', decidedBy: 'Access on request', decidedAt: testNow })
    expect(seeded).toEqual([request?.accountId])
    expect(await kindsTo(pool, email)).toEqual(['invitation'])
    const { rows } = await pool.query('select * from audit_entries order by id desc limit 1')
    expect(rows[0]).toMatchObject({
      action: 'access-request.grant',
      via: 'job',
      staff_id: null,
      account_id: request?.accountId,
      subject_id: request?.id,
    })
    await askForAccess(auto, asking(email), seed)
    expect(await kindsTo(pool, email)).toEqual(['invitation'])
    expect(seeded).toHaveLength(1)
  })

  test('and the cellar cannot be seeded, nothing has happened', async () => {
    const before = await checksumOf(pool)
    const fails = () => Promise.reject(new Error('no wine'))
    await expect(askForAccess(auto, asking(newEmail()), fails)).rejects.toThrow('no wine')
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('several who ask at the same moment get one account', async () => {
    const email = newEmail()
    await Promise.all(Array.from({ length: 4 }, () => askForAccess(auto, asking(email), seed)))
    expect(await requestsOf(email)).toMatchObject([{ state: 'granted' }])
    expect(await kindsTo(pool, email)).toEqual(['invitation'])
  })

  test('a request that waited from before is granted when it is asked again', async () => {
    const email = newEmail()
    const id = await ask(deps, pool, email)
    await askForAccess(auto, asking(email), seed)
    expect(await requestsOf(email)).toMatchObject([{ id, state: 'granted' }])
  })

  test('while the operator decides in the same moment, there is one account and no refusal', async () => {
    for (let round = 0; round < 4; round++) {
      const email = newEmail()
      const id = await ask(deps, pool, email)
      const [asked] = await Promise.allSettled([
        askForAccess(auto, asking(email), seed),
        grantAccess(deps, 'Bo Boss', id),
      ])
      expect(asked.status).toBe('fulfilled')
      expect(await getAccessRequest(db, id)).toMatchObject({ state: 'granted' })
      const { rows } = await pool.query('select count(*) from people where email = $1', [email])
      expect(rows[0]?.count).toBe(1)
    }
  })
})

test('when nobody can still be mailed too often, it is forgotten', async () => {
  await ask(deps, pool, newEmail())
  clock.now = new Date(testNow.getTime() + 3 * hourMs)
  await forgetRequestedMails(deps)
  const { rows } = await pool.query('select count(*) from requested_mails')
  expect(rows[0]?.count).toBe(0)
})

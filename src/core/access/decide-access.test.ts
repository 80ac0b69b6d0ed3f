import { expect, test } from 'vitest'
import { ask, asking, kindsTo, mailedLink, mailsTo } from '../../../test/support/access.ts'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { testNow } from '../../../test/support/settings.ts'
import { openAccount } from '../../../test/support/small-cellar.ts'
import { acceptInvitation } from '../accounts/accept-invitation.ts'
import { getAccountOverview } from '../accounts/account-reads.ts'
import { createAccount } from '../accounts/create-account.ts'
import { getAccessRequest, listAccessRequests } from './access-reads.ts'
import { askForAccess } from './ask-for-access.ts'
import { declineAccess, grantAccess } from './decide-access.ts'

const { deps, db, pool } = await testDatabase()
let count = 0
const newRequest = async () => {
  const email = `asker${++count}@example.com`
  return { email, id: await ask(deps, pool, email) }
}

test('granted: the account is open, its owner invited, and the request tells who decided', async () => {
  const { email, id } = await newRequest()
  const granted = await grantAccess(deps, 'Bo Boss', id)
  expect(granted).toMatchObject({
    state: 'granted',
    decidedBy: 'Bo Boss',
    decidedAt: testNow,
    declineReason: null,
  })
  const account = await getAccountOverview(db, Number(granted.accountId))
  expect(account).toMatchObject({
    name: 'Ada Cave',
    company: 'Cave SARL',
    email,
    apiAccess: true,
    people: [{ email, role: 'owner', state: 'invited' }],
  })
  const mail = (await mailsTo(pool, email)).at(-1)
  expect(mail).toMatchObject({ kind: 'invitation', account_id: granted.accountId })
  expect(mail?.body).toContain('you asked for access to Caveau')
  const token = await mailedLink(pool, email)
  expect(await acceptInvitation(deps, { token, password: 'a long enough password' })).toMatchObject({ email })
})

test('granted with what the operator puts right', async () => {
  const { id } = await newRequest()
  const { accountId } = await grantAccess(deps, 'Bo Boss', id, {
    firstName: 'Adèle',
    lastName: 'Caves',
    company: null,
    apiAccess: false,
  })
  const account = await getAccountOverview(db, Number(accountId))
  expect(account).toMatchObject({ name: 'Adèle Caves', company: null, apiAccess: false })
  expect(await getAccessRequest(db, id)).toMatchObject({ firstName: 'Ada', company: 'Cave SARL' })
})

test('declined: who asked is told, with the reason if there is one', async () => {
  const [one, other] = [await newRequest(), await newRequest()]
  expect(await declineAccess(deps, 'Bo Boss', one.id, ' We store wine only. ')).toMatchObject({
    state: 'declined',
    decidedBy: 'Bo Boss',
    declineReason: 'We store wine only.',
    accountId: null,
  })
  expect((await mailsTo(pool, one.email)).at(-1)).toMatchObject({
    kind: 'access_declined',
    body: expect.stringContaining('We cannot grant it:\n\nWe store wine only.\n'),
  })
  expect(await declineAccess(deps, 'Bo Boss', other.id, '  ')).toMatchObject({ declineReason: null })
  expect((await mailsTo(pool, other.email)).at(-1)?.body).toContain('We cannot grant it.\n')
})

test.each([
  ['granted', (id: number) => grantAccess(deps, 'Al Other', id)],
  ['declined', (id: number) => declineAccess(deps, 'Al Other', id, null)],
])('what is decided cannot be %s, the refusal says by whom, and nothing is written', async (_step, step) => {
  const [granted, declined] = [await newRequest(), await newRequest()]
  await grantAccess(deps, 'Bo Boss', granted.id)
  await declineAccess(deps, 'Bo Boss', declined.id, null)
  const before = await checksumOf(pool)
  for (const { id } of [granted, declined])
    await expect(step(id)).rejects.toMatchObject({
      code: 'step_not_possible',
      message: expect.stringMatching(/^This request was (granted|declined) by Bo Boss already/),
    })
  await expect(step(999_999)).rejects.toMatchObject({ problem: { code: 'record_not_found' } })
  expect(await checksumOf(pool)).toEqual(before)
})

test('of several who decide at the same moment one does', async () => {
  for (let round = 0; round < 3; round++) {
    const { email, id } = await newRequest()
    const outcomes = await Promise.allSettled([
      grantAccess(deps, 'Bo Boss', id),
      declineAccess(deps, 'Al Other', id, null),
      grantAccess(deps, 'Cy Third', id),
    ])
    const won = outcomes.filter(({ status }) => status === 'fulfilled')
    expect(won).toHaveLength(1)
    const { state } = await getAccessRequest(db, id)
    const { rows } = await pool.query('select count(*) from people where email = $1', [email])
    expect(rows[0]?.count).toBe(state === 'granted' ? 1 : 0)
    expect(await kindsTo(pool, email)).toEqual([
      'access_asked',
      state === 'granted' ? 'invitation' : 'access_declined',
    ])
  }
})

test('an address that got an account in the meantime is not granted another', async () => {
  const { email, id } = await newRequest()
  await openAccount(deps, email)
  const before = await checksumOf(pool)
  await expect(grantAccess(deps, 'Bo Boss', id)).rejects.toMatchObject({
    code: 'already_exists',
    message: `${email} has an account already. Decline the request.`,
  })
  expect(await checksumOf(pool)).toEqual(before)
})

test('an account opened by hand and one granted at the same moment: there is one', async () => {
  for (let round = 0; round < 3; round++) {
    const { email, id } = await newRequest()
    const owner = { email, firstName: 'Ada', lastName: 'Cave', company: null, password: null }
    const outcomes = await Promise.allSettled([grantAccess(deps, 'Bo Boss', id), createAccount(deps, owner)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  }
})

test.each<[string, () => Promise<unknown>, string]>([
  [
    'a blank name',
    async () => grantAccess(deps, 'Bo', (await newRequest()).id, { firstName: ' ' }),
    'first_name',
  ],
  [
    'a long company',
    async () => grantAccess(deps, 'Bo', (await newRequest()).id, { company: 'x'.repeat(201) }),
    'company',
  ],
  [
    'a long reason',
    async () => declineAccess(deps, 'Bo', (await newRequest()).id, 'x'.repeat(1001)),
    'reason',
  ],
])('%s is refused, and the request waits on', async (_what, work, field) => {
  await expect(work()).rejects.toMatchObject({ problem: { code: 'fields_invalid', fields: [{ field }] } })
  const { records } = await listAccessRequests(db, 'asked', { page: 1, count: 1 })
  expect(records).toMatchObject([{ email: `asker${count}@example.com` }])
})

test('are listed by state, newest first', async () => {
  await askForAccess(deps, asking('newest@example.com'))
  const ofState = async (state: 'asked' | 'granted' | 'declined' | null) =>
    listAccessRequests(db, state, { page: 1, count: 1000 })
  const all = await ofState(null)
  expect(all.records[0]).toMatchObject({ email: 'newest@example.com' })
  expect(all.records.map(({ id }) => id)).toEqual(all.records.map(({ id }) => id).toSorted((a, b) => b - a))
  let sum = 0
  for (const state of ['asked', 'granted', 'declined'] as const) {
    const { records, total } = await ofState(state)
    expect(new Set(records.map((each) => each.state))).toEqual(new Set([state]))
    sum += total
  }
  expect(sum).toBe(all.total)
})

// The addresses of an owner: who sees them, how they change, and that their secrets stay secret.
import { expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { webhookCellar } from '../../../test/support/webhook-cellar.ts'
import { revokeCredential } from '../accounts/account-credentials.ts'
import { Refusal } from '../problems.ts'
import {
  deleteEndpoint,
  pauseEndpoint,
  replaceEndpoint,
  resumeEndpoint,
  rotateSecret,
} from './change-endpoint.ts'
import { claimDelivery } from './claim-delivery.ts'
import { createEndpoint } from './create-endpoint.ts'
import { listDeliveries } from './delivery-reads.ts'
import { getEndpoint, listEndpoints } from './endpoint-reads.ts'
import { resendDelivery, resendFailed } from './resend-deliveries.ts'
import { sendTestEvent } from './send-test-event.ts'

const { deps, db, pool, clock } = await testDatabase()
const { addOwner, listen, addKey, order, deliveries } = await webhookCellar(deps, pool)
const whole = { page: 1, count: 30 }
const fields = { name: 'Shop', url: 'https://shop.example/hook', eventTypes: [] }

const problemOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  return error instanceof Refusal ? error.problem : error
}
const unknown = { code: 'record_not_found' }
const faultAt = (message: string) => ({
  code: 'fields_invalid',
  fields: [{ field: 'url', message: expect.stringContaining(message) }],
})

test('an address is made, read, replaced and deleted', async () => {
  const { accountId } = await addOwner()
  const owner = { accountId, accessKeyId: null }
  const { endpoint } = await createEndpoint(deps, owner, {
    ...fields,
    eventTypes: ['order.create', 'stock.update', 'order.create'],
  })
  expect(endpoint).toEqual({
    id: endpoint.id,
    name: 'Shop',
    url: 'https://shop.example/hook',
    eventTypes: ['order.create', 'stock.update'],
    state: 'active',
    failingSince: null,
    formerSecretUntil: null,
    createdAt: clock.now,
    updatedAt: clock.now,
  })
  expect(await listEndpoints(db, owner, whole)).toEqual({ records: [endpoint], total: 1 })
  const replaced = await replaceEndpoint(deps, owner, endpoint.id, {
    name: 'Other',
    url: 'https://other.example',
    eventTypes: [],
  })
  expect(replaced).toMatchObject({ name: 'Other', url: 'https://other.example/', eventTypes: [] })
  expect(await deleteEndpoint(deps, owner, endpoint.id)).toEqual(replaced)
  expect(await problemOf(getEndpoint(db, owner, endpoint.id))).toEqual(unknown)
  expect(await problemOf(deleteEndpoint(deps, owner, endpoint.id))).toEqual(unknown)
  expect(await listEndpoints(db, owner, whole)).toEqual({ records: [], total: 0 })
})

test('a secret is told once, and lies nowhere in clear', async () => {
  const { accountId } = await addOwner()
  const { owner, id, secret } = await listen({ accountId })
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const rotated = await rotateSecret(deps, owner, id)
  expect(rotated.secret).not.toBe(secret)
  expect(JSON.stringify(await getEndpoint(db, owner, id))).not.toContain('whsec')
  const { rows } = await pool.query<{ sealed: Buffer; former: Buffer }>(
    'select sealed_secret as sealed, former_secret as former from webhook_endpoints where id = $1',
    [id],
  )
  for (const told of [secret, rotated.secret])
    for (const kept of [rows[0]?.sealed, rows[0]?.former]) {
      expect(kept?.includes(told)).toBe(false)
      expect(kept?.includes(Buffer.from(told.slice(6), 'base64'))).toBe(false)
    }
})

test('for a day after a rotation both secrets sign, and then the new one alone', async () => {
  const owner = await addOwner()
  const { owner: of, id, secret, ref } = await listen(owner)
  const { secret: next } = await rotateSecret(deps, of, id)
  await order(owner)
  expect((await claimDelivery(deps, ref))?.secrets).toEqual([next, secret])
  const before = clock.now
  clock.now = new Date(before.getTime() + 24 * 3_600_000)
  expect((await claimDelivery(deps, ref))?.secrets).toEqual([next])
  clock.now = before
})

test.each([
  ['http://shop.example/', 'https://'],
  ['https://user:pass@shop.example/', 'password'],
  ['https://127.0.0.1/', 'public'],
  ['not an address', 'must be an address'],
  [`https://shop.example/${'é'.repeat(700)}`, 'at most 2000'],
])('%.40s is refused where only public addresses are taken', async (url, words) => {
  const { accountId } = await addOwner()
  const strict = { ...deps, settings: { ...deps.settings, webhookTargets: 'public' as const } }
  const owner = { accountId, accessKeyId: null }
  const before = await checksumOf(pool)
  expect(await problemOf(createEndpoint(strict, owner, { ...fields, url }))).toEqual(faultAt(words))
  expect(await checksumOf(pool)).toEqual(before)
})

test('an account has at most 20, also when many are added at once', async () => {
  const { accountId } = await addOwner()
  const keyId = await addKey(accountId)
  const made = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) =>
      createEndpoint(deps, { accountId, accessKeyId: index % 2 ? keyId : null }, fields),
    ),
  )
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  const owner = { accountId, accessKeyId: null }
  expect(await problemOf(createEndpoint(deps, owner, fields))).toEqual(faultAt('at most 20'))
  const [first] = (await listEndpoints(db, owner, whole)).records
  await deleteEndpoint(deps, owner, first?.id ?? 0)
  await createEndpoint(deps, owner, fields)
})

test('those of a key, those of the account and those of another account do not see each other', async () => {
  const [one, other] = [await addOwner(), await addOwner()]
  const keyId = await addKey(one.accountId)
  const ofKey = await listen(one, { accessKeyId: keyId })
  const ofAccount = await listen(one)
  const ids = async (owner: typeof ofKey.owner) =>
    (await listEndpoints(db, owner, whole)).records.map(({ id }) => id)
  expect(await ids(ofKey.owner)).toEqual([ofKey.id])
  expect(await ids(ofAccount.owner)).toEqual([ofAccount.id])
  const stranger = { accountId: other.accountId, accessKeyId: null }
  const before = await checksumOf(pool)
  for (const who of [stranger, ofAccount.owner])
    for (const attempt of [
      () => getEndpoint(db, who, ofKey.id),
      () => replaceEndpoint(deps, who, ofKey.id, fields),
      () => pauseEndpoint(deps, who, ofKey.id),
      () => resumeEndpoint(deps, who, ofKey.id),
      () => rotateSecret(deps, who, ofKey.id),
      () => deleteEndpoint(deps, who, ofKey.id),
      () => sendTestEvent(deps, who, ofKey.id),
      () => listDeliveries(db, who, ofKey.id, whole),
      () => resendDelivery(deps, who, ofKey.id, 1),
      () => resendFailed(deps, who, ofKey.id, clock.now),
    ])
      expect(await problemOf(attempt())).toEqual(unknown)
  expect(await checksumOf(pool)).toEqual(before)
})

test('a key of another account, or one that was revoked, has no addresses', async () => {
  const [one, other] = [await addOwner(), await addOwner()]
  const keyId = await addKey(other.accountId)
  expect(await problemOf(listen(one, { accessKeyId: keyId }))).toEqual(unknown)
  await revokeCredential(deps, 'access key', other.accountId, keyId)
  expect(await problemOf(listen(other, { accessKeyId: keyId }))).toEqual(unknown)
})

test('with its key an address goes, and so does what was on its way', async () => {
  const owner = await addOwner()
  const keyId = await addKey(owner.accountId)
  const { id, ref, owner: of } = await listen(owner, { accessKeyId: keyId })
  await order(owner)
  expect((await deliveries(id)).map(({ state }) => state)).toEqual(['pending', 'pending'])
  const taken = await claimDelivery(deps, ref)
  expect(taken?.isOfKey).toBe(true)
  await revokeCredential(deps, 'access key', owner.accountId, keyId)
  expect((await deliveries(id)).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  expect(await problemOf(getEndpoint(db, of, id))).toEqual(unknown)
  await order(owner)
  expect(await deliveries(id)).toHaveLength(2)
})

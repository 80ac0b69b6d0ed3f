import { expect, test } from 'vitest'
import { digest, hashPassword, makeCredential, passwordMatches, sameDigest } from './secrets.ts'

test.each([
  ['preproduction', 'accessKey', /^pre_ak_[\w-]{20}$/],
  ['preproduction', 'secretKey', /^pre_sk_[\w-]{40}$/],
  ['production', 'bearerToken', /^live_bt_[\w-]{40}$/],
  ['production', 'operatorToken', /^live_ot_[\w-]{40}$/],
] as const)('a credential of %s tells that it is a %s', (env, kind, pattern) => {
  expect(makeCredential(env, kind)).toMatch(pattern)
})

test('credentials are random', () => {
  const made = Array.from({ length: 1000 }, () => makeCredential('production', 'accessKey'))
  expect(new Set(made).size).toBe(1000)
})

test('a digest depends on the credential and on the key of the installation', () => {
  const one = digest('installation', 'secret')
  expect(one).toHaveLength(32)
  expect(sameDigest(one, digest('installation', 'secret'))).toBe(true)
  expect(sameDigest(one, digest('installation', 'secret2'))).toBe(false)
  expect(sameDigest(one, digest('another', 'secret'))).toBe(false)
})

test('digests of other lengths are different, not an error', () => {
  expect(sameDigest(Buffer.alloc(32), Buffer.alloc(31))).toBe(false)
})

test('a password matches its own hash and no other', async () => {
  const stored = await hashPassword('correct horse battery')
  expect(stored).not.toContain('correct')
  expect(await passwordMatches('correct horse battery', stored)).toBe(true)
  expect(await passwordMatches('correct horse batterY', stored)).toBe(false)
  expect(await passwordMatches('', stored)).toBe(false)
})

test('the same password is hashed anew each time', async () => {
  expect(await hashPassword('same')).not.toBe(await hashPassword('same'))
})

test('a password typed in composed or decomposed letters is one password', async () => {
  expect(await passwordMatches('e\u0301te\u0301', await hashPassword('\u00e9t\u00e9'))).toBe(true)
})

test.each(['', 'scrypt', 'scrypt$', 'plain text'])(
  'a stored value that is no hash, "%s", matches nothing',
  async (stored) => {
    expect(await passwordMatches('', stored)).toBe(false)
  },
)

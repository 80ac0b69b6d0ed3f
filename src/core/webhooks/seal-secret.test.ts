import { expect, test } from 'vitest'
import { openSecret, sealSecret } from './seal-secret.ts'

const setting = 'a setting of 32 characters or more'
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

test('what was sealed is opened again with the same setting for the same account', () => {
  expect(openSecret(setting, 7, sealSecret(setting, 7, secret))).toBe(secret)
})

test('the sealed form does not hold the secret, and differs each time', () => {
  const sealed = sealSecret(setting, 7, secret)
  expect(sealed.includes(secret)).toBe(false)
  expect(sealed.includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false)
  expect(sealSecret(setting, 7, secret).equals(sealed)).toBe(false)
})

test('another setting, another account or another byte opens nothing', () => {
  const sealed = sealSecret(setting, 7, secret)
  expect(() => openSecret(`${setting}.`, 7, sealed)).toThrow()
  expect(() => openSecret(setting, 8, sealed)).toThrow()
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => openSecret(setting, 7, changed)).toThrow()
  }
})

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

// A key of its own for this purpose: what is sealed here tells nothing of the digests that the same setting keys.
const keyFrom = (setting: string): Buffer =>
  Buffer.from(hkdfSync('sha256', setting, '', 'caveau webhook secrets', 32))

/**
 * Encrypts what must be read again but must not lie in the database in clear. It opens only for the account it was sealed for, so
 * that a row copied to another account is worth nothing there.
 */
export function sealSecret(setting: string, accountId: number, secret: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(setting), nonce).setAAD(Buffer.from(String(accountId)))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

export function openSecret(setting: string, accountId: number, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(setting), sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(String(accountId)))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

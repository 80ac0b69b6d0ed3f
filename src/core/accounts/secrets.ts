import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Environment } from '../../config.ts'

const marks = { preproduction: 'pre', production: 'live' } as const
const kinds = {
  accessKey: 'ak',
  secretKey: 'sk',
  bearerToken: 'bt',
  operatorToken: 'ot',
  staffSession: 'ss',
  invitation: 'iv',
} as const

/** A credential of 160 random bits or more whose prefix tells environment and kind, such as `pre_ak_…`. */
export function makeCredential(env: Environment, kind: keyof typeof kinds): string {
  return `${marks[env]}_${kinds[kind]}_${randomBytes(kind === 'accessKey' ? 15 : 30).toString('base64url')}`
}

/** Random credentials cannot be guessed, so a keyed digest is enough, and it is fast enough for every request. */
export const digest = (key: string, credential: string): Buffer =>
  createHmac('sha256', key).update(credential).digest()

export const sameDigest = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
)
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

/** Passwords can be guessed, so they get a slow, salted digest. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password.normalize('NFKC'), salt, 32, cost)
  return `scrypt$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const [, salt, hash] = stored.split('$')
  if (!salt || !hash) return false
  const given = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), 32, cost)
  return sameDigest(given, Buffer.from(hash, 'base64url'))
}

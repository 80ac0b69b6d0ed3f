import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Environment } from '../../config.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../problems.ts'

const marks = { preproduction: 'pre', production: 'live' } as const
const kinds = {
  accessKey: 'ak',
  secretKey: 'sk',
  bearerToken: 'bt',
  operatorToken: 'ot',
  staffSession: 'ss',
  ownerSession: 'os',
  invitation: 'iv',
} as const

/** A credential of 160 random bits or more whose prefix tells environment and kind, such as `pre_ak_…`. */
export function makeCredential(env: Environment, kind: keyof typeof kinds): string {
  return `${marks[env]}_${kinds[kind]}_${randomBytes(kind === 'accessKey' ? 15 : 30).toString('base64url')}`
}

/** Says so when a credential was made in the other environment; its prefix tells, so nobody has to be asked. */
export function refuseOtherEnvironment({ settings: { env: here } }: Deps, credential: string): void {
  const [, mark] = /^(pre|live)_[a-z]{2}_/.exec(credential) ?? []
  if (!mark || mark === marks[here]) return
  const madeIn = mark === marks.production ? 'production' : 'preproduction'
  throw refuse({ code: 'credentials_of_other_environment', madeIn, here })
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

/** Compared when there is no such person, so that the time of the answer does not tell. */
export const passwordOfNobody = 'scrypt$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const [, salt, hash] = stored.split('$')
  if (!salt || !hash) return false
  const given = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), 32, cost)
  return sameDigest(given, Buffer.from(hash, 'base64url'))
}

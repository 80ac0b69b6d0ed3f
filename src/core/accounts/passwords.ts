import { randomBytes } from 'node:crypto'
import { invalidField } from '../problems.ts'

const fewest = 12
// As many as signing in takes.
const most = 200

/** A password that somebody has chosen, or a refusal that names the field it came in. */
export function checkedPassword(password: string, field = 'password'): string {
  const { length } = [...password]
  if (length < fewest || length > most) throw invalidField(field, `needs ${fewest} to ${most} characters`)
  return password
}

export const makePassword = (): string => randomBytes(15).toString('base64url')

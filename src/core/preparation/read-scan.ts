import { invalidField } from '../problems.ts'

/** What a scanner read: the code of a bottle, or the code of a place. */
export type Scan = { kind: 'bottle'; bottleId: number } | { kind: 'location'; code: string }

export const bottleCode = (bottleId: number): string => `B${bottleId}`

/** `B` and a number is always a bottle, also where a place is called so: bottles are what is scanned all day. */
export function readScan(text: string): Scan {
  const code = text.trim().toUpperCase()
  const [, digits] = /^B([1-9]\d{0,14})$/.exec(code) ?? []
  if (digits) return { kind: 'bottle', bottleId: Number(digits) }
  if (/^[A-Z0-9][A-Z0-9-]{0,29}$/.test(code)) return { kind: 'location', code }
  throw invalidField('scan', 'must be the code of a bottle, such as B123, or of a location, such as A-01')
}

import { isEmail } from '../accounts/email.ts'
import { isCountry } from '../addresses/countries.ts'
import { isZipcodeOf } from '../addresses/zipcode.ts'
import { type InvalidField, invalidField, refuse } from '../problems.ts'
import type { WantedHours } from './delivery-hours.ts'
import type { HalfDay, OrderOrigin, Recipient } from './order.ts'

/** What is asked for. `boxCode` is empty for loose bottles; a quantity always counts bottles. */
export type OrderLine = { wineId: number; formatMl: number; boxCode: string; quantity: number }

export type NewOrder = {
  lines: OrderLine[]
  /** Take what is there instead of refusing the whole when something is short. */
  allowPartial: boolean
  handover: 'pickup' | 'delivery'
  recipient: Recipient
  wantedDate: string | null
  /** Half of the day, or hours within a slot of the warehouse that serves. */
  timeOfDay: HalfDay | WantedHours
  comment: string | null
  reference: string | null
  origin: OrderOrigin
}

const mostBottles = 100_000

/** Lines of the same wine, format and box are one line. Sorted, so that every order locks bottles in the same sequence. */
export function sumLines(lines: readonly OrderLine[]): OrderLine[] {
  const summed = new Map<string, OrderLine>()
  for (const line of lines) {
    const key = `${line.wineId} ${line.formatMl} ${line.boxCode}`
    const known = summed.get(key)
    summed.set(key, { ...line, quantity: line.quantity + (known?.quantity ?? 0) })
  }
  if (summed.size === 0) throw invalidField('bottles', 'must ask for at least one bottle')
  const sorted = [...summed.values()].sort(
    (one, other) =>
      one.wineId - other.wineId || one.formatMl - other.formatMl || (one.boxCode < other.boxCode ? -1 : 1),
  )
  if (countBottles(sorted) > mostBottles)
    throw invalidField('bottles', `must ask for at most ${mostBottles} bottles in all`)
  return sorted
}

export const countBottles = (lines: readonly { quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** A delivery needs a name and an address; a pick-up needs no one. Blank text counts as left out. */
export function checkedRecipient(handover: NewOrder['handover'], recipient: Recipient): Recipient {
  const given = Object.fromEntries(
    Object.entries(recipient).map(([field, value]) => [field, value?.trim() || null]),
  ) as Recipient
  if (handover === 'delivery') given.country ??= 'FR'
  const faults: InvalidField[] = []
  if (given.country !== null && !isCountry(given.country))
    faults.push({ field: 'country', message: 'must be an ISO 3166-1 alpha-2 code such as FR' })
  if (handover === 'delivery') faults.push(...missingForDelivery(given))
  if (given.country !== null && given.zipcode !== null && !isZipcodeOf(given.country, given.zipcode))
    faults.push({ field: 'zipcode', message: 'must be five digits for an address in France' })
  if (given.email !== null && !isEmail(given.email))
    faults.push({ field: 'email', message: 'must be an e-mail address' })
  if (faults.length > 0) throw refuse({ code: 'address_invalid', fields: faults })
  return given
}

function missingForDelivery(given: Recipient): InvalidField[] {
  const missing: InvalidField[] = (['street1', 'city', 'zipcode'] as const)
    .filter((field) => given[field] === null)
    .map((field) => ({ field, message: 'is needed for a delivery', missing: true }))
  if (given.company === null && (given.firstName === null || given.lastName === null))
    missing.push({
      field: 'company',
      message: 'is needed for a delivery, or firstname and lastname',
      missing: true,
    })
  return missing
}

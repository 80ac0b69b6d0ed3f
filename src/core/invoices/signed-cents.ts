import { fromCents, toCents } from '../orders/cents.ts'

/** Euro with at most two places in whole cents, also below zero: books know discounts and credit notes. */
export function readCents(euro: string): bigint {
  if (euro.startsWith('-')) return -readCents(euro.slice(1))
  const [whole = '', places = ''] = euro.split('.')
  return toCents(`${whole}.${places.padEnd(2, '0')}`)
}

export const writeCents = (cents: bigint): string => (cents < 0n ? `-${fromCents(-cents)}` : fromCents(cents))

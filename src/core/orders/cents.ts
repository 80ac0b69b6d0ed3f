/** Money is counted in whole cents, because a binary fraction cannot hold 0.10. */
export function toCents(euro: string): bigint {
  if (!/^\d+\.\d\d$/.test(euro)) throw new Error(`${euro} is no amount of euro with two places`)
  return BigInt(euro.replace('.', ''))
}

/** Euro with two places, such as 12.50. */
export function fromCents(cents: bigint): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

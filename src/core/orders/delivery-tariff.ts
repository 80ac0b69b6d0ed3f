/** Amounts are euro as text with two places. `price` is that of `fromBottles` bottles, and each one more adds the other. */
export type Bracket = { fromBottles: number; price: string; furtherBottlePrice: string }

/** Brackets in the order of their starts: each reaches up to the next one, and the last has no end. */
export type TariffZone = { code: string; label: string; countries: string[]; brackets: Bracket[] }

/** For a whole zone, or for a country, or for those zipcodes of a country that begin with the prefix. */
export type Supplement = {
  label: string
  zone: string | null
  country: string | null
  zipPrefix: string | null
  per: 'order' | 'bottle'
  amount: string
}

/** What deliveries cost from `validFrom` on. It has the zones paris and france, and `restOfWorld` names a third. */
export type Tariff = {
  name: string
  validFrom: string
  restOfWorld: string
  zones: TariffZone[]
  supplements: Supplement[]
}

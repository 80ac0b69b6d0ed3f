import type { InvalidField } from '../problems.ts'
import { toCents } from './cents.ts'
import type { Supplement, Tariff, TariffZone } from './delivery-tariff.ts'

/** Zones that no country belongs to: their addresses are told by the zipcode. */
const frenchZones = ['paris', 'france']
const dearest = toCents('99999.99')

/**
 * What is wrong with a tariff that somebody wrote down, beyond the kinds of its fields: the rules that the database keeps by itself,
 * in words. An empty list is a tariff that has a price for every address.
 */
export function faultsOfTariff({ restOfWorld, zones, supplements }: Tariff): InvalidField[] {
  const codes = new Set(zones.map(({ code }) => code))
  const named = (code: string) => (codes.has(code) ? [] : [fault('zones', `must have a zone ${code}`)])
  return [
    ...frenchZones.flatMap(named),
    ...(codes.has(restOfWorld) && !frenchZones.includes(restOfWorld)
      ? []
      : [fault('rest_of_world', 'must name one of the zones other than paris and france')]),
    ...repeated(zones, ({ code }) => code).map((at) =>
      fault(`zones.${at}.code`, 'is the code of another zone too'),
    ),
    ...zones.flatMap((zone, at) => faultsOfZone(zone, `zones.${at}`)),
    ...faultsOfCountries(zones),
    ...supplements.flatMap((supplement, at) => faultsOfSupplement(supplement, codes, `supplements.${at}`)),
    ...repeated(supplements, reachOf).map((at) =>
      fault(`supplements.${at}`, 'is there already, with the same reach, count and label'),
    ),
  ]
}

function faultsOfZone({ brackets }: TariffZone, field: string): InvalidField[] {
  return [
    ...(brackets.some(({ fromBottles }) => fromBottles === 1)
      ? []
      : [fault(`${field}.brackets`, 'must have one from 1 bottle on')]),
    ...repeated(brackets, ({ fromBottles }) => String(fromBottles)).map((at) =>
      fault(`${field}.brackets.${at}.from_bottles`, 'is the start of another bracket of the zone too'),
    ),
    ...brackets.flatMap(({ price, furtherBottlePrice }, at) => [
      ...tooDear(price, `${field}.brackets.${at}.price`),
      ...tooDear(furtherBottlePrice, `${field}.brackets.${at}.further_bottle_price`),
    ]),
  ]
}

/** A country is in one zone at most; in none it belongs to the rest of the world. */
function faultsOfCountries(zones: readonly TariffZone[]): InvalidField[] {
  const taken = new Set<string>()
  return zones.flatMap(({ code, countries }, zone) =>
    countries.flatMap((country, at): InvalidField[] => {
      const field = `zones.${zone}.countries.${at}`
      if (frenchZones.includes(code)) return [fault(field, `must be left out: ${code} goes by zipcodes`)]
      if (country === 'FR') return [fault(field, 'must not be FR, which is the zones paris and france')]
      if (taken.has(country)) return [fault(field, `${country} is in another zone too`)]
      taken.add(country)
      return []
    }),
  )
}

function faultsOfSupplement(
  { zone, country, zipPrefix, amount }: Supplement,
  codes: ReadonlySet<string>,
  field: string,
): InvalidField[] {
  return [
    ...((zone === null) === (country === null)
      ? [fault(`${field}.zone`, 'or country must be given, and not both')]
      : []),
    ...(zone !== null && !codes.has(zone)
      ? [fault(`${field}.zone`, `${zone} is no zone of this tariff`)]
      : []),
    ...(zipPrefix !== null && country === null
      ? [fault(`${field}.zip_prefix`, 'needs the country that it is of')]
      : []),
    ...(toCents(amount) === 0n ? [fault(`${field}.amount`, 'must be 0.01 or more')] : []),
    ...tooDear(amount, `${field}.amount`),
  ]
}

const reachOf = ({ label, zone, country, zipPrefix, per }: Supplement) =>
  JSON.stringify([zone, country, zipPrefix, per, label])

const tooDear = (amount: string, field: string) =>
  toCents(amount) > dearest ? [fault(field, 'must be 99999.99 or less')] : []

/** The places of those that have the same key as one before them. */
function repeated<T>(records: readonly T[], keyOf: (record: T) => string): number[] {
  const keys = records.map(keyOf)
  return keys.flatMap((key, at) => (keys.indexOf(key) < at ? [at] : []))
}

const fault = (field: string, message: string): InvalidField => ({ field, message })

import type { RuleStep } from '../problems.ts'
import { fromCents, toCents } from './cents.ts'
import {
  bracketStep,
  groupStep,
  restOfWorldStep,
  sumStep,
  supplementStep,
  tariffStep,
  zipcodeStep,
} from './delivery-cost-steps.ts'
import type { Supplement, Tariff, TariffZone } from './delivery-tariff.ts'
import { deliveryZoneOf } from './delivery-zone.ts'

export type Delivery = { zipcode: string; country: string; bottleCount: number; deliveryDate: string }
/** `cost` is euro with two places. */
export type DeliveryCost = { cost: string; steps: RuleStep[] }

type Charge = { cents: bigint; step: RuleStep }

/**
 * The price of the zone's bracket and every supplement that fits. Nothing is read here, so a tariff can be tried before it is in
 * force. Amounts have whole cents and counts are whole, so nothing is ever rounded.
 */
export function priceDelivery(tariff: Tariff, delivery: Delivery): DeliveryCost {
  const { bottleCount, deliveryDate } = delivery
  const { zone, step } = chooseZone(tariff, delivery)
  const charges = [
    chargeBracket(zone, bottleCount),
    ...tariff.supplements
      .filter((supplement) => fits(supplement, zone, delivery))
      .map((supplement) => chargeSupplement(supplement, bottleCount)),
  ]
  const cost = fromCents(charges.reduce((sum, { cents }) => sum + cents, 0n))
  const amounts = charges.map(({ cents }) => fromCents(cents))
  return {
    cost,
    steps: [
      tariffStep(tariff, deliveryDate),
      step,
      ...charges.map((charge) => charge.step),
      sumStep(amounts, cost),
    ],
  }
}

function chooseZone(tariff: Tariff, { country, zipcode }: Delivery): { zone: TariffZone; step: RuleStep } {
  const area = deliveryZoneOf({ kind: 'delivery', country, zipcode })
  if (area === 'paris' || area === 'france') {
    const zone = zoneCalled(area, tariff)
    return { zone, step: zipcodeStep(zone, zipcode) }
  }
  const group = tariff.zones.find(({ countries }) => countries.includes(country))
  if (group) return { zone: group, step: groupStep(group, country) }
  const rest = zoneCalled(tariff.restOfWorld, tariff)
  return { zone: rest, step: restOfWorldStep(rest, country) }
}

function zoneCalled(code: string, tariff: Tariff): TariffZone {
  const zone = tariff.zones.find((each) => each.code === code)
  if (!zone) throw new Error(`The tariff of ${tariff.validFrom} has no zone ${code}`)
  return zone
}

function chargeBracket({ code, brackets }: TariffZone, bottleCount: number): Charge {
  const at = brackets.findLastIndex(({ fromBottles }) => fromBottles <= bottleCount)
  const bracket = brackets[at]
  if (!bracket) throw new Error(`The zone ${code} has no price for ${bottleCount} bottles`)
  const furtherBottles = BigInt(bottleCount - bracket.fromBottles)
  const cents = toCents(bracket.price) + furtherBottles * toCents(bracket.furtherBottlePrice)
  return { cents, step: bracketStep(bracket, brackets[at + 1], bottleCount, fromCents(cents)) }
}

function fits(supplement: Supplement, zone: TariffZone, { country, zipcode }: Delivery): boolean {
  if (supplement.zone !== null) return supplement.zone === zone.code
  if (supplement.country !== country) return false
  return supplement.zipPrefix === null || bare(zipcode).startsWith(supplement.zipPrefix)
}

/** People write "75 008", "9000-063" and "bt1 1aa". */
const bare = (zipcode: string) => zipcode.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

function chargeSupplement(supplement: Supplement, bottleCount: number): Charge {
  const times = supplement.per === 'bottle' ? BigInt(bottleCount) : 1n
  const cents = times * toCents(supplement.amount)
  return { cents, step: supplementStep(supplement, bottleCount, fromCents(cents)) }
}

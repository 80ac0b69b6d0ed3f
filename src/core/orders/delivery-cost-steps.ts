import type { RuleStep } from '../problems.ts'
import type { Bracket, Supplement, Tariff, TariffZone } from './delivery-tariff.ts'

/** Each rule of the cost as it was applied. Amounts come in computed: here they are only put into words. */
export const pickupStep: RuleStep = {
  rule: 'pickup',
  words: 'A pick-up at the warehouse costs nothing.',
  data: { cost: '0.00', currency: 'EUR' },
}

export function tariffStep({ name, validFrom }: Tariff, date: string): RuleStep {
  const words =
    validFrom <= date
      ? `On ${date} the tariff in force is "${name}", valid from ${validFrom}.`
      : `On ${date} no tariff was in force yet, so the first one counts: "${name}", valid from ${validFrom}.`
  return { rule: 'tariff', words, data: { tariff: name, since: validFrom, date } }
}

const zoneStep = ({ code, label }: TariffZone, reason: string, data: RuleStep['data']): RuleStep => ({
  rule: 'zone',
  words: `The zone is "${label}", because ${reason}.`,
  data: { zone: code, ...data },
})

export const zipcodeStep = (zone: TariffZone, zipcode: string): RuleStep =>
  zoneStep(
    zone,
    zone.code === 'paris'
      ? `the address is in FR and its zipcode ${zipcode} is one of Paris, 92, 93 or 94`
      : `the address is in FR and its zipcode ${zipcode} is none of Paris, 92, 93 or 94`,
    { country: 'FR', zipcode },
  )

export const groupStep = (zone: TariffZone, country: string): RuleStep =>
  zoneStep(zone, `the tariff names ${country} in it`, { country })

export const restOfWorldStep = (zone: TariffZone, country: string): RuleStep =>
  zoneStep(zone, `the tariff names ${country} in no other zone`, { country })

export function bracketStep(
  { fromBottles, price, furtherBottlePrice }: Bracket,
  next: Bracket | undefined,
  bottleCount: number,
  amount: string,
): RuleStep {
  const further = bottleCount - fromBottles
  const grows = further > 0 && furtherBottlePrice !== '0.00'
  const to = next && next.fromBottles - 1
  const range = to === undefined ? `from ${fromBottles} on` : `${fromBottles} to ${to}`
  const sum = grows
    ? `${price} for the first ${fromBottles} and ${furtherBottlePrice} for each of the other ${further}, ${amount} euro`
    : `${amount} euro`
  return {
    rule: 'bracket',
    words: `${counted(bottleCount)} in the bracket ${range}: ${sum}.`,
    data: {
      bottles: bottleCount,
      from: fromBottles,
      ...(to !== undefined && { to }),
      price,
      ...(grows && { further, each: furtherBottlePrice }),
      amount,
    },
  }
}

export function supplementStep(supplement: Supplement, bottleCount: number, amount: string): RuleStep {
  const { label, per, amount: each, zone, country, zipPrefix } = supplement
  const sum = per === 'order' ? `${amount} euro` : `${counted(bottleCount)} at ${each} each, ${amount} euro`
  return {
    rule: 'supplement',
    words: `Supplement "${label}" for ${reachOf(supplement)}: ${sum}.`,
    data: {
      label,
      ...(zone !== null && { zone }),
      ...(country !== null && { country }),
      ...(zipPrefix !== null && { prefix: zipPrefix }),
      per,
      each,
      amount,
    },
  }
}

function reachOf({ zone, country, zipPrefix }: Supplement): string {
  if (zone !== null) return 'the whole zone'
  return zipPrefix === null ? `${country}` : `zipcodes in ${country} that begin with ${zipPrefix}`
}

export const sumStep = (amounts: readonly string[], cost: string): RuleStep => ({
  rule: 'sum',
  words: `The delivery costs ${amounts.length > 1 ? `${amounts.join(' + ')} = ` : ''}${cost} euro.`,
  data: { cost, currency: 'EUR' },
})

const counted = (bottles: number) => (bottles === 1 ? '1 bottle' : `${bottles} bottles`)

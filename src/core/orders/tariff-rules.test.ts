import { describe, expect, test } from 'vitest'
import { exampleTariff as tariff } from '../../../test/support/example-tariff.ts'
import type { Bracket, Supplement, Tariff } from './delivery-tariff.ts'
import { faultsOfTariff } from './tariff-rules.ts'

const fields = (change: Partial<Tariff>) => faultsOfTariff({ ...tariff, ...change }).map(({ field }) => field)
const [paris, france, benelux, world] = tariff.zones
const zones = (...changed: (Tariff['zones'][number] | undefined)[]) => ({
  zones: changed.filter((zone) => zone !== undefined),
})
const brackets = (...given: Partial<Bracket>[]) =>
  zones(
    paris,
    france,
    benelux,
    world && {
      ...world,
      brackets: given.map((each) => ({ fromBottles: 1, price: '1.00', furtherBottlePrice: '0.00', ...each })),
    },
  )
const supplement = (...given: Partial<Supplement>[]) => ({
  supplements: given.map((each) => ({
    label: 'Island',
    zone: null,
    country: 'FR',
    zipPrefix: '20',
    per: 'order' as const,
    amount: '12.00',
    ...each,
  })),
})

test('a good tariff has no fault', () => expect(faultsOfTariff(tariff)).toEqual([]))

describe('named are', () => {
  test.each<[string, Partial<Tariff>, string[]]>([
    ['no zone paris', zones(france, benelux, world), ['zones']],
    ['no zone france', zones(paris, benelux, world), ['zones']],
    ['a rest of the world that is no zone', { restOfWorld: 'moon' }, ['rest_of_world']],
    ['a rest of the world in Paris', { restOfWorld: 'paris' }, ['rest_of_world']],
    ['a rest of the world in France', { restOfWorld: 'france' }, ['rest_of_world']],
    [
      'a zone twice',
      zones(paris, france, benelux, world, benelux && { ...benelux, countries: [] }),
      ['zones.4.code'],
    ],
    [
      'a country twice',
      zones(paris, france, benelux, world && { ...world, countries: ['US', 'BE'] }),
      ['zones.3.countries.1'],
    ],
    [
      'a country twice in one zone',
      zones(paris, france, benelux && { ...benelux, countries: ['BE', 'BE'] }, world),
      ['zones.2.countries.1'],
    ],
    [
      'France as a country',
      zones(paris, france, benelux && { ...benelux, countries: ['FR'] }, world),
      ['zones.2.countries.0'],
    ],
    [
      'a country in Paris',
      zones(paris && { ...paris, countries: ['MC'] }, france, benelux, world),
      ['zones.0.countries.0'],
    ],
    ['no first bracket', brackets({ fromBottles: 2 }), ['zones.3.brackets']],
    [
      'a bracket twice',
      brackets({}, { fromBottles: 7 }, { fromBottles: 7 }),
      ['zones.3.brackets.2.from_bottles'],
    ],
    ['a price too high', brackets({ price: '100000.00' }), ['zones.3.brackets.0.price']],
    [
      'a further price too high',
      brackets({ furtherBottlePrice: '9999999999.99' }),
      ['zones.3.brackets.0.further_bottle_price'],
    ],
    ['a supplement for nobody', supplement({ country: null, zipPrefix: null }), ['supplements.0.zone']],
    ['a supplement for a zone and a country', supplement({ zone: 'world' }), ['supplements.0.zone']],
    [
      'a supplement for a zone that there is not',
      supplement({ zone: 'moon', country: null, zipPrefix: null }),
      ['supplements.0.zone'],
    ],
    [
      'a prefix without a country',
      supplement({ zone: 'world', country: null }),
      ['supplements.0.zip_prefix'],
    ],
    ['a supplement of nothing', supplement({ amount: '0.00' }), ['supplements.0.amount']],
    ['a supplement too high', supplement({ amount: '100000.00' }), ['supplements.0.amount']],
    ['the same supplement twice', supplement({}, { amount: '3.00' }), ['supplements.1']],
    [
      'several faults at once',
      { ...brackets({ fromBottles: 2 }), ...supplement({ amount: '0.00' }) },
      ['zones.3.brackets', 'supplements.0.amount'],
    ],
  ])('%s', (_what, change, expected) => expect(fields(change)).toEqual(expected))
})

describe('allowed are', () => {
  test.each<[string, Partial<Tariff>]>([
    ['carriage paid', brackets({ price: '0.00' })],
    ['the highest prices', brackets({ price: '99999.99', furtherBottlePrice: '99999.99' })],
    ['brackets in any order', brackets({ fromBottles: 13 }, {})],
    ['the same label for the order and for each bottle', supplement({}, { per: 'bottle' })],
    ['the same label for two prefixes', supplement({}, { zipPrefix: '97' })],
    ['a supplement for a whole country', supplement({ country: 'DE', zipPrefix: null })],
    ['no supplements', { supplements: [] }],
  ])('%s', (_what, change) => expect(fields(change)).toEqual([]))
})

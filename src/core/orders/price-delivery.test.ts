import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Bracket, Supplement, Tariff } from './delivery-tariff.ts'
import { priceDelivery } from './price-delivery.ts'

const bracket = (fromBottles: number, price: string, furtherBottlePrice = '0.00'): Bracket => ({
  fromBottles,
  price,
  furtherBottlePrice,
})
const nowhere = { zone: null, country: null, zipPrefix: null }
const tariff: Tariff = {
  name: 'Trial',
  validFrom: '2026-01-01',
  restOfWorld: 'world',
  zones: [
    {
      code: 'paris',
      label: 'Paris',
      countries: [],
      brackets: [bracket(1, '10.00'), bracket(7, '12.00', '0.10')],
    },
    {
      code: 'france',
      label: 'France',
      countries: [],
      brackets: [bracket(1, '20.00'), bracket(13, '30.05', '1.15')],
    },
    { code: 'benelux', label: 'Benelux', countries: ['BE', 'LU', 'NL'], brackets: [bracket(1, '40.00')] },
    { code: 'world', label: 'Rest of the world', countries: [], brackets: [bracket(1, '80.00', '8.00')] },
  ],
  supplements: [
    { ...nowhere, label: 'Corsica', country: 'FR', zipPrefix: '20', per: 'order', amount: '12.00' },
    { ...nowhere, label: 'Corsica', country: 'FR', zipPrefix: '20', per: 'bottle', amount: '0.35' },
    { ...nowhere, label: 'Ajaccio', country: 'FR', zipPrefix: '20000', per: 'order', amount: '1.00' },
    { ...nowhere, label: 'Luxembourg', country: 'LU', per: 'order', amount: '3.00' },
    { ...nowhere, label: 'Belfast', country: 'GB', zipPrefix: 'BT1', per: 'order', amount: '5.00' },
    { ...nowhere, label: 'Customs', zone: 'world', per: 'order', amount: '45.00' },
  ],
}

const price = (country: string, zipcode: string, bottleCount: number, deliveryDate = '2026-11-30') =>
  priceDelivery(tariff, { country, zipcode, bottleCount, deliveryDate })

describe('the zone', () => {
  test.each([
    ['FR', '75011', '10.00', 'paris'],
    ['FR', '92100', '10.00', 'paris'],
    ['FR', '93000', '10.00', 'paris'],
    ['FR', '94300', '10.00', 'paris'],
    ['FR', '91000', '20.00', 'france'],
    ['FR', '95000', '20.00', 'france'],
    ['FR', '69001', '20.00', 'france'],
    ['FR', '98000', '20.00', 'france'],
    // A zipcode that looks like Paris means nothing in another country.
    ['BE', '75011', '40.00', 'benelux'],
    ['NL', '1012 AB', '40.00', 'benelux'],
    ['US', '92100', '125.00', 'world'],
    ['__proto__', '1', '125.00', 'world'],
  ])('of %s %s costs %s, being %s', (country, zipcode, cost, zone) => {
    const priced = price(country, zipcode, 1)
    expect(priced.cost).toBe(cost)
    expect(priced.steps.find(({ rule }) => rule === 'zone')?.data.zone).toBe(zone)
  })
})

describe('the bracket', () => {
  test.each([
    ['75011', 1, '10.00'],
    ['75011', 6, '10.00'],
    ['75011', 7, '12.00'],
    ['75011', 8, '12.10'],
    ['75011', 10, '12.30'],
    ['69001', 12, '20.00'],
    ['69001', 13, '30.05'],
    ['69001', 14, '31.20'],
    ['69001', 100_000, '115015.10'],
  ])('of %s with %i bottles costs %s', (zipcode, count, cost) =>
    expect(price('FR', zipcode, count).cost).toBe(cost),
  )

  test.each([0, -1, 1.5, Number.NaN])('does not exist for %d bottles', (count) =>
    expect(() => price('FR', '75011', count)).toThrow(),
  )
})

describe('supplements', () => {
  test.each([
    ['once an order and for each bottle', 'FR', '20200', 3, '33.05'],
    ['every one whose prefix fits', 'FR', '20000', 3, '34.05'],
    ['not for another prefix', 'FR', '21000', 3, '20.00'],
    ['not for the same zipcode in another country', 'BE', '20000', 3, '40.00'],
    ['for a whole country', 'LU', '1009', 3, '43.00'],
    ['for a whole zone', 'GB', 'SW1A 1AA', 1, '125.00'],
    ['for a zipcode in small letters and with a blank', 'GB', 'bt 1 1aa', 1, '130.00'],
  ])('%s', (_rule, country, zipcode, count, cost) => expect(price(country, zipcode, count).cost).toBe(cost))
})

describe('the steps', () => {
  test('tell tariff, zone, bracket, supplements and sum in words', () =>
    expect(price('FR', '20200', 20).steps.map(({ rule, words }) => [rule, words])).toEqual([
      ['tariff', 'On 2026-11-30 the tariff in force is "Trial", valid from 2026-01-01.'],
      [
        'zone',
        'The zone is "France", because the address is in FR and its zipcode 20200 is none of Paris, 92, 93 or 94.',
      ],
      [
        'bracket',
        '20 bottles in the bracket from 13 on: 30.05 for the first 13 and 1.15 for each of the other 7, 38.10 euro.',
      ],
      ['supplement', 'Supplement "Corsica" for zipcodes in FR that begin with 20: 12.00 euro.'],
      [
        'supplement',
        'Supplement "Corsica" for zipcodes in FR that begin with 20: 20 bottles at 0.35 each, 7.00 euro.',
      ],
      ['sum', 'The delivery costs 38.10 + 12.00 + 7.00 = 57.10 euro.'],
    ]))

  test('and in data', () =>
    expect(price('FR', '20200', 20).steps.map(({ rule, data }) => [rule, data])).toEqual([
      ['tariff', { tariff: 'Trial', since: '2026-01-01', date: '2026-11-30' }],
      ['zone', { zone: 'france', country: 'FR', zipcode: '20200' }],
      ['bracket', { bottles: 20, from: 13, price: '30.05', further: 7, each: '1.15', amount: '38.10' }],
      [
        'supplement',
        { label: 'Corsica', country: 'FR', prefix: '20', per: 'order', each: '12.00', amount: '12.00' },
      ],
      [
        'supplement',
        { label: 'Corsica', country: 'FR', prefix: '20', per: 'bottle', each: '0.35', amount: '7.00' },
      ],
      ['sum', { cost: '57.10', currency: 'EUR' }],
    ]))

  test.each([
    [
      'a closed bracket names its end',
      price('FR', '75011', 1),
      'bracket',
      '1 bottle in the bracket 1 to 6: 10.00 euro.',
    ],
    [
      'a delivery in Paris',
      price('FR', '75011', 1),
      'zone',
      'The zone is "Paris", because the address is in FR and its zipcode 75011 is one of Paris, 92, 93 or 94.',
    ],
    [
      'a country in a group',
      price('BE', '1000', 1),
      'zone',
      'The zone is "Benelux", because the tariff names BE in it.',
    ],
    [
      'a country in none',
      price('JP', '100-0001', 1),
      'zone',
      'The zone is "Rest of the world", because the tariff names JP in no other zone.',
    ],
    [
      'a supplement of a country',
      price('LU', '1009', 1),
      'supplement',
      'Supplement "Luxembourg" for LU: 3.00 euro.',
    ],
    [
      'a supplement of a zone',
      price('JP', '100-0001', 1),
      'supplement',
      'Supplement "Customs" for the whole zone: 45.00 euro.',
    ],
    ['nothing to add up', price('BE', '1000', 1), 'sum', 'The delivery costs 40.00 euro.'],
    [
      'a day before the first tariff',
      price('BE', '1000', 1, '2025-12-31'),
      'tariff',
      'On 2025-12-31 no tariff was in force yet, so the first one counts: "Trial", valid from 2026-01-01.',
    ],
  ])('of %s', (_title, { steps }, rule, words) =>
    expect(steps.find((step) => step.rule === rule)?.words).toBe(words),
  )
})

test('a tariff without the zone of the address is our own fault, and loud', () => {
  const broken = { ...tariff, zones: tariff.zones.slice(2) }
  const delivery = { country: 'FR', zipcode: '75011', bottleCount: 1, deliveryDate: '2026-11-30' }
  expect(() => priceDelivery(broken, delivery)).toThrow('has no zone paris')
})

describe('any tariff', () => {
  const euro = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
  const cents = fc.integer({ min: 0, max: 9_999_999 })
  const rawBrackets = fc
    .uniqueArray(fc.integer({ min: 2, max: 500 }), { maxLength: 8 })
    .map((starts) => [1, ...starts.sort((one, other) => one - other)])
    .chain((starts) =>
      fc.tuple(...starts.map((from) => fc.record({ from: fc.constant(from), price: cents, each: cents }))),
    )
  const rawSupplements = fc.array(fc.record({ per: fc.constantFrom('order', 'bottle'), amount: cents }), {
    maxLength: 5,
  })
  const bottleCount = fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 100_000 }))
  type RawBracket = { from: number; price: number; each: number }
  type RawSupplement = { per: 'order' | 'bottle'; amount: number }

  const build = (brackets: readonly RawBracket[], supplements: readonly RawSupplement[]): Tariff => ({
    ...tariff,
    zones: [
      {
        code: 'france',
        label: 'France',
        countries: [],
        brackets: brackets.map(({ from, price, each }) => bracket(from, euro(price), euro(each))),
      },
    ],
    supplements: supplements.map(
      ({ per, amount }): Supplement => ({
        ...nowhere,
        zone: 'france',
        label: 'More',
        per,
        amount: euro(amount),
      }),
    ),
  })
  const cost = (made: Tariff, count: number) =>
    priceDelivery(made, { country: 'FR', zipcode: '69001', bottleCount: count, deliveryDate: '2026-11-30' })

  test('is added up to the cent', () => {
    fc.assert(
      fc.property(rawBrackets, rawSupplements, bottleCount, (brackets, supplements, count) => {
        let expected = 0n
        for (const { from, price, each } of brackets)
          if (from <= count) expected = BigInt(price) + BigInt(each) * BigInt(count - from)
        for (const { per, amount } of supplements)
          expected += BigInt(amount) * (per === 'bottle' ? BigInt(count) : 1n)
        const priced = cost(build(brackets, supplements), count)
        expect(BigInt(priced.cost.replace('.', ''))).toBe(expected)
        expect(priced.cost).toMatch(/^(0|[1-9]\d*)\.\d\d$/)
        // The wire carries a number: reading it back must give the same cents.
        expect(Number(priced.cost).toFixed(2)).toBe(priced.cost)
        const amounts = priced.steps.flatMap(({ data }) =>
          data.amount === undefined ? [] : [String(data.amount)],
        )
        expect(amounts.reduce((sum, each) => sum + BigInt(each.replace('.', '')), 0n)).toBe(expected)
      }),
      { numRuns: 500 },
    )
  })

  test('never gets cheaper with a bottle more, when no bracket begins below the end of the one before', () => {
    fc.assert(
      fc.property(rawBrackets, rawSupplements, bottleCount, (brackets, supplements, count) => {
        const rising: RawBracket[] = []
        for (const next of brackets) {
          const last = rising.at(-1)
          const floor = last ? last.price + last.each * (next.from - 1 - last.from) : 0
          rising.push({ ...next, price: floor + next.price })
        }
        const made = build(rising, supplements)
        const fewer = BigInt(cost(made, count).cost.replace('.', ''))
        const more = BigInt(cost(made, count + 1).cost.replace('.', ''))
        expect(more >= fewer).toBe(true)
      }),
    )
  })
})

import type { Bracket, Tariff } from '../../src/core/orders/delivery-tariff.ts'

const bracket = (fromBottles: number, price: string, furtherBottlePrice = '0.00'): Bracket => ({
  fromBottles,
  price,
  furtherBottlePrice,
})

/** A small tariff that begins two weeks after the tests' today. */
export const exampleTariff: Tariff = {
  name: 'Winter tariff',
  validFrom: '2026-12-01',
  restOfWorld: 'world',
  zones: [
    {
      code: 'paris',
      label: 'Paris and around',
      countries: [],
      brackets: [bracket(1, '10.00'), bracket(10, '15.00', '0.50')],
    },
    { code: 'france', label: 'France', countries: [], brackets: [bracket(1, '20.00')] },
    { code: 'benelux', label: 'Benelux', countries: ['BE', 'LU', 'NL'], brackets: [bracket(1, '30.00')] },
    { code: 'world', label: 'World', countries: [], brackets: [bracket(1, '80.00', '8.00')] },
  ],
  supplements: [
    { label: 'Corsica', zone: null, country: 'FR', zipPrefix: '20', per: 'order', amount: '12.00' },
    { label: 'Customs', zone: 'world', country: null, zipPrefix: null, per: 'order', amount: '45.00' },
  ],
}

import { expect, test } from 'vitest'
import { deliveryZoneOf, shippingDays } from './delivery-zone.ts'

test('a pick-up has a zone of its own', () => expect(deliveryZoneOf({ kind: 'pickup' })).toBe('pickup'))

test.each([
  ['FR', '75001', 'paris'],
  ['FR', '75116', 'paris'],
  ['FR', '92100', 'paris'],
  ['FR', '93200', 'paris'],
  ['FR', '94300', 'paris'],
  ['FR', ' 75 008 ', 'paris'],
  ['FR', '77000', 'france'],
  ['FR', '78000', 'france'],
  ['FR', '91000', 'france'],
  ['FR', '95000', 'france'],
  ['FR', '69001', 'france'],
  ['FR', '07500', 'france'],
  ['FR', '20000', 'france'],
  ['FR', '97100', 'france'],
  ['FR', '7500', 'france'],
  ['FR', '750011', 'france'],
  ['FR', '', 'france'],
  ['BE', '9200', 'world'],
  ['DE', '75172', 'world'],
  ['ES', '92001', 'world'],
  ['US', '94016', 'world'],
  ['IT', '93100', 'world'],
  ['MC', '98000', 'world'],
  ['GP', '97100', 'world'],
  ['fr', '75001', 'world'],
  ['', '75001', 'world'],
])('country "%s" with zipcode "%s" is in the zone %s', (country, zipcode, zone) =>
  expect(deliveryZoneOf({ kind: 'delivery', country, zipcode })).toBe(zone),
)

test.each([
  ['pickup', 1, 1],
  ['pickup', 500, 1],
  ['paris', 1, 1],
  ['paris', 25, 1],
  ['france', 1, 3],
  ['france', 24, 3],
  ['france', 25, 4],
  ['france', 500, 4],
  ['world', 1, 6],
  ['world', 25, 6],
] as const)('shipping to the zone %s takes, with %i bottles, %i days', (zone, bottles, days) =>
  expect(shippingDays(zone, bottles)).toBe(days),
)

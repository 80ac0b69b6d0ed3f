export type DeliveryZone = 'pickup' | 'paris' | 'france' | 'world'
type Destination = { kind: 'pickup' } | { kind: 'delivery'; country: string; zipcode: string }

const parisZipcode = /^(75|92|93|94)\d{3}$/

/** "Paris" includes the departments 92, 93 and 94. A zipcode of another country may look the same and means nothing here. */
export function deliveryZoneOf(destination: Destination): DeliveryZone {
  if (destination.kind === 'pickup') return 'pickup'
  if (destination.country !== 'FR') return 'world'
  // People write "75 008" as well.
  return parisZipcode.test(destination.zipcode.replaceAll(/\s/g, '')) ? 'paris' : 'france'
}

/** Shipping within France takes a day longer above this many bottles. */
export const smallOrderBottles = 24

/** Calendar days from the start of the preparation to the delivery, or to the pick-up. */
export function shippingDays(zone: DeliveryZone, bottleCount: number): number {
  switch (zone) {
    case 'pickup':
    case 'paris':
      return 1
    case 'france':
      return bottleCount > smallOrderBottles ? 4 : 3
    case 'world':
      return 6
  }
}

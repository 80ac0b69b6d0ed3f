import { describe, expect, test } from 'vitest'
import { composeLines, type PricedOrder, type StorageDays } from './compose-lines.ts'

const card = {
  ...{ id: 1, validFrom: '2020-01-01', name: 'Standard', vatPercent: '20.00' },
  preparationPerOrder: '2.5000',
  preparationPerBottle: '0.8500',
  packagingPerParcel: '2.8500',
  putawayPerBottle: '0.3200',
}
const order = (more: Partial<PricedOrder> = {}): PricedOrder => ({
  ...{ orderId: 7, reference: null, handover: 'pickup', zipcode: null, country: null },
  ...{
    deliveryDate: '2026-10-12',
    leftOn: '2026-10-12',
    bottleCount: 6,
    parcelCount: 1,
    deliveryCost: '0.00',
  },
  ...more,
})
const storage = (more: Partial<StorageDays> = {}): StorageDays => ({
  ...{ formatMl: 1500, price: '0.0096', vatPercent: '20.00', bottleDays: '31' },
  ...{ firstDay: '2026-10-01', lastDay: '2026-10-31' },
  ...more,
})
const nothing = { orders: [], putaways: [] }
const inShort = (...of: Parameters<typeof composeLines>) =>
  composeLines(...of).map(
    ({ label, quantity, unitPrice, vatPercent }) => `${label}: ${quantity} × ${unitPrice}, ${vatPercent} %`,
  )

describe('the lines of a month', () => {
  test('nothing has no lines', () => expect(inShort([], nothing, [card])).toEqual([]))

  test('storage names format and days', () =>
    expect(inShort([storage(), storage({ formatMl: 750, lastDay: '2026-10-14' })], nothing, [card])).toEqual([
      'Storage of 1.5 l bottles, October 2026, bottle-days: 31 × 0.0096, 20.00 %',
      'Storage of 0.75 l bottles, 1–14 October 2026, bottle-days: 31 × 0.0096, 20.00 %',
    ]))

  test('work of many orders is one line for each rate', () =>
    expect(
      inShort([], { ...nothing, orders: [order(), order({ orderId: 8, bottleCount: 13, parcelCount: 3 })] }, [
        card,
      ]),
    ).toEqual([
      'Preparation, per order: 2 × 2.5000, 20.00 %',
      'Preparation, per bottle: 19 × 0.8500, 20.00 %',
      'Packaging, per parcel: 4 × 2.8500, 20.00 %',
    ]))

  test('an order is billed by the card of the day on which it left, a putaway by that of its validation', () => {
    const dearer = {
      ...card,
      validFrom: '2026-10-12',
      preparationPerOrder: '3.0000',
      putawayPerBottle: '0.4000',
    }
    const work = {
      orders: [order({ leftOn: '2026-10-11' }), order({ orderId: 8 })],
      putaways: [
        { putawayId: 1, validatedOn: '2026-10-11', bottleCount: 5 },
        { putawayId: 2, validatedOn: '2026-10-12', bottleCount: 7 },
      ],
    }
    expect(inShort([], work, [card, dearer])).toEqual([
      'Putaway, per bottle received: 5 × 0.3200, 20.00 %',
      'Putaway, per bottle received: 7 × 0.4000, 20.00 %',
      'Preparation, per order: 1 × 2.5000, 20.00 %',
      'Preparation, per bottle: 12 × 0.8500, 20.00 %',
      'Packaging, per parcel: 2 × 2.8500, 20.00 %',
      'Preparation, per order: 1 × 3.0000, 20.00 %',
    ])
  })

  test('each delivery is a line of its own with the order and its reference, and a pick-up has none', () => {
    const delivered = order({ handover: 'delivery', deliveryCost: '12.90', reference: 'PO\n 12' })
    const lines = inShort([], { ...nothing, orders: [delivered, order({ orderId: 8 })] }, [card])
    expect(lines.filter((line) => line.startsWith('Delivery'))).toEqual([
      'Delivery of order 7 (PO 12), 2026-10-12: 1 × 12.90, 20.00 %',
    ])
  })

  test('what costs nothing is not printed', () => {
    const free = {
      ...card,
      preparationPerOrder: '0.0000',
      packagingPerParcel: '0.0000',
      preparationPerBottle: '0.0000',
    }
    const delivered = order({ handover: 'delivery', deliveryCost: '0.00' })
    expect(inShort([], { ...nothing, orders: [delivered] }, [free])).toEqual([])
  })

  test('work before the first card takes the first', () =>
    expect(inShort([], { ...nothing, orders: [order({ leftOn: '2019-01-01' })] }, [card])).toHaveLength(3))
})

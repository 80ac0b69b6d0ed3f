import type { Database } from '../../db/database.ts'
import { fromCents } from '../orders/cents.ts'
import type { Tariff } from '../orders/delivery-tariff.ts'
import { priceDelivery } from '../orders/price-delivery.ts'
import { tariffInForce } from '../orders/tariff-reads.ts'
import type { BillableOrder } from './billable-work.ts'
import type { PricedOrder } from './compose-lines.ts'

export type PriceOrder = (order: BillableOrder) => Promise<PricedOrder>

/** Prices deliveries by the tariff of their own day, which is read once however many orders of many accounts share it. */
export function orderPricer(db: Database): PriceOrder {
  const tariffs = new Map<string, Promise<Tariff>>()
  const tariffOn = (onDay: string) => {
    const known = tariffs.get(onDay) ?? tariffInForce(db, onDay)
    tariffs.set(onDay, known)
    // One that could not be read is asked for again by the next.
    known.catch(() => tariffs.delete(onDay))
    return known
  }
  return async (order) => {
    const { handover, zipcode, country, bottleCount, deliveryDate } = order
    if (handover === 'pickup' || zipcode === null || country === null)
      return { ...order, deliveryCost: fromCents(0n) }
    const { cost } = priceDelivery(await tariffOn(deliveryDate), {
      zipcode,
      country,
      bottleCount,
      deliveryDate,
    })
    return { ...order, deliveryCost: cost }
  }
}

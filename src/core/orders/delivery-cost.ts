import type { Database } from '../../db/database.ts'
import { fromCents } from './cents.ts'
import { pickupStep } from './delivery-cost-steps.ts'
import { type Delivery, type DeliveryCost, priceDelivery } from './price-delivery.ts'
import { tariffInForce } from './tariff-reads.ts'

export type PricedHandover = { kind: 'pickup' } | ({ kind: 'delivery' } & Delivery)

/** What it costs to bring the bottles to the customer, and why. A delivery is priced by the tariff of its own day. */
export async function deliveryCost(db: Database, handover: PricedHandover): Promise<DeliveryCost> {
  if (handover.kind === 'pickup') return { cost: fromCents(0n), steps: [pickupStep] }
  return priceDelivery(await tariffInForce(db, handover.deliveryDate), handover)
}

import { formatLitres } from '../catalogue/format.ts'
import type { BillableOrder, BillablePutaway } from './billable-work.ts'
import { periodInWords } from './billing-month.ts'
import { cardOn } from './rate-card-rules.ts'
import type { ServiceCard } from './work-rates.ts'

export type LineSource = 'storage' | 'preparation' | 'packaging' | 'delivery' | 'putaway'
/** A line that a run computes. Amounts are exact decimals as text. */
export type ComputedLine = {
  source: LineSource
  label: string
  quantity: string
  unitPrice: string
  vatPercent: string
}
export type StorageDays = {
  formatMl: number
  price: string
  vatPercent: string
  firstDay: string
  lastDay: string
  bottleDays: string
}
/** `deliveryCost` is euro with two places. */
export type PricedOrder = BillableOrder & { deliveryCost: string }

const storageLine = (storage: StorageDays): ComputedLine => ({
  source: 'storage',
  label: `Storage of ${formatLitres(storage.formatMl)} l bottles, ${periodInWords(storage.firstDay, storage.lastDay)}, bottle-days`,
  quantity: storage.bottleDays,
  unitPrice: storage.price,
  vatPercent: storage.vatPercent,
})

type Work = {
  onDay: string
  source: LineSource
  label: string
  count: number
  price: (card: ServiceCard) => string
}

const workOnOrder = ({ leftOn, bottleCount, parcelCount }: PricedOrder): Work[] => [
  {
    onDay: leftOn,
    source: 'preparation',
    label: 'Preparation, per order',
    count: 1,
    price: (card) => card.preparationPerOrder,
  },
  {
    onDay: leftOn,
    source: 'preparation',
    label: 'Preparation, per bottle',
    count: bottleCount,
    price: (card) => card.preparationPerBottle,
  },
  {
    onDay: leftOn,
    source: 'packaging',
    label: 'Packaging, per parcel',
    count: parcelCount,
    price: (card) => card.packagingPerParcel,
  },
]
const workOnPutaway = ({ validatedOn, bottleCount }: BillablePutaway): Work => ({
  onDay: validatedOn,
  source: 'putaway',
  label: 'Putaway, per bottle received',
  count: bottleCount,
  price: (card) => card.putawayPerBottle,
})

/** One line for each kind of work and price, however many orders it was done on. */
function workLines(work: readonly Work[], cards: readonly ServiceCard[]): ComputedLine[] {
  const priced = work.map(({ onDay, source, label, count, price }) => {
    const card = cardOn(cards, onDay)
    return { source, label, count, unitPrice: price(card), vatPercent: card.vatPercent }
  })
  const groups = Map.groupBy(
    priced,
    ({ label, unitPrice, vatPercent }) => `${label} ${unitPrice} ${vatPercent}`,
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { count: _, ...line } = first
    return [{ ...line, quantity: String(group.reduce((sum, { count }) => sum + count, 0)) }]
  })
}

const deliveryLine = (order: PricedOrder, cards: readonly ServiceCard[]): ComputedLine => ({
  source: 'delivery',
  label: `Delivery of order ${order.orderId}${referenceInWords(order.reference)}, ${order.leftOn}`,
  quantity: '1',
  unitPrice: order.deliveryCost,
  vatPercent: cardOn(cards, order.leftOn).vatPercent,
})
const referenceInWords = (reference: string | null) =>
  reference === null ? '' : ` (${reference.replaceAll(/\s+/g, ' ')})`

const isZero = (amount: string) => /^[0.]+$/.test(amount)

/** Everything a month has for an account, storage first. What costs nothing is not printed. */
export function composeLines(
  storage: readonly StorageDays[],
  work: { orders: readonly PricedOrder[]; putaways: readonly BillablePutaway[] },
  cards: readonly ServiceCard[],
): ComputedLine[] {
  const deliveries = work.orders.filter(({ handover }) => handover === 'delivery')
  return [
    ...storage.map(storageLine),
    ...workLines([...work.putaways.map(workOnPutaway), ...work.orders.flatMap(workOnOrder)], cards),
    ...deliveries.map((order) => deliveryLine(order, cards)),
  ].filter(({ quantity, unitPrice }) => !isZero(quantity) && !isZero(unitPrice))
}

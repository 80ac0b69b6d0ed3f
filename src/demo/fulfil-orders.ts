import { at, seconds, sometime } from './demo-calendar.ts'
import type { DemoOrder } from './demo-records.ts'
import type { DemoWorld } from './demo-world.ts'
import { authorOf, openOrder, warehouseOf } from './open-order.ts'
import { draftOrders, type OrderDraft } from './order-drafts.ts'
import { merchant, operator } from './people.ts'
import { type Picked, pickFrom, type Shelf, shelvesOf } from './pick-bottles.ts'
import { type Random, seededRandom } from './random.ts'
import { pickForSplit } from './split-order.ts'

/** Places the orders one after the other, each from the bottles that were free at its moment. */
export function fulfilOrders(world: DemoWorld): void {
  const random = seededRandom('orders')
  let webshopNumber = 10_412
  for (const draft of draftOrders(world.today)) {
    const shelves = shelvesOf(world, draft.owner, draft.createdAt)
    const parts = draft.split ? pickForSplit(shelves, random) : [pickInOneWarehouse(shelves, draft, random)]
    const order = openOrder(world.today, draft, parts.flat(), random)
    if (draft.owner === merchant) order.reference = `WEB-${webshopNumber++}`
    world.orders.push(order)
    if (draft.split) openChildren(world, order, parts)
    else carryOut(world, draft, order, parts.flat(), random)
  }
}

function pickInOneWarehouse(shelves: readonly Shelf[], draft: OrderDraft, random: Random): Picked[] {
  const byWarehouse = [...Map.groupBy(shelves, (shelf) => shelf.warehouse).values()]
  // A large order would not find enough in just any warehouse.
  if (draft.appetite === 'many')
    byWarehouse.sort((one, other) => boxedBottles(other) - boxedBottles(one)).splice(1)
  const choices = byWarehouse.map((group) => [group, group.length] as const)
  return pickFrom(random.weighted(choices), draft.appetite, random)
}

const boxedBottles = (shelves: readonly Shelf[]) =>
  shelves.reduce((sum, { packing, bottles }) => sum + (packing === '' ? 0 : bottles.length), 0)

function carryOut(
  world: DemoWorld,
  draft: OrderDraft,
  order: DemoOrder,
  picked: Picked[],
  random: Random,
): void {
  const bottles = picked.flatMap((part) => part.bottles)
  for (const bottle of bottles) world.ledger.reserve(bottle, order, order.createdAt)
  if (draft.fate === 'new') return
  if (draft.fate === 'deleted') {
    order.deletedAt = seconds(random.between(2, 20) * 3600, order.createdAt)
    order.updatedAt = order.deletedAt
    for (const bottle of bottles) world.ledger.release(bottle, order, order.deletedAt)
    return
  }
  order.updatedBy = authorOf(operator)
  if (draft.fate === 'processing' || draft.fate === 'ready') {
    order.updatedAt = sometime(random, order.preparationDate, 9, 17)
    return
  }
  const onDeliveryDay = inHalfDay(random, order)
  const handedOverAt = order.recipient ? sometime(random, order.preparationDate, 15, 18) : onDeliveryDay
  for (const bottle of bottles) world.ledger.handOver(bottle, order, handedOverAt)
  order.updatedAt = draft.fate === 'delivered' ? onDeliveryDay : handedOverAt
  if (order.recipient) order.trackingNumbers = trackingNumbers(bottles.length, random)
}

const inHalfDay = (random: Random, { deliveryDate, halfDay }: DemoOrder) =>
  halfDay === 'am' ? sometime(random, deliveryDate, 9, 12) : sometime(random, deliveryDate, 14, 18)

/** One parcel holds twelve bottles. */
const trackingNumbers = (bottleCount: number, random: Random) =>
  Array.from({ length: Math.ceil(bottleCount / 12) }, () => `CX${random.between(100_000_000, 999_999_999)}FR`)

/** The warehouse of the first part is ahead; the order as a whole is as far as the slowest part. */
function openChildren(world: DemoWorld, parent: DemoOrder, parts: readonly Picked[][]): void {
  parent.updatedBy = authorOf(operator)
  parent.updatedAt = at(parent.preparationDate, 14, 20)
  for (const [index, part] of parts.entries()) {
    const child: DemoOrder = {
      ...parent,
      parent,
      status: index === 0 ? 'ready' : 'processing',
      warehouse: warehouseOf(part),
      updatedAt: index === 0 ? parent.updatedAt : at(parent.preparationDate, 9, 20),
      lines: part.map(({ line }) => line),
    }
    world.orders.push(child)
    for (const bottle of part.flatMap(({ bottles }) => bottles))
      world.ledger.reserve(bottle, child, child.createdAt)
  }
}

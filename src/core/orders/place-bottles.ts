import type { Database } from '../../db/database.ts'
import type { PickedBottle } from '../cellar/pick-bottles.ts'
import type { OrderLine } from './new-order.ts'
import type { OrderRecord } from './order-record.ts'
import { insertOrderRow, reserveBottles, writeLines } from './order-writes.ts'

/** The warehouse an order is named after: the one most of its bottles lie in. */
export function mainWarehouse(bottles: readonly PickedBottle[]): number {
  const [largest] = byWarehouse(bottles).sort(([, one], [, other]) => other.length - one.length)
  if (!largest) throw new Error('An order has at least one bottle')
  return largest[0]
}

/** Writes the lines of an order and reserves its bottles. Over several warehouses, each gets a child order of its own. */
export async function placeBottles(
  db: Database,
  accountId: number,
  { orderId, record, bottles }: { orderId: number; record: OrderRecord; bottles: readonly PickedBottle[] },
  now: Date,
): Promise<void> {
  await writeLines(db, accountId, orderId, linesOf(bottles))
  const parts = byWarehouse(bottles)
  if (parts.length === 1) return reserveBottles(db, accountId, assign(bottles, orderId), now)
  for (const [warehouseId, part] of parts) {
    const childId = await insertOrderRow(db, accountId, { parentId: orderId, warehouseId, record }, now)
    await writeLines(db, accountId, childId, linesOf(part))
    await reserveBottles(db, accountId, assign(part, childId), now)
  }
}

const assign = (bottles: readonly PickedBottle[], orderId: number) =>
  bottles.map(({ id }) => ({ bottleId: id, orderId }))

const byWarehouse = (bottles: readonly PickedBottle[]): [number, PickedBottle[]][] =>
  [...Map.groupBy(bottles, ({ warehouseId }) => warehouseId)].sort(([one], [other]) => one - other)

const linesOf = (bottles: readonly PickedBottle[]): OrderLine[] =>
  [...Map.groupBy(bottles, ({ line }) => line)].map(([line, picked]) => ({
    ...line,
    quantity: picked.length,
  }))

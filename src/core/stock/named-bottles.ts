import type { Database } from '../../db/database.ts'
import { bottleCode } from '../preparation/read-scan.ts'
import { type InvalidField, refuse } from '../problems.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { codesInWords } from './bottle-code.ts'
import { type LockedBottle, lockBottles } from './bottle-locks.ts'

/** As many as one request can name, move, lose or find. */
export const mostBottles = 5000
const mostFields = 20

type StoredBottle = LockedBottle & { warehouseId: number; locationId: number }

/** Locks the bottles that a request names. The field is `bottle_ids`. */
export async function lockNamed(
  db: Database,
  accountId: number,
  bottleIds: readonly number[],
): Promise<LockedBottle[]> {
  const ids = [...new Set(bottleIds)]
  const bottles = await lockBottles(
    db,
    ids.map((id) => ({ accountId, id })),
  )
  const found = new Set(bottles.map(({ id }) => id))
  const unknown = ids.filter((id) => !found.has(id))
  if (unknown.length > 0)
    throw refuse({
      code: 'fields_invalid',
      fields: fieldsOf(bottleIds, unknown, (id) => `${id} is no bottle of this account`),
    })
  return bottles
}

/** The same for bottles that must lie in a warehouse now. */
export async function lockStored(
  db: Database,
  accountId: number,
  bottleIds: readonly number[],
): Promise<StoredBottle[]> {
  const bottles = await lockNamed(db, accountId, bottleIds)
  const elsewhere = bottles.filter(({ state }) => state !== 'stored').map(({ id }) => id)
  if (elsewhere.length > 0)
    throw new WorkRefusal(
      'step_not_possible',
      `Not in a warehouse now: ${codesInWords(elsewhere)}. Leave them out and send the rest again.`,
      fieldsOf(bottleIds, elsewhere, (id) => `${bottleCode(id)} is not in a warehouse now`),
    )
  return bottles.filter((bottle): bottle is StoredBottle => bottle.locationId !== null)
}

/** A bottle that an order waits for cannot simply go; the order must get another one first. */
export function refuseReserved(bottles: readonly { id: number; orderId: number | null }[]): void {
  const reserved = bottles.filter(({ orderId }) => orderId !== null)
  if (reserved.length === 0) return
  const orderIds = [...new Set(reserved.map(({ orderId }) => orderId))]
  throw new WorkRefusal(
    'in_use',
    `Reserved bottles would be missing: ${codesInWords(reserved.map(({ id }) => id))}, of order ${orderIds.slice(0, mostFields).join(', ')}. Report their loss with the order, which gets others in their place, and try again.`,
    orderIds
      .slice(0, mostFields)
      .map((orderId) => ({ field: 'order_id', message: `order ${orderId} holds some` })),
  )
}

export function fieldsOf(
  given: readonly number[],
  wrong: readonly number[],
  words: (id: number) => string,
  field = 'bottle_ids',
): InvalidField[] {
  return wrong
    .slice(0, mostFields)
    .map((id) => ({ field: `${field}.${given.indexOf(id)}`, message: words(id) }))
}

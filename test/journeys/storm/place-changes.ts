import { setTimeout as pause } from 'node:timers/promises'
import type { Caller } from '../../../src/core/deps.ts'
import { createOrder } from '../../../src/core/orders/create-order.ts'
import { line, pickup } from '../../support/order-cellar.ts'
import type { StormSite, StormSize } from './storm.ts'

class TakenBack extends Error {}

/** An owner's orders: made, edited a few times, some deleted, and between them some that never were. Tells how many there were. */
export async function placeChanges(
  site: StormSite,
  { ordersEach, editsEach }: StormSize,
  owner: Caller,
): Promise<{ changes: number; rolledBack: number }> {
  const { cellar } = site
  const counts = { changes: 0, rolledBack: 0 }
  const change = async <T>(work: () => Promise<T>): Promise<T> => {
    const result = await insistently(site, work)
    counts.changes += 1
    return result
  }
  const made: number[] = []
  for (let each = 0; each < ordersEach; each++) made.push((await change(() => cellar.order(owner))).id)
  for (let edit = 1; edit <= editsEach; edit++) {
    for (const id of made) await change(() => cellar.comment(owner, id, `edit ${edit}`))
    await insistently(site, () => orderAndTakeBack(site, owner))
    counts.rolledBack += 1
  }
  for (const id of made.filter((_, index) => index % 4 === 0)) await change(() => cellar.remove(owner, id))
  return counts
}

async function orderAndTakeBack({ deps, cellar }: StormSite, owner: Caller): Promise<void> {
  try {
    await deps.db.transaction(async (db) => {
      const never = pickup([line(cellar.wineId, 1)], { comment: 'rolled back' })
      await createOrder({ ...deps, db }, owner, never)
      throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
}

/** What was cut off by the outage is done again, be it for the second time: its events are told all the same. */
async function insistently<T>({ signal }: StormSite, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (tries === 60) throw error
      await pause(500, undefined, { signal })
    }
  }
}

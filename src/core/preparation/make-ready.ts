import type { Deps } from '../deps.ts'
import type { Staff } from '../staff/staff.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { changeLeaf } from './change-leaf.ts'
import { refuseHeld, withLeaf } from './lock-leaf.ts'
import { tellReady } from './order-mails.ts'
import { refuseJump } from './order-step.ts'
import { type PickStop, readStops } from './pick-list.ts'
import { readProgress } from './pick-writes.ts'
import { note } from './preparation-writes.ts'

const bottlesPerParcel = 6

export type Packing = { parcels?: number; weightGrams?: number }

/** The order is packed: every bottle is picked, and from now on its content cannot change. Whoever packs may say so. */
export const makeReady = (deps: Deps, staff: Staff, orderId: number, packing: Packing): Promise<void> =>
  withLeaf(deps, orderId, async (within, leaf) => {
    refuseJump(leaf, 'ready')
    refuseHeld(leaf)
    const { bottleCount, pickedCount } = await readProgress(within.db, leaf.accountId, orderId)
    if (pickedCount < bottleCount)
      throw notAllPicked(orderId, bottleCount, await readStops(within.db, leaf.accountId, orderId))
    const parcels = packing.parcels ?? Math.max(1, Math.ceil(bottleCount / bottlesPerParcel))
    const weight = packing.weightGrams ?? null
    await note(within.db, leaf, 'packing', { ready_at: within.now(), parcels, weight_grams: weight })
    await tellReady(within, leaf, await changeLeaf(within, staff, leaf, { status: 'ready' }), parcels)
  })

const mostPlacesTold = 5

function notAllPicked(orderId: number, bottleCount: number, stops: readonly PickStop[]): WorkRefusal {
  const places = [...Map.groupBy(stops, ({ locationCode }) => locationCode)].map(([code, at]) => ({
    code,
    count: at.reduce((sum, { bottleIds }) => sum + bottleIds.length, 0),
  }))
  const left = places.reduce((sum, { count }) => sum + count, 0)
  const told = places.slice(0, mostPlacesTold).map(({ code, count }) => `${count} at ${code}`)
  if (places.length > told.length) told.push('others on the pick list')
  return new WorkRefusal(
    'not_all_picked',
    `${left} of the ${bottleCount} bottles of order ${orderId} are not picked yet: ${told.join(', ')}.`,
  )
}

import type { Deps } from '../deps.ts'
import type { Staff } from '../staff/staff.ts'
import { claimForWork } from './claim.ts'
import { withLeaf } from './lock-leaf.ts'
import { readStops } from './pick-list.ts'
import { markPicked } from './pick-writes.ts'

/** Takes everything off the shelves that the order still wants, just as it lies there. */
export const pickAll = (deps: Deps, staff: Staff, orderId: number): Promise<void> =>
  withLeaf(deps, orderId, async (within, leaf) => {
    await claimForWork(within, staff, leaf, 'bottles are picked')
    const stops = await readStops(within.db, leaf.accountId, leaf.id)
    const bottleIds = stops.flatMap((stop) => stop.bottleIds)
    if (bottleIds.length > 0) await markPicked(within, leaf, bottleIds)
  })

import type { Deps } from '../deps.ts'
import type { Staff } from '../staff/staff.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { changeLeaf } from './change-leaf.ts'
import { withLeaf } from './lock-leaf.ts'
import { tellHeld } from './order-mails.ts'
import { refuseUnless } from './order-step.ts'
import { note } from './preparation-writes.ts'

/** Nothing goes on with the order until the hold is released. A second hold puts another reason in the place of the first. */
export const holdOrder = (deps: Deps, staff: Staff, orderId: number, reason: string): Promise<void> =>
  withLeaf(deps, orderId, async (within, leaf) => {
    refuseUnless(leaf, ['new', 'processing', 'ready'], 'it can be held')
    await note(within.db, leaf, 'hold', { held_by: staff.name, held_at: within.now() })
    const order = await changeLeaf(within, staff, leaf, { holdReason: reason })
    await tellHeld(within, leaf, order, reason)
  })

export const releaseHold = (deps: Deps, staff: Staff, orderId: number): Promise<void> =>
  withLeaf(deps, orderId, async (within, leaf) => {
    if (leaf.holdReason === null)
      throw new WorkRefusal(
        'step_not_possible',
        `Order ${orderId} is not on hold, so there is nothing to release.`,
      )
    await note(within.db, leaf, 'hold', { held_by: null, held_at: null })
    await changeLeaf(within, staff, leaf, { holdReason: null })
  })

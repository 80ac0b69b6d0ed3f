import type { Deps } from '../deps.ts'
import type { Staff } from '../staff/staff.ts'
import { changeLeaf } from './change-leaf.ts'
import { claim, isTheirs, refuseOthersWork } from './claim.ts'
import { refuseHeld, withLeaf } from './lock-leaf.ts'
import { refuseJump, refuseUnless } from './order-step.ts'
import { forgetPicks } from './pick-writes.ts'
import { note } from './preparation-writes.ts'

/** The order is this person's from now on, also before the day of its preparation. Its owner can no longer change it. */
export const startPreparation = (deps: Deps, staff: Staff, orderId: number): Promise<void> =>
  withLeaf(deps, orderId, async (within, leaf) => {
    refuseOthersWork(leaf, staff)
    refuseJump(leaf, 'processing')
    refuseHeld(leaf)
    await claim(within, staff, leaf)
    await changeLeaf(within, staff, leaf, { status: 'processing' })
  })

/** Hands an order in preparation to this person, with all that is picked. Its owner sees no difference, so nothing is told. */
export const takeOver = (deps: Deps, staff: Staff, orderId: number): Promise<void> =>
  withLeaf(deps, orderId, async (within, leaf) => {
    refuseUnless(leaf, ['processing'], 'it is taken over')
    if (!isTheirs(leaf, staff)) await claim(within, staff, leaf)
  })

/** The order waits again, as if nobody had begun. Its bottles stay reserved; those that were picked are to be put back. */
export const stopPreparation = (deps: Deps, staff: Staff, orderId: number): Promise<void> =>
  withLeaf(deps, orderId, async (within, leaf) => {
    refuseOthersWork(leaf, staff)
    refuseJump(leaf, 'new')
    await forgetPicks(within.db, leaf)
    await note(within.db, leaf, 'claim', { picker_id: null, picker_name: null, started_at: null })
    await changeLeaf(within, staff, leaf, { status: 'new' })
  })

import type { Deps } from '../deps.ts'
import type { Staff } from '../staff/staff.ts'
import { WorkRefusal } from '../work-refusal.ts'
import type { Leaf } from './lock-leaf.ts'
import { refuseUnless } from './order-step.ts'
import { note } from './preparation-writes.ts'

/** Whether this person prepares the order. Work that no person of the operator's began is known by its name. */
export const isTheirs = ({ picker }: Leaf, staff: Staff): boolean =>
  picker !== null && (picker.id === null ? picker.name === staff.name : picker.id === staff.id)

/** An order in preparation belongs to one person, until they stop or another takes it over. */
export function refuseOthersWork(leaf: Leaf, staff: Staff): void {
  if (leaf.status === 'processing' && leaf.picker && !isTheirs(leaf, staff))
    throw new WorkRefusal(
      'taken_by_another',
      `Order ${leaf.id} is being prepared by ${leaf.picker.name}. Take it over if you go on in their place.`,
    )
}

export const claim = (within: Deps, staff: Staff, leaf: Leaf): Promise<void> =>
  note(within.db, leaf, 'claim', {
    picker_id: staff.id,
    picker_name: staff.name,
    started_at: within.now(),
  })

/** Work on the bottles: for whoever prepares the order. One that is in preparation and nobody's is theirs from now on. */
export async function claimForWork(within: Deps, staff: Staff, leaf: Leaf, what: string): Promise<void> {
  refuseOthersWork(leaf, staff)
  refuseUnless(leaf, ['processing'], what)
  if (!leaf.picker) await claim(within, staff, leaf)
}

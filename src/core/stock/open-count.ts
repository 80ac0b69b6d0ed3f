import { int, statement } from '../../db/statement.ts'
import { getLocations } from '../catalogue/location-reads.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../in-transaction.ts'
import type { Staff } from '../staff/staff.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { type Count, type CountHead, getCount, lockCount } from './count-reads.ts'

const insertCount = statement(
  'counts.insert',
  `insert into counts (warehouse_id, location_id, state, opened_by_id, opened_by, opened_at) values ($1, $2, 'open', $3, $4, $5)
   on conflict (location_id) where state = 'open' do nothing returning id`,
  { id: int },
)
const openAtLocation = statement(
  'counts.open-at-location',
  `select id from counts where location_id = $1 and state = 'open'`,
  { id: int },
)
const cancel = statement(
  'counts.cancel',
  `update counts set state = 'cancelled', closed_by = $2, closed_at = $3 where id = $1`,
  {},
)

/** Begins to count a location. Nobody is told what should be there. */
export function openCount(
  deps: Deps,
  staff: Staff,
  { warehouseId, location: code }: { warehouseId: number; location: string },
): Promise<Count> {
  return inTransaction(deps, async ({ db, now }) => {
    const locations = await getLocations(db, warehouseId, [code], () => 'location')
    const locationId = locations.get(code)?.id
    const made = await db.row(insertCount, [warehouseId, locationId, staff.id, staff.name, now()])
    if (!made) {
      const other = await db.row(openAtLocation, [locationId])
      throw new WorkRefusal(
        'already_exists',
        `The location ${code} is being counted already, by count ${other?.id}. Go on with that one, or cancel it.`,
        [{ field: 'location', message: `is being counted by count ${other?.id}` }],
      )
    }
    return getCount(db, made.id)
  })
}

/** Gives a count up; the stock stays as it is. */
export function cancelCount(deps: Deps, staff: Staff, id: number): Promise<Count> {
  return inTransaction(deps, async ({ db, now }) => {
    refuseClosed(await lockCount(db, id))
    await db.run(cancel, [id, staff.name, now()])
    return getCount(db, id)
  })
}

export function refuseClosed({ id, state, closedBy }: CountHead): void {
  if (state !== 'open')
    throw new WorkRefusal(
      'step_not_possible',
      `Count ${id} was ${state} by ${closedBy}. Open a new one to count the location again.`,
    )
}

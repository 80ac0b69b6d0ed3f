import type { Database } from '../../db/database.ts'
import { int, statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../in-transaction.ts'
import { refuse } from '../problems.ts'
import { timesOf } from '../sandbox/several-clocks.ts'
import { mayDo, type Staff, type StaffRole } from '../staff/staff.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { type Comparison, compareCount, type Difference } from './compare-count.ts'
import {
  type Count,
  type CountHead,
  type CountOutcome,
  getCount,
  lockCount,
  type NamedDifference,
} from './count-reads.ts'
import { lockCounted } from './counted-shelf.ts'
import { refuseReserved } from './named-bottles.ts'
import { refuseClosed } from './open-count.ts'
import { writeFound, writeLost, writeMoved, writeRecovered } from './stock-writes.ts'

const wineNames = statement(
  'counts.wine-names',
  'select id, name, vintage from wines where id = any($1::bigint[])',
  { id: int, name: text, vintage: int },
)
const closeCount = statement(
  'counts.post',
  `update counts set state = 'posted', closed_by = $2, closed_at = $3, reason = $4, outcome = $5 where id = $1`,
  {},
)

export type CountComparison = CountOutcome & { orderIds: number[] }

/**
 * What posting would come to now. It ends the blindness of a count, so it is for an admin and for the one who has entered what was
 * seen.
 */
export function compareWithStock(
  deps: Deps,
  staff: Staff & { role: StaffRole },
  id: number,
): Promise<CountComparison> {
  return inTransaction(deps, async ({ db }) => {
    const count = await lockCount(db, id)
    refuseClosed(count)
    const location = entered(count)
    if (!mayDo(staff.role, []) && staff.id !== count.countedById)
      throw refuse({ code: 'rights_insufficient' })
    const comparison = compareCount(await lockCounted(db, location))
    const orderIds = inTheWay(comparison, count).flatMap(({ orderId }) => orderId ?? [])
    return { ...(await outcomeOf(db, comparison)), orderIds: [...new Set(orderIds)] }
  })
}

/**
 * Makes the stock what was seen. The differences are those of this moment, and what has moved since it was entered is no difference.
 */
export function postCount(deps: Deps, staff: Staff, id: number, reason: string): Promise<Count> {
  return inTransaction(deps, async (within) => {
    const { db, now } = within
    const count = await lockCount(db, id)
    refuseClosed(count)
    const comparison = compareCount(await lockCounted(db, entered(count)))
    refuseReserved(inTheWay(comparison, count))
    const outcome = await outcomeOf(db, comparison)
    const { moved, recovered, lost, found } = comparison
    const owners = [...moved, ...recovered, ...lost, ...found].map(({ accountId }) => accountId)
    const timeOf = await timesOf(within, owners)
    await writeMoved(db, moved, count, reason, timeOf)
    await writeRecovered(db, recovered, count, reason, timeOf)
    await writeLost(db, lost, reason, timeOf)
    await writeFound(db, found, count, reason, timeOf)
    await db.run(closeCount, [id, staff.name, now(), reason, outcome])
    return getCount(db, id)
  })
}

function entered({ id, locationId, countedAt, countedAfter }: CountHead) {
  if (countedAt === null || countedAfter === null)
    throw new WorkRefusal(
      'step_not_possible',
      `Nothing was entered in count ${id}. Enter what was seen first; empty lists say that nothing lies there.`,
    )
  return { id, locationId, countedAt, countedAfter }
}

/** Bottles that an order would miss: lost ones, and those that lie in another warehouse than the order is prepared in. */
const inTheWay = ({ lost, moved }: Comparison, { warehouseId }: CountHead) =>
  [...lost, ...moved.filter((bottle) => bottle.warehouseId !== warehouseId)].filter(
    ({ orderId }) => orderId !== null,
  )

async function outcomeOf(db: Database, comparison: Comparison): Promise<CountOutcome> {
  const { differences, lost, moved, recovered, found } = comparison
  return {
    lostCount: lost.length,
    foundCount: found.reduce((sum, { quantity }) => sum + quantity, recovered.length),
    movedCount: moved.length,
    differences: await named(db, differences),
  }
}

async function named(db: Database, differences: readonly Difference[]): Promise<NamedDifference[]> {
  const wines = await db.rows(wineNames, [differences.map(({ wineId }) => wineId)])
  const byId = new Map(wines.map((wine) => [wine.id, wine]))
  return differences.map((difference) => {
    const { name = '', vintage = 0 } = byId.get(difference.wineId) ?? {}
    return { ...difference, wineName: name, vintage }
  })
}

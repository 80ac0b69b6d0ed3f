import type { Database } from '../../db/database.ts'
import type { Goods } from '../catalogue/goods.ts'
import { getLocations, type Location } from '../catalogue/location-reads.ts'
import type { Deps } from '../deps.ts'
import { inTurn } from '../orders/take-turn.ts'
import { invalidField } from '../problems.ts'
import { atTimeOf } from '../sandbox/account-clock.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { codesInWords } from './bottle-code.ts'
import { lockOfShelf } from './bottle-locks.ts'
import { lockStored } from './named-bottles.ts'
import { writeMoved } from './stock-writes.ts'

export type Moving = { bottleIds: readonly number[] } | { from: string; goods: Goods; quantity: number }
export type BottleMove = {
  accountId: number
  warehouseId: number
  to: string
  comment: string
  what: Moving
}
export type Moved = { movedIds: number[]; alreadyThere: number }

/**
 * Puts bottles of one account at another location of their warehouse. Bottles that lie there already stay as they are, so that
 * a scanner may send the same bottles twice.
 */
export function moveBottles(deps: Deps, move: BottleMove): Promise<Moved> {
  return inTurn(deps.db, move.accountId, async (db) => {
    const { what, warehouseId } = move
    const codes = 'from' in what ? [what.from, move.to] : [move.to]
    const fieldOf = (code: string) => ('from' in what && code === what.from ? 'goods.from' : 'to')
    const locations = await getLocations(db, warehouseId, codes, fieldOf)
    const to = at(locations, move.to)
    const bottles =
      'from' in what
        ? await takeFromShelf(db, move, { ...what, from: at(locations, what.from) }, to)
        : await lockStored(db, move.accountId, what.bottleIds)
    const foreign = bottles.filter((bottle) => bottle.warehouseId !== warehouseId)
    if (foreign.length > 0)
      throw new WorkRefusal(
        'location_elsewhere',
        `In another warehouse: ${codesInWords(foreign.map(({ id }) => id))}. Move them in the warehouse where they are.`,
        [{ field: 'bottle_ids', message: 'must all lie in the warehouse that is named' }],
      )
    const moved = bottles.filter(({ locationId }) => locationId !== to.id)
    const place = { warehouseId, locationId: to.id }
    const { now } = await atTimeOf({ ...deps, db }, move.accountId)
    await writeMoved(db, moved, place, move.comment, now)
    return { movedIds: moved.map(({ id }) => id), alreadyThere: bottles.length - moved.length }
  })
}

type FromShelf = { from: Location; goods: Goods; quantity: number }

async function takeFromShelf(db: Database, { accountId }: BottleMove, what: FromShelf, to: Location) {
  const { from, goods, quantity } = what
  if (from.id === to.id) throw invalidField('to', 'is where the bottles lie already')
  const bottles = await lockOfShelf(db, { accountId, locationId: from.id }, goods, quantity)
  if (bottles.length < quantity)
    throw new WorkRefusal(
      'not_enough_stock',
      `At ${from.code} there are ${bottles.length} such bottles of this account. Count them again, or move fewer.`,
      [{ field: 'goods.quantity', message: `must be ${bottles.length} or less` }],
    )
  return bottles
}

function at(locations: ReadonlyMap<string, Location>, code: string): Location {
  const location = locations.get(code)
  if (!location) throw new Error(`The location ${code} was looked up`)
  return location
}

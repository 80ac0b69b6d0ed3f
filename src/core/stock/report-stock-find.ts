import type { Database } from '../../db/database.ts'
import { type Goods, refuseUnknownGoods } from '../catalogue/goods.ts'
import { getLocations } from '../catalogue/location-reads.ts'
import type { Deps } from '../deps.ts'
import { inTurn } from '../orders/take-turn.ts'
import { bottleCode } from '../preparation/read-scan.ts'
import { invalidField } from '../problems.ts'
import { atTimeOf } from '../sandbox/account-clock.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { codesInWords } from './bottle-code.ts'
import { lostAmong } from './bottle-locks.ts'
import { isAccount } from './known-account.ts'
import { fieldsOf, lockNamed, mostBottles } from './named-bottles.ts'
import { type Place, writeFound, writeRecovered } from './stock-writes.ts'

export type Find = {
  accountId: number
  warehouseId: number
  location: string
  comment: string
  /** Bottles that nobody knew of. */
  lines: readonly (Goods & { quantity: number })[]
  /** Bottles that were lost and have turned up. */
  bottleIds: readonly number[]
}

/** Puts bottles into the cellar that no putaway brought. */
export function reportStockFind(deps: Deps, find: Find): Promise<{ foundIds: number[] }> {
  return inTurn(deps.db, find.accountId, async (db) => {
    const { accountId, warehouseId, location: code, comment, lines, bottleIds } = find
    if (!(await isAccount(db, accountId))) throw invalidField('account_id', `${accountId} is no account`)
    const newCount = lines.reduce((sum, { quantity }) => sum + quantity, 0)
    if (newCount + bottleIds.length === 0) throw invalidField('lines', 'must say what was found')
    if (newCount > mostBottles) throw invalidField('lines', `must be ${mostBottles} bottles or less together`)
    await refuseUnknownGoods(db, lines, 'lines')
    const locations = await getLocations(db, warehouseId, [code], () => 'location')
    const place = { warehouseId, locationId: locations.get(code)?.id ?? 0 }
    const { now } = await atTimeOf({ ...deps, db }, accountId)
    const recovered = await recover(db, find, place, now)
    const owned = lines.map((line) => ({ ...line, accountId }))
    const found = await writeFound(db, owned, place, comment, now)
    return { foundIds: [...recovered, ...found.map(({ id }) => id)] }
  })
}

async function recover(
  db: Database,
  { accountId, bottleIds, comment }: Find,
  place: Place,
  now: Deps['now'],
) {
  const bottles = await lockNamed(db, accountId, bottleIds)
  const lost = await lostAmong(db, bottles)
  const others = bottles.filter(({ id }) => !lost.has(id)).map(({ id }) => id)
  if (others.length > 0)
    throw new WorkRefusal(
      'step_not_possible',
      `Not lost: ${codesInWords(others)}. Only a bottle that was lost can be found again.`,
      fieldsOf(bottleIds, others, (id) => `${bottleCode(id)} is not lost`),
    )
  await writeRecovered(db, bottles, place, comment, now)
  return bottles.map(({ id }) => id)
}

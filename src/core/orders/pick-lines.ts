import type { Database } from '../../db/database.ts'
import { followMerges } from '../catalogue/follow-merges.ts'
import { type PickedBottle, pickBottles } from '../cellar/pick-bottles.ts'
import { findShortages } from '../cellar/shortages.ts'
import { refuse, type Shortage } from '../problems.ts'
import { type OrderLine, sumLines } from './new-order.ts'

export type PickedLines = { bottles: PickedBottle[]; shortages: Shortage[] }

/**
 * Picks the bottles of an order's lines: of every line or none, unless a partial order is allowed. What comes up short may have been
 * asked for under the number of a wine that was merged into another, and is then looked for under the other's. Nobody else pays
 * for that. The caller has the turn of the account.
 */
export async function pickLines(
  db: Database,
  accountId: number,
  asked: readonly OrderLine[],
  { allowPartial }: { allowPartial: boolean },
): Promise<PickedLines> {
  let lines = asked
  let pick = await pickBottles(db, accountId, lines)
  if (lines.some(({ quantity }, index) => (pick.found[index] ?? 0) < quantity)) {
    const followed = await followMerges(db, lines)
    if (followed) {
      lines = sumLines(followed)
      pick = await pickBottles(db, accountId, lines)
    }
  }
  const shortages = await findShortages(db, accountId, lines, pick.found)
  if (shortages.length > 0 && (!allowPartial || pick.bottles.length === 0))
    throw refuse({ code: 'not_enough_bottles', shortages })
  return { bottles: pick.bottles, shortages }
}

import type { Goods } from '../catalogue/goods.ts'
import type { Deps } from '../deps.ts'
import { reserveBottles } from '../orders/order-writes.ts'
import type { Staff } from '../staff/staff.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { changeLeaf, dropLeaf } from './change-leaf.ts'
import { claimForWork } from './claim.ts'
import { type Leaf, withLeafInTurn } from './lock-leaf.ts'
import {
  countLines,
  type HeldBottle,
  lockBottleOfOrder,
  lockLineOfOrder,
  lockReplacements,
  type Replacement,
  recordShortage,
  shrinkLines,
  writeOff,
} from './loss-writes.ts'
import { tellEmptied, tellShort } from './order-mails.ts'
import { readStops, wantedInWords } from './pick-list.ts'
import { bottleCode } from './read-scan.ts'

export type LossReason = 'missing' | 'broken'
/** One bottle by its number, or some of a line when nobody can tell which. */
export type Loss = {
  reason: LossReason
  comment: string
  /** False for a rehearsal of what happens when no equal bottle is left. */
  isReplaceable?: boolean
} & ({ bottleId: number } | { goods: Goods; quantity: number })
export type LossOutcome = {
  accountId: number
  lostIds: number[]
  replacements: Replacement[]
  shortCount: number
  /** Whether nothing was left of the order, so that it is deleted. */
  isOrderGone: boolean
}

/**
 * Writes bottles off that are not where they should be, or broke. Equal free ones of the warehouse take their place, the oldest
 * first; where there is none the order gets smaller, and its owner is told.
 */
export const reportLoss = (deps: Deps, staff: Staff, orderId: number, loss: Loss): Promise<LossOutcome> =>
  withLeafInTurn(deps, orderId, async (within, leaf) => {
    await claimForWork(within, staff, leaf, 'losses are reported')
    const lost = await bottlesMeant(within, leaf, loss)
    const [first] = lost
    if (!first) throw new Error('A loss is of at least one bottle')
    const comment = loss.comment ? `${loss.reason}: ${loss.comment}` : loss.reason
    const lostIds = lost.map(({ id }) => id)
    await writeOff(within.db, leaf, lostIds, comment, within.now())
    const replacements =
      loss.isReplaceable === false ? [] : await lockReplacements(within.db, leaf, first, lost.length)
    const reserved = replacements.map(({ id }) => ({ bottleId: id, orderId }))
    await reserveBottles(within.db, leaf.accountId, reserved, within.now())
    const shortCount = lost.length - replacements.length
    const shortage = { ...first, quantity: shortCount, reason: loss.reason, comment: loss.comment }
    const isOrderGone = shortCount > 0 && (await comeShort(within, staff, leaf, shortage))
    return { accountId: leaf.accountId, lostIds, replacements, shortCount, isOrderGone }
  })

async function bottlesMeant({ db }: Deps, leaf: Leaf, loss: Loss): Promise<HeldBottle[]> {
  if ('bottleId' in loss) {
    const bottle = await lockBottleOfOrder(db, leaf, loss.bottleId)
    if (bottle) return [bottle]
    const stops = await readStops(db, leaf.accountId, leaf.id)
    throw new WorkRefusal(
      'wrong_bottle',
      `${bottleCode(loss.bottleId)} is not a bottle of order ${leaf.id}; ${wantedInWords(stops)}.`,
    )
  }
  const bottles = await lockLineOfOrder(db, leaf, loss.goods, loss.quantity)
  if (bottles.length === loss.quantity) return bottles
  throw new WorkRefusal(
    'wrong_bottle',
    `Order ${leaf.id} has ${bottles.length} bottles of this wine, format and box, so ${loss.quantity} cannot be lost.`,
  )
}

type Short = HeldBottle & { quantity: number; reason: LossReason; comment: string }

/** The order, and the whole that it is a part of, go on with less, or not at all. */
async function comeShort(within: Deps, staff: Staff, leaf: Leaf, short: Short): Promise<boolean> {
  const { db, now } = within
  await shrinkLines(db, leaf, short, short.quantity)
  await recordShortage(db, leaf, short, staff.name, now())
  if ((await countLines(db, leaf)) > 0) {
    const order = await changeLeaf(within, staff, leaf, { linesChanged: true })
    await tellShort(within, leaf, order, short)
    return false
  }
  await dropLeaf(within, staff, leaf)
  await tellEmptied(within, leaf, short)
  return true
}

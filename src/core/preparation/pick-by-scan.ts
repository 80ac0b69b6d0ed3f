import type { Goods } from '../catalogue/goods.ts'
import type { Deps } from '../deps.ts'
import { invalidField } from '../problems.ts'
import type { Staff } from '../staff/staff.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { claimForWork } from './claim.ts'
import { type Leaf, withLeaf, withLeafInTurn } from './lock-leaf.ts'
import { goodsInWords, type PickStop, readStops, wantedInWords } from './pick-list.ts'
import { pickOneBottle } from './pick-one-bottle.ts'
import { markPicked, type Progress, readProgress, unmarkPicked } from './pick-writes.ts'
import { bottleCode, readScan } from './read-scan.ts'

/** A scan, and with the code of a place which of the goods there were taken, and how many. */
export type PickByScan = { scan: string; quantity?: number } & Partial<Goods>

export type Picked = Progress & {
  accountId: number
  bottleIds: number[]
  /** The bottle that went back on the shelf because another equal one was taken. */
  releasedBottleId: number | null
}

/** Confirms what was taken off the shelf. The turn comes first, because a bottle may take the place of another. */
export const pickByScan = (
  deps: Deps,
  staff: Staff,
  orderId: number,
  { scan, ...choice }: PickByScan,
): Promise<Picked> => {
  const scanned = readScan(scan)
  if (scanned.kind === 'bottle') refuseChoice(choice)
  return withLeafInTurn(deps, orderId, async (within, leaf) => {
    await claimForWork(within, staff, leaf, 'bottles are picked')
    const picked =
      scanned.kind === 'bottle'
        ? await pickOneBottle(within, leaf, scanned.bottleId)
        : { bottleIds: await pickAt(within, leaf, scanned.code, choice), releasedBottleId: null }
    const progress = await readProgress(within.db, leaf.accountId, leaf.id)
    return { accountId: leaf.accountId, ...picked, ...progress }
  })
}

/** The bottle was put back, or never taken. It stays reserved. */
export const unpickBottle = (
  deps: Deps,
  staff: Staff,
  orderId: number,
  bottleId: number,
): Promise<Progress & { accountId: number }> =>
  withLeaf(deps, orderId, async (within, leaf) => {
    await claimForWork(within, staff, leaf, 'bottles are put back')
    if ((await unmarkPicked(within.db, leaf, bottleId)) === 0)
      throw new WorkRefusal(
        'wrong_bottle',
        `${bottleCode(bottleId)} is not among the picked bottles of order ${orderId}.`,
      )
    return { accountId: leaf.accountId, ...(await readProgress(within.db, leaf.accountId, orderId)) }
  })

type Choice = Omit<PickByScan, 'scan'>

function refuseChoice({ quantity = 1, wineId, formatMl, boxCode }: Choice): void {
  const message = 'goes with the code of a location; the code of a bottle says it already'
  if (wineId !== undefined) throw invalidField('wine_id', message)
  if (formatMl !== undefined) throw invalidField('format', message)
  if (boxCode !== undefined) throw invalidField('box', message)
  if (quantity !== 1) throw invalidField('quantity', 'must be 1 or left out with the code of a bottle')
}

async function pickAt(within: Deps, leaf: Leaf, code: string, choice: Choice): Promise<number[]> {
  const stops = await readStops(within.db, leaf.accountId, leaf.id)
  const stop = stopMeant(leaf, stops, code, choice)
  const usual = stop.boxCode === '' ? 1 : Math.min(stop.boxSize, stop.bottleIds.length)
  const { quantity = usual } = choice
  if (quantity > stop.bottleIds.length)
    throw wrong(
      `${code} has only ${stop.bottleIds.length} of ${goodsInWords(stop)} for order ${leaf.id}, and ${quantity} were confirmed.`,
    )
  const bottleIds = stop.bottleIds.slice(0, quantity)
  await markPicked(within, leaf, bottleIds)
  return bottleIds
}

function stopMeant(leaf: Leaf, stops: readonly PickStop[], code: string, choice: Choice): PickStop {
  const here = stops.filter((stop) => stop.locationCode === code)
  if (here.length === 0)
    throw wrong(`Nothing is left to pick for order ${leaf.id} at ${code}; ${wantedInWords(stops)}.`)
  const meant = here.filter(
    (stop) =>
      (choice.wineId ?? stop.wineId) === stop.wineId &&
      (choice.formatMl ?? stop.formatMl) === stop.formatMl &&
      (choice.boxCode ?? stop.boxCode) === stop.boxCode,
  )
  const [stop] = meant
  if (!stop)
    throw wrong(`Order ${leaf.id} wants nothing of the kind at ${code}; there it has ${wantedInWords(here)}.`)
  if (meant.length > 1)
    throw wrong(
      `Order ${leaf.id} wants several things at ${code}. Scan the bottle, or say which wine, format and box; ${wantedInWords(here)}.`,
    )
  return stop
}

const wrong = (sentence: string) => new WorkRefusal('wrong_bottle', sentence)

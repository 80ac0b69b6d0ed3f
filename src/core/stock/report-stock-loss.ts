import type { Deps } from '../deps.ts'
import { inTurn } from '../orders/take-turn.ts'
import { atTimeOf } from '../sandbox/account-clock.ts'
import { lockStored, refuseReserved } from './named-bottles.ts'
import { writeLost } from './stock-writes.ts'

export const lossReasons = ['broken', 'missing', 'stolen', 'other'] as const
export type LossReason = (typeof lossReasons)[number]
export type Loss = { accountId: number; bottleIds: readonly number[]; reason: LossReason; comment: string }

/** Takes bottles that are broken or nowhere to be found out of the cellar. */
export function reportStockLoss(deps: Deps, loss: Loss): Promise<{ lostIds: number[] }> {
  return inTurn(deps.db, loss.accountId, async (db) => {
    const bottles = await lockStored(db, loss.accountId, loss.bottleIds)
    refuseReserved(bottles)
    const comment = loss.comment === '' ? loss.reason : `${loss.reason}: ${loss.comment}`
    const { now } = await atTimeOf({ ...deps, db }, loss.accountId)
    await writeLost(db, bottles, comment, now)
    return { lostIds: bottles.map(({ id }) => id) }
  })
}

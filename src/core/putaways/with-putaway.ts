import type { Deps } from '../deps.ts'
import { inTransaction } from '../in-transaction.ts'
import { atTimeOf } from '../sandbox/account-clock.ts'
import { accountOfPutaway } from './putaway-reads.ts'

/** Runs `work` on a putaway in one transaction, at the time of its owner. */
export const withPutaway = <T>(
  deps: Deps,
  id: number,
  work: (within: Deps, accountId: number) => Promise<T>,
): Promise<T> =>
  inTransaction(deps, async (within) => {
    const accountId = await accountOfPutaway(within.db, id)
    return work(await atTimeOf(within, accountId), accountId)
  })

import { userInfo } from 'node:os'
import { type Deed, recordAudit } from '../core/audit/record-audit.ts'
import type { Deps } from '../core/deps.ts'
import { inTransaction } from '../core/in-transaction.ts'

/** What came of a deed: the words to print, and whose record it was. */
export type Done = { words: string } & Omit<Deed, 'action'>

/** Runs a deed in one transaction with its row in the audit, and gives the words to print. */
export const recorded = (
  deps: Deps,
  action: string,
  work: (within: Deps) => Promise<Done>,
): Promise<string> =>
  inTransaction(deps, async (within) => {
    const { words, ...deed } = await work(within)
    const origin = { via: 'command line', staffName: userAtTheTerminal() } as const
    await recordAudit(within.db, origin, { ...deed, action }, deps.now())
    return words
  })

/** In a container the user may have a number and no name. */
export function userAtTheTerminal(): string {
  try {
    return userInfo().username
  } catch {
    return 'unknown user'
  }
}

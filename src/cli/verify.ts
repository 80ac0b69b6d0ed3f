import { verifyLedger } from '../core/cellar/verify-ledger.ts'
import { type Command, readArguments } from './command.ts'
import { withService } from './open-service.ts'

export const verifyCommand: Command = {
  summary: 'rebuild the cellar from the ledger and compare',
  help: 'Usage: caveau verify\n\nRebuilds every bottle from the ledger and compares. Ends with 1 and names the bottles when something differs.',
  run: async (args) => {
    readArguments(args, {})
    return withService('caveau verify', async ({ db }) => {
      const { discrepancies, bottles, moves } = await verifyLedger(db)
      for (const { accountId, bottleId, fault } of discrepancies)
        console.log(`account ${accountId}: ${bottleId ? `bottle ${bottleId} ` : ''}${fault}`)
      console.log(
        `${bottles} bottles and ${moves} ledger rows checked: ${discrepancies.length || 'no'} discrepancies.`,
      )
      return discrepancies.length > 0 ? 1 : 0
    })
  },
}

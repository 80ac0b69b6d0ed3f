// Isolation: with the second owner's token the first owner's records are not there, and no step is taken with them.
import { sandboxService } from '../support/sandbox-service.ts'
import { walkLists, walkStrangers } from '../support/stranger-walk.ts'
import { sandboxWalk } from './all-routes.ts'

const api = await sandboxWalk(await sandboxService())

walkStrangers(api)
walkLists(api, {
  owned: ['/sandbox/orders', '/sandbox/putaways', '/sandbox/mails', '/sandbox/events'],
  // Rows of the cellar have the ids of wines, which are the operator's.
  shared: ['/sandbox/bottles'],
})

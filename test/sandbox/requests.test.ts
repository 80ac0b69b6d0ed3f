// What every request of the sandbox has in common: the order of its checks, repeats, and pages.
import { walkIdempotency } from '../support/idempotency-walk.ts'
import { walkOrderOfChecks } from '../support/order-of-checks-walk.ts'
import { walkPaging } from '../support/paging-walk.ts'
import { sandboxService } from '../support/sandbox-service.ts'
import { sandboxWalk } from './all-routes.ts'

const api = await sandboxWalk(await sandboxService())

walkOrderOfChecks(api, {
  nobody: '401 credentials_invalid',
  nowhere: [
    ['GET', '/sandbox/nothing'],
    ['GET', '/sandbox/Clock'],
    ['POST', '/sandbox/orders'],
    ['GET', '/sandbox/orders/1'],
    ['GET', '/sandbox/orders/1/start'],
    ['POST', '/sandbox/orders/1/take-over'],
    ['DELETE', '/sandbox/putaways/1'],
    ['POST', '/sandbox/mails'],
  ],
})
walkPaging(api)
walkIdempotency(api, {
  another: {
    ...{
      comment: 'elsewhere',
      reference: 'BL 2',
      reason: 'Other',
      parcels: 3,
      carrier: 'Other',
      remark: 'Other',
    },
    ...{ collected_by: 'Ada', mode: 'sdd', content: [{ reference: '1|0.75|bottles', quantity: 2 }] },
  },
  // A clock is moved in many transactions, so nothing can be kept together with all of them.
  reads: ['POST /sandbox/clock/advance'],
  makes: '/putaways',
})

import { type RunnerOptions, Logger as WorkerLogger } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import { forgetExpiredAnswers } from '../core/accounts/idempotent-answers.ts'
import { forgetOldPersonSessions } from '../core/accounts/person-sessions.ts'
import { forgetRequestedMails } from '../core/accounts/requested-mails.ts'
import type { Deps } from '../core/deps.ts'
import { type ExpectedFiles, sweepOrphans } from '../core/files/sweep-orphans.ts'
import { runImportTask } from '../core/imports/import-writes.ts'
import { sendMailTask } from '../core/mails/queue-mail.ts'
import { tellNewOrders } from '../core/mails/tell-new-orders.ts'
import { forgetOldSessions } from '../core/staff/sessions.ts'
import { tellMinimumStock } from '../core/stock/tell-minimum-stock.ts'
import { forgetOldEvents } from '../core/webhooks/forget-old-events.ts'
import { deliverWebhooksTask, type EndpointRef } from '../core/webhooks/wake-endpoint.ts'
import { billMonthCron, makeMonthBiller } from './bill-month.ts'
import { type LastingRunner, startLastingRunner } from './lasting-runner.ts'
import { makeTimePasser, passTimeCron } from './pass-time.ts'
import { makeImportRunner } from './run-import.ts'
import { makeMailSender } from './send-mail.ts'
import { Deliverer } from './webhooks/deliverer.ts'
import { openSender } from './webhooks/send-message.ts'
import { watchWebhooks } from './webhooks/watch-webhooks.ts'

const crontab = `0 * * * * forget_expired_answers
* * * * * tell_new_orders
30 3 * * * forget_old_sessions
45 3 * * * forget_old_events
0 5 * * * tell_minimum_stock
${billMonthCron}`

type Parts = { deps: Deps; pool: pg.Pool; log: Logger }

/** Background work on the same PostgreSQL; any number of processes share it. */
export async function runWorker({ deps, pool, log }: Parts): Promise<LastingRunner> {
  const sender = openSender({ targets: deps.settings.webhookTargets })
  const deliverer = new Deliverer({ deps, log, sender })
  const runner = await startLastingRunner({ deps, pool, log }, runnerOptions(deps, log, deliverer))
  const watch = watchWebhooks(deps, log, deliverer)
  const stop = async () => {
    await watch.end()
    await runner.stop()
    await deliverer.stop()
    await sender.close()
  }
  return { ...runner, stop }
}

const runnerOptions = (deps: Deps, log: Logger, deliverer: Deliverer): RunnerOptions => ({
  concurrency: 4,
  noHandleSignals: true,
  crontab: deps.settings.env === 'production' ? crontab : `${crontab}\n${passTimeCron}`,
  logger: new WorkerLogger(() => (level, message) => {
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  }),
  taskList: {
    forget_expired_answers: async () => {
      const forgotten = await forgetExpiredAnswers(deps)
      log.info({ forgotten }, 'forgot expired answers')
    },
    forget_old_sessions: async () => {
      const forgotten = (await forgetOldSessions(deps)) + (await forgetOldPersonSessions(deps))
      await forgetRequestedMails(deps)
      log.info({ forgotten }, 'forgot old sessions')
    },
    forget_old_events: async () => {
      const forgotten = await forgetOldEvents(deps)
      log.info({ forgotten }, 'forgot old events')
    },
    tell_new_orders: async () => {
      const orders = await tellNewOrders(deps)
      if (orders > 0) log.info({ orders }, 'told owners of new orders')
    },
    tell_minimum_stock: async () => {
      const mails = await tellMinimumStock(deps)
      log.info({ mails }, 'told owners which of their wines run low')
    },
    bill_month: makeMonthBiller(deps, log),
    pass_running_time: makeTimePasser(deps, log),
    [sendMailTask]: makeMailSender(deps),
    [runImportTask]: makeImportRunner(deps),
    [deliverWebhooksTask]: async (endpoint) => deliverer.wake(endpoint as EndpointRef),
    // Set by an upload for the case that it never ends; see sweep-orphans.ts.
    sweep_orphans: async (expected) => {
      const swept = await sweepOrphans(deps, expected as ExpectedFiles)
      log.info({ swept }, 'swept files that belong to no order')
    },
  },
})

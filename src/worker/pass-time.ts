import type { Logger } from 'pino'
import type { Deps } from '../core/deps.ts'
import { passRunningTime } from '../core/sandbox/pass-running-time.ts'

/** Production has no sandboxes, and so no such line in its crontab. */
export const passTimeCron = '* * * * * pass_running_time'

/** What became due on clocks that run. Accounts that failed are tried again a minute later. */
export const makeTimePasser = (deps: Deps, log: Logger) => async (): Promise<void> => {
  const { happened, failures } = await passRunningTime(deps)
  if (happened > 0) log.info({ happened }, 'let happen what was due in sandboxes')
  for (const { accountId, error } of failures)
    log.error({ accountId, err: error }, 'the time of a sandbox could not pass')
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Deps } from '../../core/deps.ts'
import { listDueEndpoints } from '../../core/webhooks/due-endpoints.ts'
import type { Deliverer } from './deliverer.ts'

const watchMs = 2000

/** Looks now and then for deliveries that are due and that nobody is at, whatever it was that went wrong. */
export function watchWebhooks(deps: Deps, log: Logger, deliverer: Deliverer): { end: () => Promise<void> } {
  const ended = new AbortController()
  const { signal } = ended
  const watching = (async () => {
    while (!signal.aborted) {
      try {
        for (const endpoint of await listDueEndpoints(deps.db, deps.now())) deliverer.wake(endpoint)
      } catch (error) {
        log.warn({ err: error }, 'webhooks that are due could not be looked for')
      }
      await pause(watchMs, undefined, { signal }).catch(() => {})
    }
  })()
  const end = async () => {
    ended.abort()
    await watching
  }
  return { end }
}

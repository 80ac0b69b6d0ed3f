import type pg from 'pg'
import type { Deps } from '../../../src/core/deps.ts'
import type { WorkerProcess } from '../../support/start-worker.ts'
import type { webhookCellar } from '../../support/webhook-cellar.ts'

export type StormSize = {
  owners: number
  receiversEach: number
  ordersEach: number
  editsEach: number
  workers: number
  /** Between two kills pass at least so much time, and so many messages. */
  killEveryMs: number
  killEveryMessages: number
  mostKills: number
  /** After how many kills the outage comes. */
  killsBeforeOutage: number
  limitMs: number
}

/** Where a storm takes place, and what it may do there. */
export type StormSite = {
  deps: Deps
  pool: pg.Pool
  cellar: Awaited<ReturnType<typeof webhookCellar>>
  startWorker: () => WorkerProcess
  /** Takes the database away from everybody for a moment. */
  outage: () => Promise<void>
  /** Ends the storm early. */
  signal: AbortSignal
}

export type StormFigures = {
  changes: number
  rolledBack: number
  events: number
  messages: number
  repeats: number
  refused: number
  helped: number
  kills: number
  tookMs: number
}

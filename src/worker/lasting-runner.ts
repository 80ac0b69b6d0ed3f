import { EventEmitter } from 'node:events'
import { type Runner, type RunnerOptions, run, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Deps } from '../core/deps.ts'
import { patientPool } from './patient-pool.ts'
import { giveSignsOfLife } from './signs-of-life.ts'

export type LastingRunner = Pick<Runner, 'addJob'> & { stop: () => Promise<void> }

type Parts = { deps: Deps; pool: pg.Pool; log: Logger }

/** A runner that outlives broken connections, and whose jobs others take up when it dies. */
export async function startLastingRunner(
  { deps, pool, log }: Parts,
  options: Omit<RunnerOptions, 'pgPool' | 'events'>,
): Promise<LastingRunner> {
  const patient = patientPool(pool)
  const events: WorkerEvents = new EventEmitter()
  let poolId = ''
  events.on('pool:create', ({ workerPool }) => {
    poolId = workerPool.id
  })
  const runner = await run({ ...options, pgPool: patient.pool, events })
  const life = giveSignsOfLife(deps, log, poolId)
  let isStopping = false
  runner.promise
    .catch((error: unknown) => log.error({ err: error }, 'background work failed'))
    .finally(() => {
      if (!isStopping) log.error('background work ended by itself')
    })
  const stop = async () => {
    isStopping = true
    patient.giveUp()
    await runner.stop()
    await life.end()
  }
  return { addJob: runner.addJob, stop }
}
